import type { Access, AccessRule, Constraint } from './access.ts'
import type { Field, Fields } from './fields.ts'
import type { Gender } from './rules/names.ts'

/**
 * `stored`: a table with one row a record. `byName`: the same, also addressed by its `name` field.
 * `computed`: no table; the area answers (its fields only describe what it answers).
 */
export type ResourceKind = 'stored' | 'byName' | 'computed'

export interface Action {
  /** The button's verb. */
  label: string
  /** What histories say of it, after the person's name: `isentou`. */
  past: string
  access: AccessRule
  /** It takes something away: its buttons are red. */
  isDestructive?: true
  /** The records with which it can be done, by their values; all of them when absent. */
  when?: Constraint
  /** What the caller sends; validated like a record. */
  fields?: Fields
  /** New values of fields of the record. An action that does nothing else needs no handler. */
  sets?: Readonly<Record<string, FieldSource>>
}

/** A value as it is stored, or where it comes from: a field that the caller sends, the caller's name, the organisation's day, now. */
export type FieldSource =
  | string
  | number
  | boolean
  | null
  | { from: 'input'; field: string }
  | { from: 'caller' | 'today' | 'now' }

/** The records of a resource are work that the server does after they were created. */
export interface BackgroundWork {
  /** Values of `state` while it is still to be done. */
  underWay: readonly string[]
  /** Fields that count the records of the work; `done` are added up. Left out, how far it got is not known. */
  progress?: { total: string; done: readonly string[] }
  /** The field that says what is being done; left out, the resource's label says it. */
  name?: string
  /** The field that says which one it is, after the resource's label. */
  about?: string
}

export interface ListOptions {
  /** Default order of the interface, in `_sort` notation. */
  sort?: string
  /** A whole-number field: a search made of digits alone puts the record with exactly that number first. */
  exact?: string
  /** A reference: a search looks in the search text of the record that it points to, besides this one's own. */
  searchIn?: string
  /** Only records whose field has one of these values are added up in `meta.sums`: what was cancelled is no money. */
  summedWhere?: { field: string; values: readonly string[] }
  /** Fields that follow another one in every exported file, so that a column that is added up there holds only what counts. */
  exportedBeside?: Readonly<Record<string, string>>
  /**
   * Fields of its own: what lists that are filtered by no others have in all (count and sums) is kept on write, so that it is
   * never computed to be shown. A migration says the same to the database: `CALL keep_totals(table, fields, sums)`.
   */
  totalsBy?: readonly string[]
}

export interface Definition<
  N extends string = string,
  F extends Fields = Fields,
  A extends Record<string, Action> = Record<string, Action>,
> {
  name: N
  kind: ResourceKind
  /** `gender` is that of the words, `m` when it is not said; `member` for words that follow the one for members. */
  label: { one: string; many: string; gender?: Gender | 'member'; new?: string }
  /** The field that names a record to people. */
  title: string
  /** What a record is called where its title alone does not tell it from others: `{year}` stands for the field's text, `{created_at}` for when it was created. */
  nameTemplate?: string
  /** The field whose code (a Tone) colours badges of references to this resource. */
  tone?: string
  access: Access
  fields: F
  list?: ListOptions
  work?: BackgroundWork
  actions?: A
  /** Listed under these parents: resource name → the reference field that points to it. */
  parents?: Record<string, string>
  /** The reference to the record of which this one is a part: deleted with it, and brought back with it. */
  partOf?: string
  /** What to do with a record on which others depend, in words. */
  insteadOfDeleting?: string
}

/** Places where a definition names fields of its own. */
interface NamedFields<F extends Fields> {
  title: keyof F & string
  tone?: keyof F & string
  parents?: Record<string, keyof F & string>
  partOf?: keyof F & string
}

/** Declares a resource. The declaration is all that the engine, the interface and the documentation know of it. */
export function defineResource<
  const N extends string,
  const F extends Fields,
  const A extends Record<string, Action> = Record<never, Action>,
>(definition: Definition<N, F, A> & NamedFields<F>): Definition<N, F, A> {
  for (const name of Object.keys(definition.fields)) {
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
      throw new Error(`${definition.name}.${name}: field names are camelCase`)
  }
  return definition
}

type ValueOf<F> = F extends Field<infer T> ? T : never
type Base<K> = K extends `${infer B}Id` ? B : never

export interface SystemFields {
  _id: string
  _created_at: string
  _updated_at: string
  _version: number
}

/** A record as it travels: its fields, the labels of its references, and the system fields. */
export type RecordOf<D extends Definition> = SystemFields & {
  [K in keyof D['fields']]: ValueOf<D['fields'][K]>
} & {
  [K in keyof D['fields'] & string as `${Base<K>}Label`]: string | null
}

/** What a writer gives: any of the fields. */
export type InputOf<D extends Definition> = Partial<{
  [K in keyof D['fields']]: ValueOf<D['fields'][K]> | null
}>

/** `memberSince` of the reference `memberSinceId`; the name under which its label travels is that plus `Label`. */
export function referenceBase(fieldName: string): string {
  return fieldName.endsWith('Id') ? fieldName.slice(0, -2) : fieldName
}
