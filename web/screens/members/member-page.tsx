import { useEffect, useState, type ReactNode } from 'react'
import { Button, Group } from '@mantine/core'
import { IconArrowsExchange, IconCoinEuro, IconMail, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ResourceDescriptor, Tone } from '@agremia/resources/descriptor.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { capitalise, fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { RecordPhoto } from '../../resource/photo/record-photo.tsx'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { useDeletion } from '../../resource/use-deletion.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Page } from '../../ui/page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useCompose } from '../messages/use-compose.ts'
import { ChangeStateDialog } from './change-state-dialog.tsx'
import { openChargesQuery } from './charges-queries.ts'
import { PayButton, PayDialog, payLabel } from './pay-action.tsx'
import { MemberFacts } from './member-facts.tsx'
import { memberPhotos } from './member-photos.ts'
import { rememberRecentMember } from './recent-members.ts'
import { useIsDeceased } from './member-states.ts'
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
  useEffect(() => rememberRecentMember(record._id), [record._id])
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
        <>
          {record.currentStateLabel ? (
            <StateBadge tone={record.currentStateTone as Tone} label={String(record.currentStateLabel)} />
          ) : undefined}
          <Silence record={record} />
        </>
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

/** Why this person is not written to, where everybody who opens the record sees it. */
function Silence({ record: { deathDate, doNotContact } }: { record: StoredRecord }) {
  if (typeof deathDate === 'string')
    return <StateBadge tone="grey" label={`Faleceu a ${formatDate(deathDate)}`} />
  return doNotContact === true ? <StateBadge tone="amber" label="Não contactar" /> : null
}

function isSilent({ deathDate, doNotContact }: StoredRecord): boolean {
  return deathDate != null || doNotContact === true
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

/** To somebody deceased nobody writes, and a payment is no longer the first thing to do. */
function MemberActions({ record, descriptor }: { record: StoredRecord; descriptor: ResourceDescriptor }) {
  const [asked, setAsked] = useState<'changeState' | 'pay'>()
  const mayChangeState = descriptor.actions.some(({ name }) => name === 'changeState')
  const mayPay = useMay('payments').create
  const compose = useCompose()
  const isDeceased = useIsDeceased(record)
  const ask = { changeState: () => setAsked('changeState'), pay: () => setAsked('pay') }
  const close = () => setAsked(undefined)
  return (
    <Group gap="0.625rem">
      {compose && !isDeceased && !isSilent(record) && (
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
          onChangeState={mayChangeState ? ask.changeState : undefined}
          onPay={mayPay && isDeceased ? ask.pay : undefined}
        />
      )}
      {mayPay && !isDeceased && <PayButton onPay={ask.pay} />}
      {asked === 'changeState' && <ChangeStateDialog record={record} onClose={close} />}
      {asked === 'pay' && <PayDialog memberId={record._id} onClose={close} />}
    </Group>
  )
}

interface MoreActionsProps {
  record: StoredRecord
  descriptor: ResourceDescriptor
  onChangeState: (() => void) | undefined
  /** Where it is not offered beside. */
  onPay: (() => void) | undefined
}

function MoreActions({ record, descriptor, onChangeState, onPay }: MoreActionsProps) {
  const remove = useDeletion(descriptor, onChangeState && { label: 'Mudar de estado', run: onChangeState })
  const navigate = useNavigate()
  const paths = useMemberPaths()
  return (
    <ActionMenu
      actions={[
        ...(onChangeState
          ? [{ label: 'Mudar de estado', icon: <IconArrowsExchange {...menuIcon} />, run: onChangeState }]
          : []),
        ...(onPay ? [{ label: payLabel, icon: <IconCoinEuro {...menuIcon} />, run: onPay }] : []),
        ...(descriptor.may.delete
          ? [
              {
                label: 'Eliminar a ficha',
                icon: <IconTrash {...menuIcon} />,
                isDestructive: true,
                run: () => void remove(record).then((gone) => gone && navigate(paths.list)),
              },
            ]
          : []),
      ]}
    />
  )
}

const menuIcon = { size: '1.125rem', stroke: 1.5 } as const
