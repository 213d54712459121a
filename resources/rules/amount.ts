import { lazy } from './once.ts'

declare const unit: unique symbol
/** An amount in cents: an integer. */
export type Cents = number & { readonly [unit]?: 'cents' }
/** An amount in euros with at most two decimals, as in the API. */
export type Euros = number & { readonly [unit]?: 'euros' }

/** Largest absolute amount in cents: 100 000 million euros, exact as a JavaScript number. */
export const maxCents = 1e13

/**
 * Parses an amount of euros as people type it (`1.234,56 €`, `1 234,56`, `1234.56`, `-5`) to cents. If both marks occur, the last
 * one is the decimal mark; a point before exactly three digits separates thousands. Undefined when the text is not an amount, has
 * more than two decimals or exceeds `maxCents`.
 */
export function parseAmount(text: string): Cents | undefined {
  const plain = text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2212–]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
  const parts = /^(-?) ?(?:€|EUR)? ?(-?)([\d., ]*\d) ?(?:€|EUR|euros?)?$/i.exec(plain)
  if (!parts || (parts[1] && parts[2])) return undefined
  const number = splitNumber(parts[3]!)
  return number && joinCents(Boolean(parts[1] || parts[2]), number.whole, number.decimals)
}

/**
 * Formats an amount in cents: `1 234,50 €`, `−5,00 €`. Spaces are no-break spaces. The minus is U+2212, which is as wide as a
 * digit, so that columns align. As `Intl.NumberFormat` does, which is slow to create, except for its hyphen.
 */
export function formatAmount(cents: Cents): string {
  const [whole = '', decimals = ''] = centsToDecimalText(cents).split('.')
  return `${withMinus(groupThousands(whole))},${decimals}\u00a0€`
}

/**
 * Converts cents to euros, as the API sends them: the number nearest to the decimal text, so that converting back gives the same
 * cents.
 */
export function toEuros(cents: Cents): Euros {
  return Number(centsToDecimalText(cents))
}

/**
 * Converts an amount of the API, in euros, to cents. Rounds, since sums of floating-point numbers have rounding errors; 0 for what is
 * no amount.
 */
export function toCents(euros: unknown): Cents {
  if (typeof euros === 'string') return decimalToCents(euros) ?? 0
  return typeof euros === 'number' ? (decimalToCents(euros.toFixed(2)) ?? 0) : 0
}

/** Converts cents to text with two decimals and a point, `1234.50`, for payment gateways and bank files. */
export function centsToDecimalText(cents: Cents): string {
  const digits = String(Math.abs(assertCents(cents))).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Converts euros (`12.3`, or text `'12.30'`) to cents by its digits, since multiplying floats is inexact. Undefined with more
 * than two decimals, an exponent, or beyond `maxCents`.
 */
export function decimalToCents(value: number | string): Cents | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value))
  return parts ? joinCents(parts[1] === '-', parts[2]!, parts[3] ?? '') : undefined
}

/**
 * Formats a number, `12 345,678`, with grouped thousands; `decimals` fixes the number of decimals. Integers need no
 * `Intl.NumberFormat`, which is slow to create.
 */
export function formatNumber(value: number, decimals?: number): string {
  if (decimals == null)
    return withMinus(
      Number.isSafeInteger(value) ? groupThousands(String(value)) : plainNumbers().format(value),
    )
  let format = fixedNumbers.get(decimals)
  if (!format) {
    format = new Intl.NumberFormat('pt-PT', {
      useGrouping: 'always',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      ...unsignedZero,
    })
    fixedNumbers.set(decimals, format)
  }
  return withMinus(format.format(value))
}

/** Formats a ratio as a percentage with at most one decimal: 0.235 → `23,5%`. */
export function formatPercent(ratio: number): string {
  return withMinus(percentages().format(ratio))
}

/** Groups the digits of an integer with no-break spaces. */
function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '\u00a0')
}

/** Replaces the hyphen by the minus sign (U+2212), which is as wide as a digit. */
function withMinus(text: string): string {
  return text.replace('-', '\u2212')
}

const unsignedZero = { signDisplay: 'negative' } as const
const plainNumbers = lazy(() => new Intl.NumberFormat('pt-PT', { useGrouping: 'always', ...unsignedZero }))
const fixedNumbers = new Map<number, Intl.NumberFormat>()
const percentages = lazy(
  () => new Intl.NumberFormat('pt-PT', { style: 'percent', maximumFractionDigits: 1, ...unsignedZero }),
)

/** Splits a number at its decimal mark; the integer part may be grouped in threes by the other mark or by spaces. */
function splitNumber(text: string): { whole: string; decimals: string } | undefined {
  const mark = decimalMark(text)
  const at = mark ? text.lastIndexOf(mark) : text.length
  const whole = text.slice(0, at)
  const decimals = text.slice(at + 1)
  const grouped = /^\d{1,3}(?:([ .,])\d{3})(?:\1\d{3})*$/.exec(whole)
  if (grouped && grouped[1] !== mark) return { whole: whole.replace(/\D/g, ''), decimals }
  return /^\d*$/.test(whole) && /^\d*$/.test(decimals) ? { whole: whole || '0', decimals } : undefined
}

function decimalMark(text: string): ',' | '.' | undefined {
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  if (comma >= 0) return comma > point ? ',' : '.'
  return point >= 0 && !/^[1-9]\d{0,2}(\.\d{3})+$/.test(text) ? '.' : undefined
}

function joinCents(negative: boolean, whole: string, decimals: string): Cents | undefined {
  if (decimals.length > 2) return undefined
  const cents = Number(whole + decimals.padEnd(2, '0'))
  if (cents > maxCents) return undefined
  return negative && cents !== 0 ? -cents : cents
}

function assertCents(cents: Cents): Cents {
  if (!Number.isInteger(cents) || Math.abs(cents) > maxCents) {
    throw new RangeError(`not an amount in cents: ${cents}`)
  }
  return cents
}
