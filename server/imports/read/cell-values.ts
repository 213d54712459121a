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

/** How serial numbers of days count. LibreOffice counts days before March 1900 as they were, and days before 1900 too. */
export interface DayCount {
  startsIn1904: boolean
  isOfLibreOffice?: boolean
}

/**
 * `2026-03-07` of a serial number of a day; undefined when it is none. Excel has a 29 February 1900, which did not exist: days before it are
 * one later.
 */
export function serialDate(value: number, { startsIn1904, isOfLibreOffice }: DayCount): string | undefined {
  const whole = Math.floor(value + 1e-9) + (startsIn1904 ? daysTo1904 : 0)
  if (whole < (isOfLibreOffice ? -100_000 : 0) || whole > 2_958_465) return undefined
  const day = whole < 61 && !startsIn1904 && !isOfLibreOffice ? whole + 1 : whole
  return new Date((day - daysBefore1970) * 86_400_000).toISOString().slice(0, 10)
}

/** `14:30` or `14:30:05` of the part of a serial number after the comma, empty at midnight. */
export function serialTime(value: number): string {
  const seconds = Math.round((value - Math.floor(value + 1e-9)) * 86_400)
  return seconds === 0 ? '' : clock(seconds).replace(/:00$/, '')
}

/** `2026-03-07`, or `2026-03-07 14:30` unless the time is midnight, of an ISO 8601 date of XML. */
export function momentText(iso: string): string {
  const [, day = iso, time = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2})?)/.exec(iso) ?? []
  const shown = time.replace(/:00$/, '')
  return shown === '' || shown === '00:00' ? day : `${day} ${shown}`
}

/** `25:30:00` of days; of more than a day too. */
export function durationText(days: number): string {
  const seconds = Math.round(days * 86_400)
  return seconds < 0 ? `-${clock(-seconds)}` : clock(seconds)
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Kind of value that a number format shows. */
export type NumberShape = 'day' | 'moment' | 'duration' | undefined

/** Texts in quotes and colours and conditions in brackets do not count. */
export function shapeOfFormat(code: string): NumberShape {
  const plain = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').replaceAll(/\[(?!h|m|s)[^\]]*\]/gi, '')
  if (/general/i.test(plain)) return undefined
  const hasTime = /[hs]/i.test(plain)
  if (/[dy]|mmm/i.test(plain)) return hasTime ? 'moment' : 'day'
  return hasTime ? 'duration' : undefined
}

/** Of the built-in formats (ECMA-376, part 1, section 18.8.30), also those of other languages. */
export function shapeOfBuiltIn(id: number): NumberShape {
  if (id === 22) return 'moment'
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'duration'
  return (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'day' : undefined
}
