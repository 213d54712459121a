import type { Definition } from '@agremia/resources/define-resource.ts'
import { allDefinitions, getDefinition } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted, joinList, plural } from '@agremia/resources/rules/plural.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { Sql } from '../database/sql.ts'
import { execute, join, jsonOf, many, raw, sql } from '../database/sql.ts'
import { ApiError, conflict } from '../errors.ts'
import { changesBetween, recordAudit } from './audit.ts'
import { isReferenced } from './database-errors.ts'
import type { Context, DeletedPart } from './modules.ts'
import { planOf } from './modules.ts'
import { findShared, shareOf } from './owners.ts'
import type { Plan } from './plan.ts'
import { columnOf, tableNameOf, tableOf } from './plan.ts'
import { findForWriting } from './write.ts'
import type { WireRecord } from './find-record.ts'
import { findRecords } from './find-record.ts'

export interface Deletion {
  /** The record's row first, then the rows of its parts. */
  rows: readonly DeletedPart[]
  /** Texts about what areas removed in addition. */
  also: readonly string[]
}

/**
 * Deletes a record with its parts. The audit event stores the rows, so that they can be restored. Throws 409 when other records refer
 * to them.
 */
export async function deleteRecord(writing: Context, plan: Plan, id: string): Promise<Deletion> {
  const record = await findForWriting(writing, plan, id, 'delete')
  return deleteLocked(writing, plan, [record], { isUndone: false })
}

/**
 * Deletes records that the program created by mistake, such as those of an import, in a few statements: they cannot be restored, and their
 * numbers are free at once. Missing ones are left out. Throws 409 when other records refer to one of them. Checks no access.
 */
export async function undoCreations(writing: Context, plan: Plan, ids: readonly string[]): Promise<void> {
  const { db } = writing
  await execute(
    db,
    sql`SELECT FROM ${plan.table} t WHERE t.id = ANY(${ids}::uuid[]) ORDER BY t.id FOR UPDATE`,
  )
  const records = [...(await findRecords(db, plan, ids)).values()]
  if (records.length > 0) await deleteLocked(writing, plan, records, { isUndone: true })
}

async function deleteLocked(
  writing: Context,
  plan: Plan,
  records: readonly WireRecord[],
  { isUndone }: { isUndone: boolean },
): Promise<Deletion> {
  const hooks = writing.world.modules.get(plan.definition.name)?.hooks
  await Promise.all(records.map(async (record) => hooks?.beforeDelete?.({ ...writing, record })))
  const ids = records.map(({ _id }) => _id)
  const rows = await rowsOf(writing, plan.definition, sql`id`, ids)
  await rejectReferenced(writing, plan.definition, rows)
  const owners = await ownersOf(writing, rows)
  try {
    // Parts first: their foreign keys refer to the record.
    for (const [table, group] of byTable(rows).toReversed()) {
      const keys = group.map(({ key }) => key)
      await execute(writing.db, sql`DELETE FROM ${raw(table)} WHERE id = ANY(${keys}::uuid[])`)
    }
  } catch (error) {
    throw isReferenced(error)
      ? conflict('Entretanto, outro registo passou a depender deste: tente de novo.')
      : error
  }
  const also: string[] = []
  for (const { onDeleted } of writing.world.areas)
    also.push(...((await onDeleted?.({ ...writing, rows })) ?? []))
  await recordAudit(
    writing,
    records.map((record) => ({
      resource: plan.definition.name,
      id: record._id,
      action: 'deleted',
      changes: changesBetween(plan, record, null),
      ...(!isUndone && { rows: rows.map(({ table, row }) => ({ table, row })) }),
    })),
  )
  for (const { resource, key, row } of rows) {
    const owner = owners.get(key) ?? null
    writing.changes.push({ resource, action: 'deleted', id: key, version: row.version, owner })
  }
  return { rows, also }
}

