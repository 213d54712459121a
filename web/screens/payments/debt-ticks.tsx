import type { Cents } from '@agremia/resources/rules/amount.ts'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { sortBySettlement } from '@agremia/resources/rules/allocate.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { useDelayed } from '../../ui/busy-indicators.tsx'
import type { Debt } from './payment-plan.ts'
import type { PaymentEntryControls } from './use-payment-entry.ts'
import { tickMark } from './use-entry-keys.ts'
import classes from './debt-ticks.module.css'

interface DebtTicksProps {
  entry: PaymentEntryControls
  debts: readonly Debt[] | undefined
}

/** The member's open charges; a checked box means that the payment settles the charge. Space toggles, arrow keys move. */
export function DebtTicks({ entry, debts }: DebtTicksProps) {
  if (!debts) return <DebtSkeleton />
  if (debts.length === 0)
    return <p className={classes.none}>Não há nada por regularizar. O que pagar fica como crédito.</p>
  return (
    <fieldset className={classes.debts}>
      <legend className={classes.legend}>Por regularizar</legend>
      {sortBySettlement(debts).map((debt) => (
        <DebtTick
          key={debt.id}
          debt={debt}
          settled={entry.plan.settled.get(debt.id) ?? 0}
          onToggle={() => entry.toggle(debt.id)}
          onRemove={debt.charge && (() => entry.removeLine(debt.id))}
        />
      ))}
    </fieldset>
  )
}

interface DebtTickProps {
  debt: Debt
  /** Cents of the charge that the payment settles. */
  settled: Cents
  onToggle: () => void
  /** Only new lines can be removed. */
  onRemove: (() => void) | undefined
}

function DebtTick({ debt, settled, onToggle, onRemove }: DebtTickProps) {
  const { description, dueDate, openAmount } = debt
  const isPartial = settled > 0 && settled < openAmount
  return (
    <label className={classes.debt} data-late={onRemove === undefined && dueDate < organisationToday()}>
      <Checkbox checked={settled > 0} indeterminate={isPartial} onChange={onToggle} {...tickMark} />
      <span className={classes.description}>{description}</span>
      {onRemove ? (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.remove}
          leftSection={<IconX size="1rem" stroke={1.75} aria-hidden />}
          aria-label={`Retirar ${description}`}
          onClick={onRemove}
        >
          Retirar
        </Button>
      ) : (
        <span className={classes.due}>{dueText(dueDate)}</span>
      )}
      <span className={classes.amount}>
        {isPartial && <span className={classes.part}>{formatAmount(settled)} de </span>}
        {formatAmount(openAmount)}
      </span>
    </label>
  )
}

function dueText(dueDate: string): string {
  const today = organisationToday()
  if (dueDate === today) return 'vence hoje'
  return `${dueDate < today ? 'venceu' : 'vence'} a ${formatDate(dueDate)}`
}

function DebtSkeleton() {
  const isLate = useDelayed(150)
  if (!isLate) return <div className={classes.waiting} />
  return (
    <div className={classes.waiting} aria-hidden>
      {[70, 60, 65].map((width) => (
        <Skeleton key={width} h="1rem" w={`${width}%`} />
      ))}
    </div>
  )
}
