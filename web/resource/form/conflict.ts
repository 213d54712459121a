import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { Values } from '../../fields/index.ts'
import { changedFields, isSameValue, pickValues } from './changes.ts'

/** Two people changed the same record. */
export interface Conflict {
  /** The record as both found it. */
  base: Values
  mine: Values
  /** The record as it now is on the server, with its new `_version`. */
  theirs: Values
  /** The fields that the other person changed to something else than I have. */
  fields: string[]
}

export type Side = 'mine' | 'theirs'
export type Choices = Readonly<Record<string, Side>>

export function conflictOf(base: Values, mine: Values, theirs: Values, fields: FieldMap): Conflict {
  const changed = changedFields(base, theirs, fields).filter((name) => !isSameValue(mine[name], theirs[name]))
  return { base, mine, theirs, fields: changed }
}

/** Until somebody chooses: what I wrote is kept, what I did not touch is taken. */
export function usualChoices({ base, mine, fields }: Conflict): Choices {
  return Object.fromEntries(
    fields.map((name) => [name, isSameValue(base[name], mine[name]) ? 'theirs' : 'mine'] as const),
  )
}

/** The record to be saved: theirs, with my changes, and with my version where I keep it. */
export function resolved(
  { base, mine, theirs, fields: contested }: Conflict,
  choices: Choices,
  fields: FieldMap,
): Values {
  const own = changedFields(base, mine, fields).filter((name) => !contested.includes(name))
  const kept = contested.filter((name) => choices[name] === 'mine')
  return { ...theirs, ...pickValues(mine, [...own, ...kept]) }
}

/**
 * A newer version that came while somebody was editing. When it touches none of the fields being edited, they go on
 * over it; otherwise undefined, and saving will ask.
 */
export function rebased(base: Values, mine: Values, newer: Values, fields: FieldMap): Values | undefined {
  if (conflictOf(base, mine, newer, fields).fields.some((name) => !isSameValue(base[name], mine[name])))
    return undefined
  return { ...newer, ...pickValues(mine, changedFields(base, mine, fields)) }
}
