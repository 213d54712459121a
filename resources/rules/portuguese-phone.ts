import { groupText } from './text-rule.ts'

/** Kind of telephone number: only `mobile` receives SMS; `other` are free, shared-cost and premium numbers. */
export type PhoneKind = 'mobile' | 'fixed' | 'other'

/** Returns the nine digits of a Portuguese number in E.164; undefined for other countries. */
export function portugueseDigits(value: string): string | undefined {
  return /^\+351(\d{9})$/.exec(value)?.[1]
}

/** Returns the kind of a Portuguese number by its nine digits; undefined outside the numbering plan. Source: ANACOM. */
export function portuguesePhoneKind(digits: string): PhoneKind | undefined {
  if (/^9[1236]\d{7}$/.test(digits)) return 'mobile'
  if (/^(2\d|30)\d{7}$/.test(digits)) return 'fixed'
  if (/^(9[0-9]\d{7}|(800|808|707|708|76[0-2])\d{6})$/.test(digits)) return 'other'
  return undefined
}

/** Returns whether a number in E.164 can use MB WAY: Portuguese mobiles only. */
export function isPortugueseMobile(value: string): boolean {
  const digits = portugueseDigits(value)
  return digits != null && portuguesePhoneKind(digits) === 'mobile'
}

/** Formats a mobile for payment gateways, `351#912345678`; undefined for numbers that cannot use MB WAY. */
export function mbwayPhone(value: string): string | undefined {
  return isPortugueseMobile(value) ? `351#${portugueseDigits(value)}` : undefined
}

/** Formats a number without country metadata: `912 345 678` for Portugal; other numbers unchanged. */
export function displayPhone(value: string): string {
  const digits = portugueseDigits(value)
  return digits == null ? value : groupText(digits, 3, 3)
}
