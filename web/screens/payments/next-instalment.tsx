import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { StoredRecord } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import type { PaymentEntryControls } from './use-payment-entry.ts'
import type { Debt } from './payment-plan.ts'
import classes from './payment-entry.module.css'

interface NextInstalmentsProps {
  entry: PaymentEntryControls
  debts: readonly Debt[]
}

/** The next instalment of each agreement, with a button to pay only that. */
export function NextInstalments({ entry, debts }: NextInstalmentsProps) {
  const agreements = new Set(debts.flatMap(({ agreementId }) => agreementId ?? []))
  return [...agreements].map((agreementId) => (
    <NextInstalment key={agreementId} entry={entry} agreementId={agreementId} />
  ))
}

function NextInstalment({ entry, agreementId }: { entry: PaymentEntryControls; agreementId: string }) {
  const parent = { resource: 'paymentAgreements', id: agreementId }
  const found = useQuery(listQuery('agreementInstalments', { parent, sort: 'dueDate', limit: 60 })).data?.data
  const next = nextInstalment(found ?? [])
  if (!next) return null
  return (
    <div className={classes.instalment}>
      <span>
        {next.number}.ª prestação do acordo: <strong>{formatAmount(next.cents)}</strong>, até{' '}
        {formatDate(next.dueDate)}.
      </span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => entry.payInstalment(agreementId, next.cents)}
      >
        Pagar a próxima prestação
      </Button>
    </div>
  )
}

/** The first instalment with an open amount. */
export function nextInstalment(
  instalments: readonly StoredRecord[],
): { number: number; dueDate: string; cents: number } | undefined {
  for (const { number, dueDate, amount, paidAmount, waivedAmount } of instalments) {
    const [whole = 0, paid = 0, waived = 0] = [amount, paidAmount, waivedAmount].map(
      (value) => decimalToCents(Number(value ?? 0)) ?? 0,
    )
    const cents = whole - paid - waived
    if (cents > 0) return { number: Number(number), dueDate: String(dueDate), cents }
  }
  return undefined
}
