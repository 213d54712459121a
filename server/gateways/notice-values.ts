import { createHash, timingSafeEqual } from 'node:crypto'
import { decimalToCents, type Cents } from '@agremia/resources/rules/amount.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'

/** Compares two secrets in constant time. An empty one is equal to none. */
export function isSameSecret(given: string, known: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(known)) && known !== ''
}

/** `24.00`, `24` or `24.00000` in cents; undefined for other texts, and for amounts that are not positive. */
export function noticeAmount(text: string): Cents | undefined {
  const [, amount] = /^(\d{1,9}(?:[.,]\d{1,2})?)0*$/.exec(text) ?? []
  const cents = amount === undefined ? undefined : decimalToCents(amount.replace(',', '.'))
  return cents !== undefined && cents > 0 ? cents : undefined
}

/** The cents that the gateway kept, rounded half up: Eupago computes with four decimals. Null for what is no amount. */
export function noticeFee(text: string): Cents | null {
  return /^\d{1,6}([.,]\d{1,6})?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * 100) : null
}

/** A time as gateways write it, `21-10-2024 15:41:00` or `2024-10-21:15:41:00`, as `2024-10-21 15:41:00`; null when it is none. */
export function noticeTime(text: string): string | null {
  const [, year, month, day, rest = ''] =
    /^(\d{4})-(\d\d)-(\d\d)(.*)$/.exec(text) ?? swapped(/^(\d\d)-(\d\d)-(\d{4})(.*)$/.exec(text)) ?? []
  const date = `${year}-${month}-${day}`
  if (!isDate(date)) return null
  const [, hour = '00', minute = '00', second = '00'] = /^[T: ](\d\d):(\d\d)(?::(\d\d))?/.exec(rest) ?? []
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
    ? `${date} ${hour}:${minute}:${second}`
    : null
}

function swapped(parts: RegExpExecArray | null): string[] | undefined {
  if (!parts) return undefined
  const [all = '', day = '', month = '', year = '', rest = ''] = parts
  return [all, year, month, day, rest]
}

/** A Multibanco reference that may have lost the zeros at its beginning; null for other texts. */
export function noticeReference(text: string): string | null {
  return /^\d{1,9}$/.test(text) ? text.padStart(9, '0') : null
}
