import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { AppLink } from './app-link.tsx'

/** Formats an amount in euros. */
export function euros(value: unknown): string {
  return formatAmount(toCents(value))
}

/** An amount that links to the list behind it. */
export function Euros({ to, amount }: { to: string; amount: number }) {
  return <AppLink to={to}>{euros(amount)}</AppLink>
}
