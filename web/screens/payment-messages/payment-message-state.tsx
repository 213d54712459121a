import { useFields } from '../../api/queries.ts'
import { StateBadge } from '../../ui/state-badge.tsx'

/** Where a message about debts stands, in the words and the colour of its definition. */
export function PaymentMessageState({ status }: { status: unknown }) {
  const option = useFields('paymentMessage')?.status?.options?.find(({ value }) => value === status)
  return option ? <StateBadge tone={option.tone} label={option.label} /> : null
}
