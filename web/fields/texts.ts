import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { decimalToCents, formatAmount, formatNumber } from '@agremia/resources/rules/amount.ts'
import { formatDate, isDate } from '@agremia/resources/rules/dates.ts'
import { displayPhone } from '@agremia/resources/rules/portuguese-phone.ts'
import type { FaceText, Values } from './field-face.ts'
import type { InputType } from '@agremia/resources/field-types.ts'

/**
 * Plain texts of the most frequent input types, without their controls: rows are drawn before the application's
 * code is loaded, and this module must stay light.
 */
export const texts = {
  date: { toText: dateText, width: 8 },
  money: { toText: moneyText, align: 'end', width: 8 },
  number: { toText: numberText, align: 'end', width: 6 },
  phone: { toText: (value) => displayPhone(plainText(value)), width: 8 },
  reference: { toText: referenceText, width: 10 },
  select: { toText: choiceText, width: 10 },
} satisfies Partial<Record<InputType, FaceText>>

/** The text of a string or number; otherwise empty. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

function dateText(value: unknown): string {
  return typeof value === 'string' && isDate(value) ? formatDate(value) : plainText(value)
}

/** Integers are shown without digit groups, because most are identifiers or years. */
function numberText(value: unknown, field?: FieldDescriptor): string {
  if (typeof value !== 'number') return plainText(value)
  return field?.type === 'int32' ? String(value) : formatNumber(value)
}

function moneyText(value: unknown): string {
  if (typeof value !== 'number') return plainText(value)
  const cents = decimalToCents(value)
  return cents === undefined ? String(value) : formatAmount(cents)
}

export function choiceText(value: unknown, field: FieldDescriptor): string {
  return field.options?.find((each) => each.value === value)?.label ?? plainText(value)
}

/** The label of the referenced record, from `<name>Label`. */
export function referenceText(value: unknown, field: FieldDescriptor, record: Values): string {
  return value === null || value === undefined ? '' : plainText(record[`${baseOf(field)}Label`])
}

/** `categoryId` → `category`: prefix of the fields that accompany a reference. */
export function baseOf(field: FieldDescriptor): string {
  return field.name.replace(/Id$/, '')
}

/** The strings of a multi-value field. */
export function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
}
