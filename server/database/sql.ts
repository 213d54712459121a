import { isDeepStrictEqual } from 'node:util'
import type { FieldDef, QueryResult } from 'pg'
import { type RawValue, Sql, default as tag, empty, join, raw } from 'sql-template-tag'
import type { Cents, Euros } from '@agremia/resources/rules/amount.ts'
import type { PreparableStatement, Shared, StatementKind } from './prepared-statements.ts'
import type { Querying } from './querying.ts'
import { missedTexts, openMissed } from './sealed-text.ts'

/**
 * Composes a statement or a part of one: an interpolated part stays SQL, any other value becomes a parameter. Use `raw` only for
 * names from the code (tables, columns).
 */
export const sql: (strings: TemplateStringsArray, ...values: RawValue[]) => Sql = tag
export { Sql, empty, join, raw }

/** Codes from the code as literals of a list: `status IN (${literals(['open', 'paid'])})`. A partial index matches only literals, not parameters. */
export function literals(codes: readonly string[]): Sql {
  const wrong = codes.find((code) => !/^\w+$/.test(code))
  if (wrong !== undefined) throw new TypeError(`not a code: ${wrong}`)
  return raw(codes.map((code) => `'${code}'`).join(', '))
}

/** A whole number as a literal: PostgreSQL plans for its value, and commands such as FETCH take no parameters. */
export function inline(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new TypeError(`not a whole number: ${value}`)
  return raw(String(value))
}

/** `SET` expressions that every update of a record needs: version and time. `alias` names the updated table. */
export function raiseVersion(alias?: string): Sql {
  return sql`version = ${raw(alias === undefined ? '' : `${alias}.`)}version + 1, updated_at = now()`
}

/** Marks a statement to be prepared once per connection. For texts that are sent repeatedly. */
export function prepared({ text, values }: Sql, kind: StatementKind = 'record'): PreparableStatement {
  return { text, values, kind }
}

/** A prepared `INSERT INTO … VALUES …` that ends with its rows. Those of several records are sent as one (`sideBySide`). */
export function insertion(statement: Sql): PreparableStatement & Shared {
  return { ...prepared(statement), shared: 'insertion' }
}

/**
 * A prepared SELECT that does not depend on the order of its rows. Those of several records are sent as one (`sideBySide`), with their values
 * as texts: each parameter has a cast, or stands where a text does.
 */
export function lookUp({ text, values }: Statement): PreparableStatement & Shared {
  return { text, values, kind: 'record', shared: 'lookUp' }
}

const composed = new WeakMap<object, Map<string, string>>()

/**
 * A prepared statement whose text depends only on `owner` and `variant`, and is composed once: composing the eighty columns of a record
 * takes longer than sending it. `values` are those of `compose`, in their order.
 */
export function composedOnce(
  owner: object,
  variant: string,
  values: unknown[],
  compose: () => Sql,
): PreparableStatement {
  let texts = composed.get(owner)
  if (!texts) composed.set(owner, (texts = new Map()))
  let text = texts.get(variant)
  if (text === undefined) {
    const statement = compose()
    if (!isDeepStrictEqual(statement.values, values)) throw new TypeError(`other values: ${statement.text}`)
    texts.set(variant, (text = statement.text))
  }
  return { text, values, kind: 'record' }
}

interface BaseTypes {
  uuid: string
  text: string
  integer: number
  number: number
  /** Amount in cents, a whole number. */
  cents: Cents
  /** Amount in euros, with two decimals. */
  euros: Euros
  boolean: boolean
  /** `2026-03-01` */
  day: string
  /** `2026-03-01T09:30:00.250Z` */
  moment: string
  json: unknown
  bytes: Buffer
}

type Base = keyof BaseTypes
declare const narrowed: unique symbol
/** A column type whose TypeScript type is narrower than its name says. */
type Narrowed<T> = { readonly [narrowed]: T }
/** Type of a result column: `[]` is an array, `?` is nullable. */
export type ColumnType = Base | `${Base}?` | `${Base}[]` | `${Base}[]?`
/** All columns of a result, by name. */
export type Shape = Readonly<Record<string, ColumnType>>

type ValueOf<C> =
  C extends Narrowed<infer T>
    ? T
    : C extends `${infer B}?`
      ? ValueOf<B> | null
      : C extends `${infer B extends Base}[]`
        ? BaseTypes[B][]
        : C extends Base
          ? BaseTypes[C]
          : never

/** Type of a row with this shape. */
export type RowOf<S extends Shape> = { -readonly [K in keyof S]: ValueOf<S[K]> }

/** A JSON column, typed as T. Not checked at run time. */
export function jsonOf<T>(): 'json' & Narrowed<T> {
  return 'json' as 'json' & Narrowed<T>
}

