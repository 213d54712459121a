import type { Definition, RecordOf } from '../define-resource.ts'
import * as all from './all.ts'

/** All resources by name. */
export const definitions = { ...all }

export type ResourceName = keyof typeof definitions

/** A record of the resource, in wire form. */
export type ResourceRecord<Name extends ResourceName> = RecordOf<(typeof definitions)[Name]>

/** The names of the fields of the resource. */
export type FieldOf<Name extends ResourceName> = keyof (typeof definitions)[Name]['fields'] & string

/** The resources whose records have a nested list of this one. */
export type ParentOf<Name extends ResourceName> = keyof NonNullable<(typeof definitions)[Name]['parents']> &
  string

/** The definitions as a list, with their common type. */
export const allDefinitions = Object.values(definitions) as unknown as Definition[]

/** Returns the definition of a resource; undefined when there is none. */
export function findDefinition(name: string): Definition | undefined {
  return Object.hasOwn(definitions, name)
    ? (definitions as unknown as Record<string, Definition>)[name]
    : undefined
}

/** Returns the definition of a resource. Throws Error when there is none. */
export function getDefinition(name: string): Definition {
  const definition = findDefinition(name)
  if (!definition) throw new Error(`no resource named ${name}`)
  return definition
}
