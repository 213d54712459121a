import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { paidForQuery, type PaidFor } from './payer-queries.ts'
import { proposalMark } from './use-entry-keys.ts'
import type { PaymentEntryControls } from './use-payment-entry.ts'
import classes from './payment-entry.module.css'

/** Members for whom this member also paid last time and who owe something now; Alt+A adds them to the receipt. */
export function PaidForLastTime({ entry, memberId }: { entry: PaymentEntryControls; memberId: string }) {
  const found = useQuery(paidForQuery(memberId, entry.entry)).data ?? []
  if (found.length === 0) return null
  return (
    <div className={classes.instalment}>
      <span>Da última vez pagou também por {joinList(found.map(debtText))}.</span>
      <Button
        size="compact-sm"
        variant="default"
        rightSection={<KeyCaps keys="Alt+a" />}
        onClick={() => entry.addPayers(found.map(({ _id }) => _id))}
        {...proposalMark}
      >
        Juntar a este recibo
      </Button>
    </div>
  )
}

function debtText({ name, debts, balance }: PaidFor): string {
  return `${name} (${counted(debts, 'dívida', 'dívidas')}, ${formatAmount(decimalToCents(balance) ?? 0)})`
}
