import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { displayPhone, portugueseDigits, portuguesePhoneKind, type PhoneKind } from './portuguese-phone.ts'
import type { TextRule } from './text-rule.ts'

/** Telephone of a person, in E.164 (`+351912345678`). Rejects service numbers (free, shared-cost, premium). */
export const phone: TextRule = {
  normalize,
  problem: (value) => formProblem(value) ?? (isForPeople(value) ? undefined : notForPeople),
  warning,
  format,
}

/** Telephone of an external entity: service numbers are accepted too. */
export const businessPhone: TextRule = { normalize, problem: formProblem, warning, format }

/** Returns the kind of a number in E.164; numbers that may be mobile or fixed count as mobile. */
export function phoneKind(value: string): PhoneKind | undefined {
  const digits = portugueseDigits(value)
  if (digits != null) return portuguesePhoneKind(digits)
  const number = e164.test(value) ? parsePhoneNumberFromString(value) : undefined
  if (!number?.isValid()) return undefined
  const type = number.getType() ?? 'other'
  return /^(MOBILE|FIXED_LINE_OR_MOBILE)$/.test(type)
    ? 'mobile'
    : /^(FIXED_LINE|VOIP|PERSONAL_NUMBER)$/.test(type)
      ? 'fixed'
      : 'other'
}

const e164 = /^\+[1-9]\d{6,14}$/
const wrongForm = 'Número de telefone inválido: indique 9 algarismos, ou + e o indicativo do país.'
const notForPeople = 'Indique um telemóvel ou um telefone fixo: este número é de serviços.'

function normalize(input: string): string {
  const text = input.normalize('NFC').replace(/\(0\)/, '')
  const digits = text.replace(/[\s\p{Cf}().\-‐‑‒–—/]/gu, '')
  if (/^\d{9}$/.test(digits)) return `+351${digits}`
  if (/^351\d{9}$/.test(digits)) return `+${digits}`
  if (/^00[1-9]\d{6,14}$/.test(digits)) return `+${digits.slice(2)}`
  return e164.test(digits) ? digits : text.trim()
}

function formProblem(value: string): string | undefined {
  return phoneKind(value) == null ? wrongForm : undefined
}

function warning(value: string): string | undefined {
  return isUnusualMobile(value) ? 'Este número não é dos que se usam em telemóveis. Confirme-o.' : undefined
}

function format(value: string): string {
  if (portugueseDigits(value) != null || !e164.test(value)) return displayPhone(value)
  return parsePhoneNumberFromString(value)?.formatInternational() ?? value
}

function isForPeople(value: string): boolean {
  return phoneKind(value) !== 'other' || isUnusualMobile(value)
}

/** Portuguese numbers that begin with 9 outside 91, 92, 93 and 96: data, former paging, reserved. */
function isUnusualMobile(value: string): boolean {
  return /^\+3519[^1236]\d{7}$/.test(value)
}
