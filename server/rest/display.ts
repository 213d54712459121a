import type { Field } from '@agremia/resources/fields.ts'
import { decimalToCents, formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { readableText } from '@agremia/resources/validate.ts'

/** A wire value as text for people; empty for objects. */
export function display(
  field: Field | undefined,
  value: unknown,
  terminology: Terminology,
  timeZone: string,
): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return value.map((item) => display(field, item, terminology, timeZone)).join(', ')
  if (typeof value === 'object') return ''
  if (!field) return String(value)
  if (field.options) {
    const option = field.options.find((known) => known.value === value)
    return option ? fillTerms(option.label, terminology) : String(value)
  }
  if (field.column === 'date') return formatDate(String(value))
  if (field.column === 'instant') return formatDateTime(String(value), timeZone)
  if (field.column === 'cents') return formatAmount(decimalToCents(Number(value)) ?? 0)
  return typeof value === 'string' ? readableText(field, value) : String(value)
}
