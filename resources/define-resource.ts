import type { Access } from './access.ts'
import type { Action, FieldSource, InitialValue } from './action.ts'
import type { Tone } from './field-types.ts'
import type { Field, Fields, ReferenceField } from './fields.ts'
import type { Gender } from './rules/names.ts'

/**
 * `stored`: a table with one row per record. `byName`: the same, also addressed by the field `name`.
 * `computed`: no table; the area has its own route, and the fields only describe the response.
 */
export type ResourceKind = 'stored' | 'byName' | 'computed'

/** The records of a resource are background jobs. */
export interface BackgroundWork {
  /** Values of `state` until the work is done. */
  underWay: readonly string[]
  /** Fields with record counts; `done` are added up. Absent: progress is unknown. */
  progress?: { total: string; done: readonly string[] }
  /** The field that describes the work; default: the resource's label. */
  name?: string
  /** The field that identifies the work, shown after the resource's label. */
  about?: string
}

export interface ListOptions<Name extends string = string> {
  /** Default order of the interface, in `_sort` notation. */
  sort?: string
  /** An integer field: a search for a number shows the record with exactly that number first. */
  exact?: Name
  /** A reference field: a search also looks in the search text of the referenced record. */
  searchIn?: Name
  /** Only records whose field has one of these values count in `meta.sums`, for instance to exclude cancelled amounts. */
  summedWhere?: { field: Name; values: readonly string[] }
  /** Column → field that follows it in exported files, so that totals of the column contain only amounts that count. */
  exportedWith?: Readonly<Partial<Record<Name, Name>>>
  /** A boolean field: the staff's lists omit the records in which it is true, unless they filter by it. */
  hides?: Name
  /**
   * Count and sums of lists that are filtered by no other fields are stored and updated on write, since computing them for
   * large tables is slow. The migration needs `CALL keep_totals(table, fields, sums)` with the same fields.
   */
  totalsBy?: readonly Name[]
}

/** What protection withholds of a record: the record itself, or the named fields, or all but these. */
type Withheld<Name extends string> = 'record' | { only: readonly Name[] } | { allBut: readonly Name[] }

/**
 * Data of a person who may be protected. Whole records and, in lists, fields are withheld; administrators see both where they open the
 * record.
 */
export interface Protection<Name extends string = string> {
  /** The field with the person or the member; `_id` in the person itself. */
  of: '_id' | Name
  withholds: Withheld<Name>
}

export interface Definition<
  N extends string = string,
  F extends Fields = Fields,
  A extends Record<string, Action> = Record<string, Action>,
  P extends Record<string, string> = Record<string, string>,
> {
  name: N
  kind: ResourceKind
  /**
   * `gender` is the grammatical gender, default `m`; `member` follows the organisation's word for members. `counted` are the words
   * after a number, where they are others.
   */
  label: {
    one: string
    many: string
    counted?: { one: string; many: string }
    gender?: Gender | 'member'
    new?: string
  }
  /** One sentence on what its records are, where the label does not say it; for assistants. */
  help?: string
  /** The field whose text names a record. */
  title: string
  /** Text that names a record when its title is ambiguous: `{year}` is the field's text, `{created_at}` the time of creation. */
  nameTemplate?: string
  /** The field with a Tone, for badges of references to this resource. */
  tone?: string
  access: Access
  fields: F
  /** The words for a record whose title is a code; undefined for codes of earlier versions. */
  titleText?: (title: string) => string | undefined
  /** What histories say of fields whose label and values depend on the title of the record. */
  titledFields?: (title: string) => Fields
  list?: ListOptions
  /** The fields that the form of a new record shows; the others are folded. Without it, all are shown. */
  essential?: readonly string[]
  protection?: Protection
  work?: BackgroundWork
  actions?: A
  /** Nested routes: parent resource → the reference field that points to it. */
  parents?: P
  /** Reference field of the record that owns this one: it is deleted and restored with its owner. */
  partOf?: string
  /** Advice when a record cannot be deleted because others refer to it. */
  insteadOfDeleting?: string
}

