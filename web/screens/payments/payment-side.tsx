import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Anchor } from '@mantine/core'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { useQuery } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { returnReasons } from '@agremia/resources/return-reasons.ts'
import { formatDate, formatDateLong, formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { listQuery, recordQuery, useFields } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { choiceText } from '../../fields/texts.ts'
import { FormField } from '../../resource/form/form-sections.tsx'
import type { RecordPart } from '../../resource/record-page.tsx'
import { transactionPath } from '../../paths/treasury.ts'
import { AppLink, LinkIfOpen } from '../../ui/app-link.tsx'
import { Card } from '../../ui/with-side.tsx'
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx'
import { messagePath } from '../../paths/messages.ts'
import classes from './payment-side.module.css'
import type { Tone } from '@agremia/resources/field-types.ts'

/** Beside the receipt: editable notes, uses of the credit, and messages with the receipt. */
export function PaymentSide({ record, form, descriptor }: RecordPart<'payments'>) {
  const hasCredit = partsOf(record).some(({ debtId }) => debtId === null)
  return (
    <>
      <Card title="Notas">
        <div className={classes.fields}>
          {Object.values(form.fields).map((field) => (
            <FormField key={field.name} form={form} field={field} readOnly={!descriptor.may.update} />
          ))}
        </div>
      </Card>
      {record.status === 'returned' && <Return id={record._id} />}
      <Posting record={record} />
      {hasCredit && <CreditUses id={record._id} status={record.status} />}
      <ReceiptMessages id={record._id} />
    </>
  )
}

/** Where the money entered, and its transaction; nothing for payments that are not in the treasury. */
function Posting({ record }: Pick<RecordPart<'payments'>, 'record'>) {
  const transactionId = record.treasuryTransactionId ?? ''
  const transaction = useQuery({
    ...recordQuery('transactions', transactionId),
    enabled: transactionId !== '',
  }).data
  if (!transaction) return null
  const fee = toCents(record.fee)
  return (
    <Card title="Tesouraria">
      <p>
        Entrou em {transaction.accountLabel}
        {fee > 0 && `, menos ${formatAmount(fee)} de comissão`}.
      </p>
      <Anchor component={LinkIfOpen} to={transactionPath(transactionId)} underline="always">
        Transação {transaction.number}
      </Anchor>
    </Card>
  )
}

/** The other fields of a payment cannot change after it is registered. */
export const editableFields = ['reference', 'notes'] as const

/** When and why the money went back, what to do, and the charges that followed. */
function Return({ id }: { id: string }) {
  const parent = { resource: 'payments', id }
  const found = useQuery(listQuery('paymentReturns', { parent, where: { status: 'active' }, limit: 1 })).data
    ?.data
  const [back] = found ?? []
  if (!back) return null
  const { label, advice } = returnReasons[back.reason]
  const cost = toCents(back.cost)
  return (
    <Card title="Devolução">
      <p>
        {formatDateLong(back.date)}: {label.toLowerCase()}. {advice}
      </p>
      {cost > 0 && (
        <p>
          Custou {formatAmount(cost)} no banco
          {back.costChargeId === null ? '.' : ', que quem pagou passou a dever.'}
        </p>
      )}
      {back.refundChargeId !== null && <p>O crédito que já tinha sido devolvido ficou em dívida.</p>}
      {back.notes && <p>{back.notes}</p>}
    </Card>
  )
}

function CreditUses({ id, status }: { id: string; status: unknown }) {
  const parent = { resource: 'payments', id }
  const found = useQuery(listQuery('creditUses', { parent, sort: 'date', limit: 50 })).data?.data
  if (!found) return null
  return (
    <Card title="Uso do crédito">
      {status === 'cancelled' && <p>O crédito foi anulado com o pagamento.</p>}
      {status === 'returned' && <p>O crédito acabou com a devolução.</p>}
      {status !== 'cancelled' && status !== 'returned' && found.length === 0 && <p>Ainda não foi usado.</p>}
      <Timeline>
        {found.map((use) => (
          <TimelineEntry
            key={use._id}
            tone={use.status === 'active' ? 'green' : undefined}
            title={use.unsettledPaymentLabel ?? use.refundLabel ?? ''}
            when={`${formatDate(use.date)} · ${formatAmount(toCents(use.amount))}`}
            detail={use.status === 'active' ? undefined : 'Desfeito'}
          />
        ))}
      </Timeline>
    </Card>
  )
}

/** The messages with the receipt, sent or not; undefined while they load. */
export function useReceiptMessages(paymentId: string): ResourceRecord<'messages'>[] | undefined {
  const where = { aboutResource: 'payments', aboutId: paymentId }
  return useQuery(listQuery('messages', { where, limit: 20 })).data?.data
}

function ReceiptMessages({ id }: { id: string }) {
  const state = useFields('messages')?.state
  const found = useReceiptMessages(id)
  if (!state || !found || found.length === 0) return null
  return (
    <Card title="Mensagens com o recibo">
      <Timeline>
        {found.map((message) => (
          <TimelineEntry
            key={message._id}
            tone={toneOf(state.options, message.state)}
            title={<AppLink to={messagePath(message._id)}>{choiceText(message.state, state)}</AppLink>}
            when={formatDateTime(message.sentAt ?? message._created_at, organisationTimeZone())}
            detail={message.recipient ?? ''}
          />
        ))}
      </Timeline>
    </Card>
  )
}

function toneOf(
  options: NonNullable<FieldMap[string]['options']> | undefined,
  value: unknown,
): Tone | undefined {
  return options?.find((option) => option.value === value)?.tone
}

/** One item of a payment: a charge that it settles, or credit. */
interface PaymentPart {
  /** Null for credit. */
  debtId: string | null
  memberId: string
  memberName: string
  /** Null for credit. */
  type: ChargeType | null
  description: string
  cents: Cents
}

/** The items of a payment record; empty for records from a list, which have no items. */
export function partsOf(payment: ResourceRecord<'payments'>): PaymentPart[] {
  const items = (payment.items ?? []) as ResourceRecord<'paymentItems'>[]
  return items.map(partOf)
}

function partOf(item: ResourceRecord<'paymentItems'>): PaymentPart {
  return {
    debtId: item.unsettledPaymentId,
    memberId: item.memberId,
    memberName: item.memberLabel ?? '',
    type: item.type,
    description: item.description,
    cents: toCents(item.amount),
  }
}
