import { groupText } from './text-rule.ts'

/** What a number is good for: text messages need `mobile`; `other` covers free, shared-cost and premium numbers. */
export type PhoneKind = 'mobile' | 'fixed' | 'other'

/** The nine digits of a Portuguese number in E.164 form; undefined for the numbers of other countries. */
export function portugueseDigits(value: string): string | undefined {
  return /^\+351(\d{9})$/.exec(value)?.[1]
}

/** Kind of a Portuguese number from its nine digits; undefined outside the numbering plan. Source: ANACOM. */
export function portuguesePhoneKind(digits: string): PhoneKind | undefined {
  if (/^9[1236]\d{7}$/.test(digits)) return 'mobile'
  if (/^(2\d|30)\d{7}$/.test(digits)) return 'fixed'
  if (/^(9[0-9]\d{7}|(800|808|707|708|76[0-2])\d{6})$/.test(digits)) return 'other'
  return undefined
}

/** Whether a number in E.164 form may receive a request of MB WAY, which takes Portuguese mobiles only. */
export function isPortugueseMobile(value: string): boolean {
  const digits = portugueseDigits(value)
  return digits != null && portuguesePhoneKind(digits) === 'mobile'
}

/** The form in which payment gateways take the mobile of MB WAY, `351#912345678`; undefined for any other number. */
export function mbwayPhone(value: string): string | undefined {
  return isPortugueseMobile(value) ? `351#${portugueseDigits(value)}` : undefined
}

/** Display form without a table of countries: `912 345 678` for Portugal, the stored form for other numbers. */
export function displayPhone(value: string): string {
  const digits = portugueseDigits(value)
  return digits == null ? value : groupText(digits, 3, 3)
}
