import { isDeepStrictEqual } from 'node:util'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { join, jsonOf, many, raw, sql } from '../database/sql.ts'
import type { Reference } from './references.ts'

type Row = Record<string, unknown>

/** What a merge did to a row: inserted it (`from` is null), deleted it (`to` is null), or changed the columns that both have. */
export interface RowChange {
  table: string
  /** Values of its primary key. */
  key: Row
  from: Row | null
  to: Row | null
}

/** Of a message a merge moves the addressee; whether it was sent is what happened since. */
const readOfMessages = ['id', 'person_id', 'about_resource', 'about_id']
/** Long contents that no merge changes. */
const unread = ['receipt', 'lines', 'raw', 'suggestions', 'row_changes', 'comparison']
/** Columns that follow from others. */
const derived = new Set(['version', 'updated_at', 'search_text', 'label'])

/** A row as JSON, with its table and the values of its primary key. */
interface StoredRow {
  table: string
  key: Row
  row: Row
}

/** Primary key and generated columns by table. */
export type Tables = ReadonlyMap<string, { key: string[]; generated: string[] }>

export async function readTables(db: Querying, names: readonly string[]): Promise<Tables> {
  const rows = await many(
    db,
    sql`SELECT c.relname::text AS name,
          ARRAY(SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
            WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY a.attnum) AS key,
          ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attgenerated <> '') AS generated
        FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY(${[...new Set(names)]}::text[])`,
    { name: 'text', key: 'text[]', generated: 'text[]' },
  )
  return new Map(rows.map(({ name, ...table }) => [name, table]))
}

/** SELECT of rows `t` as `(table, row)`. */
export function rowsSql(table: string, where: Sql): Sql {
  const row =
    table === 'messages'
      ? sql`(SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(t)) WHERE key = ANY(${readOfMessages}::text[]))`
      : sql`to_jsonb(t) - ${unread}::text[]`
  return sql`SELECT ${table}::text AS "table", ${row} AS row FROM ${raw(table)} t WHERE ${where}`
}

export async function readRows(db: Querying, tables: Tables, selects: readonly Sql[]): Promise<StoredRow[]> {
  if (selects.length === 0) return []
  const rows = await many(db, join(selects, ' UNION ALL '), { table: 'text', row: jsonOf<Row>() })
  return rows.map(({ table, row }) => {
    const { key = [], generated = [] } = tables.get(table) ?? {}
    for (const name of generated) delete row[name]
    return { table, row, key: Object.fromEntries(key.map((name) => [name, row[name]])) }
  })
}

/** All rows of the people and members, and those that refer to them. Balances are left out: they are computed. */
export async function snapshot(
  db: Querying,
  { tables, references, personIds, memberIds }: SnapshotSubject,
): Promise<StoredRow[]> {
  const idsOf = { people: personIds, members: memberIds }
  const selects = [
    rowsSql('people', sql`t.id = ANY(${personIds}::uuid[])`),
    ...[...Map.groupBy(references, ({ table }) => table)].flatMap(([table, own]) => {
      const conditions = own
        .filter(({ rule }) => rule !== 'computed')
        .map(({ column, parent }) => sql`t.${raw(`"${column}"`)} = ANY(${idsOf[parent]}::uuid[])`)
      if (table === 'members') conditions.push(sql`t.id = ANY(${memberIds}::uuid[])`)
      return conditions.length > 0 ? [rowsSql(table, join(conditions, ' OR '))] : []
    }),
  ]
  return readRows(db, tables, selects)
}

interface SnapshotSubject {
  tables: Tables
  references: readonly Reference[]
  personIds: readonly string[]
  memberIds: readonly string[]
}

/** The differences between two snapshots, without columns that follow from others. */
export function changesBetweenRows(before: readonly StoredRow[], after: readonly StoredRow[]): RowChange[] {
  const id = ({ table, key }: StoredRow) => JSON.stringify([table, key])
  const later = new Map(after.map((stored) => [id(stored), stored]))
  const earlier = new Set(before.map(id))
  const changes: RowChange[] = []
  for (const stored of before) {
    const { table, key, row } = stored
    const now = later.get(id(stored))
    if (!now) changes.push({ table, key, from: row, to: null })
    else {
      const names = Object.keys(row).filter(
        (name) => !derived.has(name) && !isDeepStrictEqual(row[name], now.row[name]),
      )
      const only = (values: Row) => Object.fromEntries(names.map((name) => [name, values[name]]))
      if (names.length > 0) changes.push({ table, key, from: only(row), to: only(now.row) })
    }
  }
  for (const stored of after)
    if (!earlier.has(id(stored)))
      changes.push({ table: stored.table, key: stored.key, from: null, to: stored.row })
  return changes
}

/** Whether a row still has what the merge left in it. */
export function isUnchanged(to: Row, row: Row): boolean {
  return Object.keys(to).every((name) => derived.has(name) || isDeepStrictEqual(to[name], row[name]))
}
