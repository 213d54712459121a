import type { Cents } from '@agremia/resources/rules/amount.ts'
import { useQuery } from '@tanstack/react-query'
import type { FieldMap, Tone } from '@agremia/resources/descriptor.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { listQuery, useFields } from '../../api/queries.ts'
import { organisationTimeZone } from '../../fields/organisation-clock.ts'
import { choiceText, plainText } from '../../fields/texts.ts'
import { FormField } from '../../resource/form/form-sections.tsx'
import type { RecordPart } from '../../resource/record-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/with-side.tsx'
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx'
import { messagePath } from '../../paths/messages.ts'
import type { StoredRecord } from '../../api/client.ts'
import classes from './payment-side.module.css'

/** Beside the receipt: editable notes, uses of the credit, and messages with the receipt. */
export function PaymentSide({ record, form, descriptor }: RecordPart) {
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
      {hasCredit && <CreditUses id={record._id} isCancelled={record.status === 'cancelled'} />}
      <ReceiptMessages id={record._id} />
    </>
  )
}

/** The other fields of a payment cannot change after it is registered. */
export const editableFields = ['reference', 'notes']

function CreditUses({ id, isCancelled }: { id: string; isCancelled: boolean }) {
  const parent = { resource: 'payments', id }
  const found = useQuery(listQuery('creditUses', { parent, sort: 'date', limit: 50 })).data?.data
  if (!found) return null
  return (
    <Card title="Uso do crédito">
      {isCancelled && <p>O crédito foi anulado com o pagamento.</p>}
      {!isCancelled && found.length === 0 && <p>Ainda não foi usado.</p>}
      <Timeline>
        {found.map((use) => (
          <TimelineEntry
            key={use._id}
            tone={use.status === 'active' ? 'green' : undefined}
            title={plainText(use.unsettledPaymentLabel)}
            when={`${formatDate(plainText(use.date))} · ${formatAmount(toCents(use.amount))}`}
            detail={use.status === 'active' ? undefined : 'Devolvido'}
          />
        ))}
      </Timeline>
    </Card>
  )
}

/** The messages with the receipt, sent or not; undefined while they load. */
export function useReceiptMessages(paymentId: string): StoredRecord[] | undefined {
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
            when={formatDateTime(plainText(message.sentAt ?? message._created_at), organisationTimeZone())}
            detail={plainText(message.recipient)}
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
export function partsOf(payment: StoredRecord): PaymentPart[] {
  return Array.isArray(payment.items) ? payment.items.map((item) => partOf(item as StoredRecord)) : []
}

function partOf(item: StoredRecord): PaymentPart {
  return {
    debtId: typeof item.unsettledPaymentId === 'string' ? item.unsettledPaymentId : null,
    memberId: plainText(item.memberId),
    memberName: plainText(item.memberLabel),
    type: (item.type as ChargeType | null | undefined) ?? null,
    description: plainText(item.description),
    cents: toCents(item.amount),
  }
}
