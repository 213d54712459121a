/** Texts of the values that workbooks have as numbers. */

/** A number as a spreadsheet shows it: at most 15 digits, with a decimal comma, so that `1.234` is never read as a thousand. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  const plain = Number(value.toPrecision(15))
  if (Number.isInteger(plain) && Math.abs(plain) < 1e21) return BigInt(plain).toString()
  return plain.toFixed(10).replace(/0+$/, '').replace(/\.$/, '').replace('.', ',')
}

const daysBefore1970 = 25_569
/** Days between 1 January 1904 and what Excel calls 1 January 1900. */
const daysTo1904 = 1462

/**
 * `2026-03-07` of a serial number of a day; undefined when it is none. Excel has a 29 February 1900, which did not exist: days before it are
 * one later.
 */
export function serialDate(value: number, startsIn1904: boolean): string | undefined {
  const whole = Math.floor(value + 1e-9) + (startsIn1904 ? daysTo1904 : 0)
  if (whole < 1 || whole > 2_958_465) return undefined
  const day = whole < 61 && !startsIn1904 ? whole + 1 : whole
  return new Date((day - daysBefore1970) * 86_400_000).toISOString().slice(0, 10)
}

/** Whether a format of numbers shows a day. Texts in quotes and colours and conditions in brackets do not count. */
export function isDateFormat(code: string): boolean {
  const plain = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').replaceAll(/\[(?!h|m|s)[^\]]*\]/gi, '')
  return /[dy]|mmm/i.test(plain) && !/general/i.test(plain)
}

/** Built-in formats of days (ECMA-376, part 1, section 18.8.30), also those of other languages. */
export function isBuiltInDateFormat(id: number): boolean {
  return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
}
