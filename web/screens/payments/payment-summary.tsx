import type { ReactNode } from 'react'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { plainText } from '../../fields/texts.ts'
import { formatCount } from '../../ui/format-count.ts'
import type { PaymentEntryControls } from './use-payment-entry.ts'
import classes from './payment-summary.module.css'

/** With more lines than these the button that registers would go out of sight; all of them are ticked beside it. */
const mostLines = 4

/** What the payment would settle, what is left over and what is still owed, as it will be registered; nothing of nobody. */
export function PaymentSummary({ entry }: { entry: Pick<PaymentEntryControls, 'plan' | 'payers'> }) {
  const { plan, payers } = entry
  if (payers.length === 0) return null
  const names = new Map(payers.map(({ id, record }) => [id, plainText(record?.name)]))
  const lines = plan.debts.filter(({ id }) => plan.settled.has(id))
  const named = lines.length > mostLines ? lines.slice(0, mostLines - 1) : lines
  const unnamed = lines.slice(named.length)
  return (
    <dl className={classes.summary} aria-label="O que fica pago">
      {named.map(({ id, memberId, description, openAmount }) => {
        const settled = plan.settled.get(id) ?? 0
        return (
          <Row key={id} amount={settled}>
            {description}
            {settled < openAmount && <span className={classes.aside}> (em parte)</span>}
            {payers.length > 1 && <span className={classes.aside}> {names.get(memberId)}</span>}
          </Row>
        )
      })}
      {unnamed.length > 0 && (
        <Row amount={unnamed.reduce((sum, { id }) => sum + (plan.settled.get(id) ?? 0), 0)}>
          E mais {formatCount(unnamed.length)}
        </Row>
      )}
      {plan.credit > 0 && <Row amount={plan.credit}>Fica como crédito</Row>}
      <Row amount={plan.remaining} isRest>
        Fica em dívida
      </Row>
    </dl>
  )
}

interface RowProps {
  amount: number
  /** What is left, apart from what is settled. */
  isRest?: boolean
  children: ReactNode
}

function Row({ amount, isRest, children }: RowProps) {
  return (
    <div className={classes.row} data-rest={isRest}>
      <dt>{children}</dt>
      <dd>{formatAmount(amount)}</dd>
    </div>
  )
}
