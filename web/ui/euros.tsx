import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { AppLink } from './app-link.tsx'

/** Converts an amount of the API, in euros, to cents. Rounds, because sums of floating-point numbers have rounding errors. 0 for anything but a number. */
export function centsOf(value: unknown): number {
  return typeof value === 'number' ? (decimalToCents(value.toFixed(2)) ?? 0) : 0
}

/** Formats an amount in euros. */
export function euros(value: unknown): string {
  return formatAmount(centsOf(value))
}

/** An amount that links to the list behind it. */
export function Euros({ to, amount }: { to: string; amount: number }) {
  return <AppLink to={to}>{euros(amount)}</AppLink>
}
