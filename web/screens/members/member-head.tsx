import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconArrowsExchange, IconCoinEuro, IconMail } from '@tabler/icons-react'
import type { Tone } from '@agremia/resources/descriptor.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { capitalise } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { RecordPhoto } from '../../resource/photo/record-photo.tsx'
import { useDeleteAction, type Acted } from '../../resource/record-actions.tsx'
import type { RecordPart } from '../../resource/record-page.tsx'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useCompose } from '../messages/index.ts'
import { ChangeStateDialog } from './change-state-dialog.tsx'
import { PayButton, PayDialog, payLabel } from './pay-action.tsx'
import { MemberFacts, memberPhotos, useIsDeceased } from '../member-parts/index.ts'

/** What stands above every tab of a member: face, name, state, facts and actions. */
export function memberHead({ record, descriptor }: RecordPart) {
  return {
    leading: (
      <RecordPhoto
        resource="members"
        record={record}
        photos={memberPhotos}
        name={String(record.name ?? '')}
        mayChange={descriptor.may.update}
      />
    ),
    state: (
      <>
        {record.currentStateLabel ? (
          <StateBadge tone={record.currentStateTone as Tone} label={String(record.currentStateLabel)} />
        ) : undefined}
        <Silence record={record} />
      </>
    ),
    subtitle: <Subtitle record={record} />,
    action: <MemberActions record={record} descriptor={descriptor} />,
    facts: <MemberFacts record={record} />,
  }
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

/** To somebody deceased nobody writes, and a payment is no longer the first thing to do. */
function MemberActions({ record, descriptor }: Acted) {
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
          Enviar mensagem
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

interface MoreActionsProps extends Acted {
  onChangeState: (() => void) | undefined
  /** Where it is not offered beside. */
  onPay: (() => void) | undefined
}

function MoreActions({ record, descriptor, onChangeState, onPay }: MoreActionsProps) {
  const instead = onChangeState && { label: 'Mudar de estado', run: onChangeState }
  const deletion = useDeleteAction({ record, descriptor }, { label: 'Eliminar a ficha', instead })
  return (
    <ActionMenu
      actions={[
        ...(instead ? [{ ...instead, icon: <IconArrowsExchange {...menuIcon} /> }] : []),
        ...(onPay ? [{ label: payLabel, icon: <IconCoinEuro {...menuIcon} />, run: onPay }] : []),
        ...deletion,
      ]}
    />
  )
}

const menuIcon = { size: '1.125rem', stroke: 1.5 } as const
