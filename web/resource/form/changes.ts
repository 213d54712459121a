import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { Values } from '../../fields/index.ts'

/**
 * Names of the fields that differ from the saved record. Undefined, null, empty text, empty list and false are
 * equal.
 */
export function changedFields(saved: Values, values: Values, fields: FieldMap): string[] {
  return Object.keys(fields).filter(
    (name) => !fields[name]?.readOnly && !isSameValue(saved[name], values[name]),
  )
}

export function isSameValue(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(normalised(one)) === JSON.stringify(normalised(other))
}

export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The values of some fields and of their companions (`<name>Label`). */
export function pickValues(values: Values, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const name of names) {
    for (const one of [name, ...companionsOf(name)]) if (one in values) picked[one] = values[one]
  }
  return picked
}

/** Fields that accompany a reference: `categoryId` → `categoryLabel`, `categoryTone`. */
export function companionsOf(name: string): string[] {
  if (!name.endsWith('Id')) return []
  const base = name.slice(0, -2)
  return [`${base}Label`, `${base}Tone`]
}

function normalised(value: unknown): unknown {
  return isEmptyValue(value) || value === false ? null : value
}