/** Properties of a definition that name its own fields. */
interface NamedFields<F extends Fields> {
  title: keyof F & string
  tone?: keyof F & string
  list?: ListOptions<keyof F & string>
  essential?: readonly (keyof F & string)[]
  protection?: Protection<keyof F & string>
  partOf?: keyof F & string
}

/**
 * Makes names of fields that neither the resource nor the action has compile errors. The constraint of `A` does not: where a literal's type is
 * inferred, it may have additional properties.
 */
type CheckedActions<Name, A extends Record<string, Action>> = {
  [K in keyof A]: CheckedAction<Name, keyof A[K]['fields'], A[K]>
}

interface CheckedAction<Name, Input, A extends Action> {
  when?: CheckedConditions<Name, A['when']>
  sets?: { [K in keyof A['sets']]: K extends Name ? FieldSource<Input> : never }
  initial?: { [K in keyof A['initial']]: K extends Input ? InitialValue<Name> : never }
  many?: false | { without?: readonly Input[] }
}

type CheckedConditions<Name, When> = When extends readonly unknown[]
  ? { [I in keyof When]: CheckedConditions<Name, When[I]> }
  : { [K in keyof When]: K extends 'is' | 'isNot' ? Only<Name, When[K]> : unknown }

type Only<Name, T> = { [K in keyof T]: K extends Name ? T[K] : never }

/** Declares a resource. Engine, interface and documentation derive everything from the declaration. */
export function defineResource<
  const N extends string,
  const F extends Fields,
  const A extends Record<string, Action> = Record<never, Action>,
  const P extends Record<string, keyof F & string> = Record<never, keyof F & string>,
>(
  definition: Definition<N, F, A, P> & NamedFields<F> & { actions?: CheckedActions<keyof F, A> },
): Definition<N, F, A, P> {
  for (const name of Object.keys(definition.fields)) {
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
      throw new Error(`${definition.name}.${name}: field names are camelCase`)
  }
  return definition
}

/** Whether protection withholds the field, rather than the record or nothing. */
export function isWithheld({ protection }: Pick<Definition, 'protection'>, name: string): boolean {
  const withheld = protection?.withholds ?? 'record'
  if (withheld === 'record') return false
  return 'only' in withheld ? withheld.only.includes(name) : !withheld.allBut.includes(name)
}

type ValueOf<F> = F extends Field<infer T, infer _> ? T : never
type StoredValueOf<F> = F extends Field<infer _, infer S> ? S : never
type BaseOf<K extends string> = K extends `${infer B}Id` ? B : K
type ReferenceOf<F extends Fields> = {
  [K in keyof F & string]: F[K] extends ReferenceField<unknown> ? K : never
}[keyof F & string]

/** A type, not an interface: only then are records of one resource assignable to records of any. */
export type SystemFields = {
  _id: string
  _created_at: string
  _updated_at: string
  _version: number
}

/** A record in wire form: its fields, the labels of its references, and the system fields. */
export type RecordOf<D extends Definition> = SystemFields & ValuesOf<D['fields']>

/** Values of fields in wire form, the labels of references, and their tones where their resource has one. */
export type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> } & {
  [K in ReferenceOf<F> as `${BaseOf<K>}Label`]: string | null
} & { [K in ReferenceOf<F> as `${BaseOf<K>}Tone`]?: Tone | null }

/** What a write may give of a record, in wire form. */
export type InputOf<D extends Definition> = Partial<{
  [K in keyof D['fields']]: ValueOf<D['fields'][K]> | null
}>

/** Values of fields in stored form (money in cents). */
export type StoredOf<F extends Fields> = { -readonly [K in keyof F]: StoredValueOf<F[K]> }

/** Values of fields in stored form, of a record that may not be complete or valid. */
export type SomeStoredOf<F extends Fields> = { -readonly [K in keyof F]?: StoredValueOf<F[K]> | null }

/** Returns the name of a reference without `Id`; its label is that plus `Label`: `categoryId` → `category` → `categoryLabel`. */
export function referenceBase(fieldName: string): string {
  return fieldName.endsWith('Id') ? fieldName.slice(0, -2) : fieldName
}
