import type { Cents } from '@agremia/resources/rules/amount.ts'
import type { ReactNode } from 'react'
import { formatAmount, formatNumber } from '@agremia/resources/rules/amount.ts'
import type { PaymentEntryControls } from './use-payment-entry.ts'
import classes from './payment-summary.module.css'

/** More lines would push the button out of view; the full list is beside it. */
const maxLines = 4

/** The debts that the payment settles, the credit and the remaining debt; nothing without payers. */
export function PaymentSummary({ entry }: { entry: Pick<PaymentEntryControls, 'plan' | 'payers'> }) {
  const { plan, payers } = entry
  if (payers.length === 0) return null
  const names = new Map(payers.map(({ id, record }) => [id, record?.name ?? '']))
  const lines = plan.debts.filter(({ id }) => plan.settled.has(id))
  const named = lines.length > maxLines ? lines.slice(0, maxLines - 1) : lines
  const unnamed = lines.slice(named.length)
  return (
    <dl className={classes.summary} aria-label="O que fica pago">
      {named.map(({ id, memberId, description, openAmount }) => {
        const settled = plan.settled.get(id) ?? 0
        return (
          <Row key={id} amount={settled}>
            {description}
            {settled < openAmount && <span className="dimmed"> (em parte)</span>}
            {payers.length > 1 && <span className="dimmed"> {names.get(memberId)}</span>}
          </Row>
        )
      })}
      {unnamed.length > 0 && (
        <Row amount={unnamed.reduce((sum, { id }) => sum + (plan.settled.get(id) ?? 0), 0)}>
          E mais {formatNumber(unnamed.length)}
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
  amount: Cents
  /** Whether it is the remaining debt, drawn apart. */
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
