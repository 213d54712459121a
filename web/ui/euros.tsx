import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { AppLink } from './app-link.tsx'

/** Formats an amount in euros, rounded to cents. */
export function euros(amount: number): string {
  return formatAmount(decimalToCents(amount.toFixed(2)) ?? 0)
}

/** An amount that links to the list of its items. */
export function Euros({ to, amount }: { to: string; amount: number }) {
  return <AppLink to={to}>{euros(amount)}</AppLink>
}