/** The person of each record that members may read, by the record's id: afterwards the database no longer knows it. */
async function ownersOf(
  { db, world }: Context,
  rows: readonly DeletedPart[],
): Promise<Map<string, string | null>> {
  const owners = new Map<string, string | null>()
  for (const [resource, parts] of Map.groupBy(rows, (row) => row.resource)) {
    const plan = planOf(world, resource)
    const share = shareOf(plan.definition, 'member')
    if (typeof share === 'boolean') continue
    const keys = parts.map(({ key }) => key)
    for (const { id, owner } of await findShared(db, plan, keys, share)) owners.set(id, owner)
  }
  return owners
}

/** The rows of records and of their parts, each record before its parts. One query per resource. */
async function rowsOf(
  writing: Context,
  definition: Definition,
  column: Sql,
  keys: readonly string[],
): Promise<DeletedPart[]> {
  const rows = await many(
    writing.db,
    sql`SELECT t.id AS key, to_jsonb(t) AS row FROM ${tableOf(definition)} t WHERE ${column} = ANY(${keys}::uuid[]) ORDER BY t.id`,
    { key: 'uuid', row: jsonOf<DeletedPart['row']>() },
  )
  const table = tableNameOf(definition)
  const parts = rows.map((one) => ({ resource: definition.name, table, ...one }))
  if (rows.length === 0) return parts
  for (const part of allDefinitions) {
    const { partOf } = part
    if (!partOf || part.fields[partOf]?.reference !== definition.name) continue
    parts.push(
      ...(await rowsOf(
        writing,
        part,
        columnOf(partOf),
        rows.map(({ key }) => key),
      )),
    )
  }
  return parts
}

/** Groups rows by table, in the order of first appearance. */
function byTable<Row extends { table: string }>(rows: readonly Row[]): [string, Row[]][] {
  return [...Map.groupBy(rows, ({ table }) => table)]
}

/** Counting stops here: an exact number beyond it does not help. */
const maxCounted = 1000

/** Throws 409 when other records refer to these rows. The message says how many of which resource, and what to do instead. */
export async function rejectReferenced(
  writing: Context,
  definition: Definition,
  rows: readonly DeletedPart[],
): Promise<void> {
  const referring = await countReferring(writing, rows)
  if (referring.size === 0) return
  const terminology = await writing.world.organisation.terminology()
  const words = [...referring].map(([name, count]) => {
    const { one, many } = getDefinition(name).label
    const [singular, other] = [one, many].map((label) => fillTerms(label, terminology).toLowerCase())
    return count > maxCounted ? `mais de ${maxCounted} ${other}` : counted(count, singular ?? '', other ?? '')
  })
  const total = [...referring.values()].reduce((sum, count) => sum + count, 0)
  const depend = plural(total, 'depende', 'dependem')
  const { one, gender } = definition.label
  const article = gender === 'member' ? '{deste}' : gender === 'f' ? 'desta' : 'deste'
  const thisOne = fillTerms(`${article} ${one}`, terminology).toLowerCase()
  throw conflict(
    [`${capitalise(joinList(words))} ${depend} ${thisOne}.`, definition.insteadOfDeleting]
      .filter(Boolean)
      .join(' '),
  )
}

