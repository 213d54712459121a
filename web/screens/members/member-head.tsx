import { Suspense, useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconArrowsExchange, IconCoinEuro, IconMail } from '@tabler/icons-react'
import { allows } from '@agremia/resources/access.ts'
import type { Tone } from '@agremia/resources/descriptor.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { capitalise } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { RecordPhoto } from '../../resource/photo/photo-button.tsx'
import { type ActionTarget, useDeleteAction } from '../../resource/record-actions.tsx'
import type { RecordPart } from '../../resource/record-page.tsx'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useCompose } from '../messages/index.ts'
import { ChangeStateDialog } from './state-card.tsx'
import { MemberFacts, memberPhotos, useIsDeceased } from '../member-parts/index.ts'
import { PageAction } from '../../ui/page-action.tsx'
import { loadPaymentDialog, PaymentDialog } from '../payments/index.ts'

/** The header above the tabs of a member: photo, name, state, facts and actions. */
export function memberHead({ record, descriptor }: RecordPart) {
  return {
    leading: (
      <RecordPhoto
        resource="members"
        record={record}
        photos={memberPhotos}
        name={String(record.name ?? '')}
        mayChange={allows(descriptor.may.update, record)}
      />
    ),
    state: (
      <>
        {record.currentStateLabel ? (
          <StateBadge tone={record.currentStateTone as Tone} label={String(record.currentStateLabel)} />
        ) : undefined}
        <SilenceBadge record={record} />
      </>
    ),
    subtitle: <Subtitle record={record} />,
    action: <MemberActions record={record} descriptor={descriptor} />,
    facts: <MemberFacts record={record} />,
  }
}

/** Shows that the person gets no messages, and why. */
function SilenceBadge({ record: { deathDate, doNotContact } }: { record: StoredRecord }) {
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

/** For a deceased member, messages are not offered and the payment moves to the menu. */
function MemberActions({ record, descriptor }: ActionTarget) {
  const [openDialog, setOpenDialog] = useState<'changeState' | 'pay'>()
  const mayChangeState = descriptor.actions.some(({ name }) => name === 'changeState')
  const mayPay = useMay('payments').create
  const compose = useCompose()
  const isDeceased = useIsDeceased(record)
  const open = { changeState: () => setOpenDialog('changeState'), pay: () => setOpenDialog('pay') }
  const close = () => setOpenDialog(undefined)
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
          onChangeState={mayChangeState ? open.changeState : undefined}
          onPay={mayPay && isDeceased ? open.pay : undefined}
        />
      )}
      {mayPay && !isDeceased && <PayButton onPay={open.pay} />}
      {openDialog === 'changeState' && <ChangeStateDialog record={record} onClose={close} />}
      {openDialog === 'pay' && <PayDialog memberId={record._id} onClose={close} />}
    </Group>
  )
}

interface MoreActionsProps extends ActionTarget {
  onChangeState: (() => void) | undefined
  /** Absent when the page shows it as a button. */
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

/** Opens the payment dialog; preloads it when the person is about to click. */
function PayButton({ onPay }: { onPay: () => void }) {
  return (
    <PageAction
      label={payLabel}
      icon={<IconCoinEuro size="1.125rem" stroke={1.5} />}
      onClick={onPay}
      onIntent={() => void loadPaymentDialog()}
    />
  )
}

const payLabel = 'Registar pagamento'

function PayDialog({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <PaymentDialog memberId={memberId} onClose={onClose} />
    </Suspense>
  )
}
