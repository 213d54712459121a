import { useState, type ReactNode } from 'react'
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconArrowsExchange, IconDots, IconMail, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ResourceDescriptor, Tone } from '@agremia/resources/descriptor.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { capitalise, fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { RecordPhoto } from '../../resource/photo/record-photo.tsx'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { useDeletion } from '../../resource/use-deletion.ts'
import { Page } from '../../ui/page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useCompose } from '../messages/use-compose.ts'
import { ChangeStateDialog } from './change-state-dialog.tsx'
import { openChargesQuery } from './charges-queries.ts'
import { PayAction } from './pay-action.tsx'
import { MemberFacts } from './member-facts.tsx'
import { memberPhotos } from './member-photos.ts'
import { useMemberPaths } from './use-member-paths.ts'

interface MemberPageProps {
  record: StoredRecord
  tab: string
  descriptor: ResourceDescriptor
  children: ReactNode
}

/** What stands above every tab of a member: face, name, state, facts and actions. */
export function MemberPage({ record, tab, descriptor, children }: MemberPageProps) {
  const name = String(record.name ?? '')
  return (
    <Page
      title={name}
      leading={
        <RecordPhoto
          resource="members"
          record={record}
          photos={memberPhotos}
          name={name}
          mayChange={descriptor.may.update}
        />
      }
      state={
        record.currentStateLabel ? (
          <StateBadge tone={record.currentStateTone as Tone} label={String(record.currentStateLabel)} />
        ) : undefined
      }
      subtitle={<Subtitle record={record} />}
      action={<MemberActions record={record} descriptor={descriptor} />}
    >
      <MemberFacts record={record} />
      <MemberTabs record={record} tab={tab} />
      {children}
    </Page>
  )
}

function Subtitle({ record }: { record: StoredRecord }) {
  const terminology = useTerminology()
  const { memberNumber, categoryLabel, admissionDate } = record
  const facts = [
    memberNumber && `${capitalise(terminology.memberSingular)} n.º\u00A0${String(memberNumber)}`,
    categoryLabel,
    typeof admissionDate === 'string' && `desde ${formatDateLong(admissionDate)}`,
  ]
  return facts.filter(Boolean).join(' · ')
}

function MemberTabs({ record, tab }: { record: StoredRecord; tab: string }) {
  const paths = useMemberPaths()
  const terminology = useTerminology()
  const open = useQuery(openChargesQuery(record._id)).data
  const tabs = [
    { name: 'ficha', label: 'Ficha', path: paths.record(record._id) },
    {
      name: 'quotas',
      label: fillTerms('{MembershipPayments} e pagamentos', terminology),
      path: paths.record(record._id, 'quotas'),
      count: open?.meta.total,
      countMeans: 'por regularizar',
    },
    { name: 'cartoes', label: 'Cartões', path: paths.record(record._id, 'cartoes') },
    { name: 'contactos', label: 'Contactos', path: paths.record(record._id, 'contactos') },
    { name: 'mensagens', label: 'Mensagens', path: paths.record(record._id, 'mensagens') },
    { name: 'historico', label: 'Histórico', path: paths.record(record._id, 'historico') },
  ]
  return (
    <RecordTabs
      label={fillTerms('Partes da ficha {do} {memberSingular}', terminology)}
      tabs={tabs}
      current={tab}
    />
  )
}

function MemberActions({ record, descriptor }: { record: StoredRecord; descriptor: ResourceDescriptor }) {
  const [changing, setChanging] = useState(false)
  const mayChangeState = descriptor.actions.some(({ name }) => name === 'changeState')
  const compose = useCompose()
  return (
    <Group gap="0.625rem">
      {compose && (
        <Button
          variant="default"
          leftSection={<IconMail size="1.125rem" stroke={1.5} />}
          onClick={() => compose({ ids: [record._id] })}
        >
          Mensagem
        </Button>
      )}
      {(mayChangeState || descriptor.may.delete) && (
        <MoreActions
          record={record}
          descriptor={descriptor}
          onChangeState={mayChangeState ? () => setChanging(true) : undefined}
        />
      )}
      <PayAction memberId={record._id} />
      {changing && <ChangeStateDialog record={record} onClose={() => setChanging(false)} />}
    </Group>
  )
}

interface MoreActionsProps {
  record: StoredRecord
  descriptor: ResourceDescriptor
  onChangeState: (() => void) | undefined
}

function MoreActions({ record, descriptor, onChangeState }: MoreActionsProps) {
  const remove = useDeletion(descriptor, onChangeState && { label: 'Mudar de estado', run: onChangeState })
  const navigate = useNavigate()
  const paths = useMemberPaths()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="2.25rem" aria-label="Mais ações">
          <IconDots size="1.125rem" stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onChangeState && (
          <Menu.Item
            leftSection={<IconArrowsExchange size="1.125rem" stroke={1.5} />}
            onClick={onChangeState}
          >
            Mudar de estado
          </Menu.Item>
        )}
        {descriptor.may.delete && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size="1.125rem" stroke={1.5} />}
            onClick={() => void remove(record).then((gone) => gone && navigate(paths.list))}
          >
            Eliminar a ficha
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
