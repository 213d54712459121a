import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { useFields } from '../../api/queries.ts'
import { choiceText, plainText } from '../../fields/texts.ts'
import type { Reads } from '../../resource/list/reading.ts'
import { centsOf } from './payment-parts.ts'
import classes from './payment-card.module.css'

/** The fields that `PaymentCard` reads. */
export const cardFields = ['amount', 'date', 'memberId', 'method', 'receiptNumber', 'status'] as const

/** The amount, struck through when the payment is cancelled. */
export function AmountCell({ record }: { record: Reads<'amount' | 'status'> }) {
  return (
    <span className={classes.amount} data-cancelled={record.status === 'cancelled'}>
      {formatAmount(centsOf(record.amount))}
    </span>
  )
}

/** A payment in the list on a phone. */
export function PaymentCard({ record }: { record: Reads<(typeof cardFields)[number]> }) {
  const fields = useFields('payments')
  const isCancelled = record.status === 'cancelled'
  const facts = [
    plainText(record.receiptNumber),
    formatDate(plainText(record.date)),
    fields?.method && choiceText(record.method, fields.method),
    isCancelled && fields?.status && choiceText(record.status, fields.status),
  ]
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className={classes.name}>{plainText(record.memberLabel)}</strong>
        <AmountCell record={record} />
      </span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