/** A text column that a CHECK constraint or the statement limits to T. */
export function textOf<T extends string>(): 'text' & Narrowed<T> {
  return 'text' as 'text' & Narrowed<T>
}

/** A text array column that the statement limits to T. */
export function textsOf<T extends string>(): 'text[]' & Narrowed<T[]> {
  return 'text[]' as 'text[]' & Narrowed<T[]>
}

/** The nullable form of a column type. */
export function nullable<T extends string>(column: 'text' & Narrowed<T>): 'text?' & Narrowed<T | null>
export function nullable<T>(column: 'json' & Narrowed<T>): 'json?' & Narrowed<T | null>
export function nullable(column: string): string {
  return `${column}?`
}

const typeIds: Record<Base, readonly number[]> = {
  uuid: [2950],
  text: [25, 1043, 1042, 19],
  integer: [20, 21, 23],
  number: [20, 21, 23, 700, 701, 1700],
  cents: [20, 21, 23],
  euros: [1700],
  boolean: [16],
  day: [1082],
  moment: [1184],
  json: [114, 3802],
  bytes: [17],
}
const arrayIds: Partial<Record<Base, readonly number[]>> = {
  uuid: [2951],
  text: [1009, 1015],
  integer: [1005, 1007, 1016],
  number: [1005, 1007, 1016, 1021, 1022, 1231],
  cents: [1005, 1007, 1016],
  boolean: [1000],
  day: [1182],
  moment: [1185],
}

type Statement = Pick<PreparableStatement, 'text' | 'values'>

/** Returns all rows. Throws TypeError when names or types of the result's columns differ from the shape. */
export async function many<const S extends Shape>(
  db: Querying,
  statement: Statement,
  shape: S,
): Promise<RowOf<S>[]> {
  const missed = missedTexts()
  const result = await db.query(statement)
  check(result, statement, shape)
  if (missedTexts() !== missed) await openMissed(result.rows)
  return result.rows as RowOf<S>[]
}

/** Returns the first row, undefined when there is none. */
export async function maybeOne<const S extends Shape>(
  db: Querying,
  statement: Statement,
  shape: S,
): Promise<RowOf<S> | undefined> {
  return (await many(db, statement, shape))[0]
}

/** Returns the row of a statement that always has one, such as an aggregate. Throws when there is none. */
export async function one<const S extends Shape>(
  db: Querying,
  statement: Statement,
  shape: S,
): Promise<RowOf<S>> {
  const row = await maybeOne(db, statement, shape)
  if (!row) throw new Error(`no row: ${statement.text}`)
  return row
}

/** Runs a statement without reading rows. Returns the number of rows changed or selected. */
export async function execute(db: Querying, statement: Statement): Promise<number> {
  return (await db.query(statement)).rowCount ?? 0
}

/** Whether a statement selects or changes at least one row. */
export async function exists(db: Querying, statement: Statement): Promise<boolean> {
  return (await execute(db, statement)) > 0
}

const isTest = process.env['NODE_ENV'] === 'test'

/** Compares the result's columns with the shape. Tests also check each row for nulls in columns that are not nullable. */
function check({ fields, rows }: QueryResult, { text }: Statement, shape: Shape): void {
  const names = Object.keys(shape)
  const problem =
    fields.length === names.length
      ? fields.map((field) => problemOf(field, shape[field.name])).find((problem) => problem !== undefined)
      : `it has ${fields.map(({ name }) => name).join(', ')} and its reader ${names.join(', ')}`
  if (problem) throw new TypeError(`The answer is not as its reader says: ${problem}. ${text}`)
  if (!isTest) return
  const strict = names.filter((name) => !shape[name]!.endsWith('?'))
  const missing = strict.find((name) => rows.some((row) => row[name] === null))
  if (missing)
    throw new TypeError(`"${missing}" is null, and its reader does not say that it may be. ${text}`)
}

function problemOf({ name, dataTypeID }: FieldDef, type: ColumnType | undefined): string | undefined {
  if (type === undefined) return `"${name}" is not read`
  return typeIdsOf(type).includes(dataTypeID)
    ? undefined
    : `"${name}" has type ${dataTypeID} and is read as ${type}`
}

const idsByType = new Map<ColumnType, readonly number[]>()

/** The type OIDs of a column type. Cached, because every result is checked. */
function typeIdsOf(type: ColumnType): readonly number[] {
  let ids = idsByType.get(type)
  if (!ids) {
    const [, base, isArray] = /^([a-z]+)(\[\])?/.exec(type) as unknown as [string, Base, string?]
    idsByType.set(type, (ids = (isArray ? arrayIds : typeIds)[base] ?? []))
  }
  return ids
}
