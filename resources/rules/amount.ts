import { once } from './once.ts'

declare const unit: unique symbol
/** An amount in cents: a whole number. */
export type Cents = number & { readonly [unit]?: 'cents' }
/** An amount in euros, with at most two decimals, as the API sends it. */
export type Euros = number & { readonly [unit]?: 'euros' }

/** Largest amount in cents, in either direction: a hundred thousand million euros, exact in a JavaScript number. */
export const maxCents = 1e13

/**
 * Reads an amount of euros as people type it (`1.234,56 €`, `1 234,56`, `1234.56`, `-5`) and gives cents.
 * With both marks the last one is the decimal mark; a point followed by exactly three digits separates thousands.
 * Undefined when the text is no amount, has more than two decimals or is beyond `maxCents`.
 */
export function parseAmount(text: string): number | undefined {
  const plain = text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2212–]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
  const parts = /^(-?) ?(?:€|EUR)? ?(-?)([\d., ]*\d) ?(?:€|EUR|euros?)?$/i.exec(plain)
  if (!parts || (parts[1] && parts[2])) return undefined
  const number = splitNumber(parts[3]!)
  return number && toCents(Boolean(parts[1] || parts[2]), number.whole, number.decimals)
}

/**
 * Display form of an amount in cents, `1 234,50 €`, `−5,00 €`; both spaces are unbreakable, so that columns stay even. The minus
 * is U+2212, as wide as a figure, where `Intl` gives a hyphen.
 */
export function formatAmount(cents: number): string {
  return withMinus(euros().format(assertCents(cents) / 100))
}

/**
 * Amount in cents as the decimal number of euros that travels on the wire. The number nearest to the decimal
 * text, so that writing it and reading it back gives the same cents.
 */
export function centsToDecimal(cents: number): number {
  return Number(centsToDecimalText(cents))
}

/** Amount in cents as plain text with two decimals and a point, `1234.50`: the form of gateways and bank files. */
export function centsToDecimalText(cents: number): string {
  const digits = String(Math.abs(assertCents(cents))).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Cents of a decimal number of euros (`12.3`, or its text `'12.30'`), read from its digits and never multiplied
 * as a float. Undefined with more than two decimals, an exponent, or beyond `maxCents`.
 */
export function decimalToCents(value: number | string): number | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value))
  return parts ? toCents(parts[1] === '-', parts[2]!, parts[3] ?? '') : undefined
}

/** A number in Portuguese, `12 345,678`, groups always separated; `decimals` fixes how many are shown. */
export function formatNumber(value: number, decimals?: number): string {
  if (decimals == null) return withMinus(plainNumbers().format(value))
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

/** A ratio as a percentage with at most one decimal: 0.235 gives `23,5%`. */
export function formatPercent(ratio: number): string {
  return withMinus(percentages().format(ratio))
}

/** People read a minus sign (U+2212), which is as wide as a digit; machines are given numbers. */
function withMinus(text: string): string {
  return text.replace('-', '\u2212')
}

const unsignedZero = { signDisplay: 'negative' } as const
const euros = once(
  () =>
    new Intl.NumberFormat('pt-PT', {
      style: 'currency',
      currency: 'EUR',
      useGrouping: 'always',
      ...unsignedZero,
    }),
)
const plainNumbers = once(() => new Intl.NumberFormat('pt-PT', { useGrouping: 'always', ...unsignedZero }))
const fixedNumbers = new Map<number, Intl.NumberFormat>()
const percentages = once(
  () => new Intl.NumberFormat('pt-PT', { style: 'percent', maximumFractionDigits: 1, ...unsignedZero }),
)

/** Finds the decimal mark; what stands before it may be grouped in threes by the other mark or by spaces. */
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

function toCents(negative: boolean, whole: string, decimals: string): number | undefined {
  if (decimals.length > 2) return undefined
  const cents = Number(whole + decimals.padEnd(2, '0'))
  if (cents > maxCents) return undefined
  return negative && cents !== 0 ? -cents : cents
}

function assertCents(cents: number): number {
  if (!Number.isInteger(cents) || Math.abs(cents) > maxCents) {
    throw new RangeError(`not an amount in cents: ${cents}`)
  }
  return cents
}
