import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { AppLink } from './app-link.tsx'

/** An amount of euros as people read it. Sums made here are rounded to cents first. */
export function euros(amount: number): string {
  return formatAmount(decimalToCents(amount.toFixed(2)) ?? 0)
}

/** An amount that leads to the list of what it is made of. */
export function Euros({ to, amount }: { to: string; amount: number }) {
  return <AppLink to={to}>{euros(amount)}</AppLink>
}
