/** SQL of an amount in cents as euros, as amounts travel; nothing is zero. */
export function euros(cents: string): string {
  return `round(coalesce(${cents}, 0) / 100.0, 2)`
}
