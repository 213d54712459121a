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

/** Fields that accompany a reference: `currentStateId` → `currentStateLabel`, `currentStateTone`. */
export function companionsOf(name: string): string[] {
  if (!name.endsWith('Id')) return []
  const base = name.slice(0, -2)
  return [`${base}Label`, `${base}Tone`]
}

function normalised(value: unknown): unknown {
  return isEmptyValue(value) || value === false ? null : value
}

/** A three-way merge conflict: two people changed the same record. */
export interface Conflict {
  /** The record as this person read it. */
  base: Values
  mine: Values
  /** The current record on the server, with its new `_version`. */
  theirs: Values
  /** Fields that the other person changed to a value other than mine. */
  fields: string[]
}

export type Side = 'mine' | 'theirs'
export type Choices = Readonly<Record<string, Side>>

export function conflictOf(base: Values, mine: Values, theirs: Values, fields: FieldMap): Conflict {
  const changed = changedFields(base, theirs, fields).filter((name) => !isSameValue(mine[name], theirs[name]))
  return { base, mine, theirs, fields: changed }
}

/** Default choices: my value where I changed the field, otherwise theirs. */
export function defaultChoices({ base, mine, fields }: Conflict): Choices {
  return Object.fromEntries(
    fields.map((name) => [name, isSameValue(base[name], mine[name]) ? 'theirs' : 'mine'] as const),
  )
}

/** The merged record: theirs, with my changes and my version of the chosen fields. */
export function merge(
  { base, mine, theirs, fields: conflicting }: Conflict,
  choices: Choices,
  fields: FieldMap,
): Values {
  const own = changedFields(base, mine, fields).filter((name) => !conflicting.includes(name))
  const chosen = conflicting.filter((name) => choices[name] === 'mine')
  return { ...theirs, ...pickValues(mine, [...own, ...chosen]) }
}

/**
 * Merges a newer version into the form when it changes none of the edited fields. Undefined when it does: then
 * saving reports the conflict.
 */
export function rebase(base: Values, mine: Values, newer: Values, fields: FieldMap): Values | undefined {
  if (conflictOf(base, mine, newer, fields).fields.some((name) => !isSameValue(base[name], mine[name])))
    return undefined
  return { ...newer, ...pickValues(mine, changedFields(base, mine, fields)) }
}
