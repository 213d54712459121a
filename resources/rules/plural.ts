import { formatNumber } from './amount.ts'

/** Returns the word for a count: in European Portuguese the singular is for 1 only; 0 and 1,5 take the plural. */
export function plural(count: number, one: string, other: string): string {
  return Math.abs(count) === 1 ? one : other
}

/** Formats a count with its word: `1 sócio`, `0 sócios`, `12 345 sócios`. */
export function counted(count: number, one: string, other: string): string {
  return `${formatNumber(count)} ${plural(count, one, other)}`
}

/** Joins a list: `a`, `a e b`, `a, b e c`. `conjunction` replaces `e`. */
export function joinList(items: readonly string[], conjunction = 'e'): string {
  if (items.length < 2) return items[0] ?? ''
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`
}