/** Counts the records that refer to these rows, by resource. Referring parts count as the record that contains them. */
async function countReferring({ db }: Context, rows: readonly DeletedPart[]): Promise<Map<string, number>> {
  const keys = Map.groupBy(rows, ({ table }) => table)
  const references = await findReferences({ db }, [...keys.keys()])
  const keysOf = (parts: readonly DeletedPart[] = []) => sql`${parts.map(({ key }) => key)}::uuid[]`
  const queries = [...Map.groupBy(references, ({ table }) => table)].flatMap(([table, columns]) => {
    const definition = allDefinitions.find((known) => tableNameOf(known) === table)
    if (!definition) return []
    const { name, fields, partOf } = definition
    const whole = (partOf && fields[partOf]?.reference) || name
    const refers = columns.map(({ column, target }) => sql`${raw(column)} = ANY(${keysOf(keys.get(target))})`)
    return sql`SELECT ${whole}::text AS name, count(DISTINCT key)::integer AS count FROM (
      SELECT ${partOf ? columnOf(partOf) : sql`id`} AS key FROM ${raw(table)}
      WHERE (${join(refers, ' OR ')}) AND id <> ALL(${keysOf(keys.get(table))}) LIMIT ${maxCounted + 1}) referring`
  })
  const counts = new Map<string, number>()
  if (queries.length === 0) return counts
  const counted = await many(db, join(queries, ' UNION ALL '), { name: 'text', count: 'integer' })
  for (const { name, count } of counted)
    if (count > 0) counts.set(name, Math.max(count, counts.get(name) ?? 0))
  return counts
}

/** Foreign key columns that refer to these tables without cascade, from the database's catalogue. */
function findReferences({ db }: Pick<Context, 'db'>, tables: string[]) {
  return many(
    db,
    sql`SELECT k.conrelid::regclass::text AS table, quote_ident(a.attname) AS column, k.confrelid::regclass::text AS target
           FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
           WHERE k.contype = 'f' AND k.confdeltype IN ('a', 'r') AND k.confrelid = ANY(${tables}::text[]::regclass[])
           ORDER BY k.conrelid, a.attnum`,
    { table: 'text', column: 'text', target: 'text' },
  )
}

export interface DeletionPreview {
  /** Why the deletion would fail; null when it would succeed. */
  refusal: string | null
  /** Texts about what would be deleted too. */
  also: string[]
}

/** Deletes the record to describe the effects; the caller must roll back. Throws 403 and 404 like the deletion. */
export async function previewDeletion(writing: Context, plan: Plan, id: string): Promise<DeletionPreview> {
  try {
    const deletion = await deleteRecord(writing, plan, id)
    return { refusal: null, also: effectsOf(deletion, await writing.world.organisation.terminology()) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return { refusal: error.message, also: [] }
    throw error
  }
}

function effectsOf({ rows: [whole, ...parts], also: more }: Deletion, terminology: Terminology): string[] {
  const lines: string[] = []
  for (const [resource, rows] of Map.groupBy(parts, (part) => part.resource)) {
    const definition = getDefinition(resource)
    // Parts titled by a reference are the record's own history, such as a member's first state: not listed.
    if (resource === whole?.resource || definition.fields[definition.title]?.reference) continue
    const [one = '', many = ''] = [definition.label.one, definition.label.many].map((label) =>
      fillTerms(label, terminology).toLowerCase(),
    )
    const facts = [titlesOf(definition, rows), sumOf(definition, rows)].filter(Boolean).join('; ')
    lines.push(`${counted(rows.length, one, many)}${facts && ` (${facts})`}`)
  }
  return [...lines, ...more]
}

const maxTitles = 3

function titlesOf({ title, fields }: Definition, rows: readonly DeletedPart[]): string {
  if (fields[title]?.options || fields[title]?.column !== 'text') return ''
  const named = rows.slice(0, maxTitles).map(({ row }) => String(row[toSnakeCase(title)]))
  return [...named, ...(rows.length > maxTitles ? ['…'] : [])].join(', ')
}

/** Sum of the rows' first `summed` field as text; empty when there is none. */
function sumOf({ fields, list }: Definition, rows: readonly DeletedPart[]): string {
  const [name] = Object.entries(fields).find(([, field]) => field.summed) ?? []
  if (name === undefined) return ''
  const { field, values } = list?.summedWhere ?? {}
  const added = rows.filter(({ row }) => !field || values?.includes(String(row[toSnakeCase(field)])))
  return formatAmount(added.reduce((total, { row }) => total + Number(row[toSnakeCase(name)]), 0))
}
