import type { Definition } from '@agremia/resources/define-resource.ts'
import { everyDefinition } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Sql } from '../database/sql.ts'
import { execute, jsonOf, many, maybeOne, raw, sql } from '../database/sql.ts'
import { conflict, notFound } from '../errors.ts'
import type { DeletedRow } from './audit.ts'
import { changesBetween, recordAudit } from './audit.ts'
import { isReferenced } from './database-errors.ts'
import { getRecord } from './find-record.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { columnOf, tableNameOf, tableOf } from './plan.ts'
import { changesOf, idAndVersion } from './changes.ts'
import { isSearchable, refreshSearchTextSql } from './search-text.ts'
import type { DeletedPart } from './modules.ts'
import { rejectReferenced } from './referring-records.ts'
import type { Writing } from './write.ts'
import { findForWriting } from './write.ts'

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
export async function deleteRecord(writing: Writing, plan: Plan, id: string): Promise<Deletion> {
  const record = await findForWriting(writing, plan, id, 'delete')
  const hooks = writing.engine.modules.get(plan.definition.name)?.hooks
  await hooks?.beforeDelete?.({ ...writing, record })
  const rows = await rowsOf(writing, plan.definition, sql`id`, [id])
  await rejectReferenced(writing, plan.definition, rows)
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
  for (const { onDeleted } of writing.engine.areas)
    also.push(...((await onDeleted?.({ ...writing, rows })) ?? []))
  await recordAudit(writing, [
    {
      resource: plan.definition.name,
      id,
      action: 'deleted',
      changes: changesBetween(plan, record, null),
      rows: rows.map(({ table, row }) => ({ table, row })),
    },
  ])
  for (const { resource, key, row } of rows) {
    writing.changes.push({ resource, action: 'deleted', id: key, version: row.version })
  }
  return { rows, also }
}

/** Inserts deleted rows again, parts after the record that contains them. Throws 409 when another record has taken a unique value. */
export async function restoreRows(writing: Writing, rows: DeletedRow[]): Promise<void> {
  for (const [table, group] of byTable(rows)) {
    const definition = everyDefinition.find((known) => tableNameOf(known) === table)
    const first = group[0]?.row
    if (!definition || !first) throw notFound()
    for (const { row } of group) await rejectTakenValues(writing, definition, row)
    try {
      // Columns added since the deletion take their defaults; generated ones are computed.
      const generated = await generatedColumns(writing, table)
      const names = Object.keys(first).filter((name) => !generated.has(name))
      const columns = raw(names.map((name) => `"${name}"`).join(', '))
      const restored = await many(
        writing.db,
        sql`INSERT INTO ${raw(table)} (${columns}) SELECT ${columns}
          FROM jsonb_populate_recordset(NULL::${raw(table)}, ${JSON.stringify(group.map(({ row }) => row))}) RETURNING id, version`,
        idAndVersion,
      )
      if (isSearchable(definition)) {
        const ids = restored.map(({ id }) => id)
        await execute(
          writing.db,
          refreshSearchTextSql(definition, { where: sql`t.id = ANY(${ids}::uuid[])` }),
        )
      }
      writing.changes.push(...changesOf(definition.name, 'created', restored))
    } catch (error) {
      const { code = '' } = error as { code?: string }
      throw code.startsWith('23')
        ? conflict('Não pode ser recuperado: já existe outro registo no seu lugar.')
        : error
    }
  }
}

async function generatedColumns({ db }: Writing, table: string): Promise<Set<string>> {
  const columns = await many(
    db,
    sql`SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attgenerated <> ''`,
    { name: 'text' },
  )
  return new Set(columns.map(({ name }) => name))
}

/** Throws 409 when another record has a unique value of the row. The message names that record and the value to change. */
async function rejectTakenValues(
  writing: Writing,
  definition: Definition,
  row: DeletedRow['row'],
): Promise<void> {
  const plan = planOf(writing.engine, definition.name)
  for (const [name, { unique, storage, label }] of Object.entries(definition.fields)) {
    const value = row[toSnakeCase(name)]
    if (!unique || storage.in !== 'own' || value === null || value === undefined) continue
    const holder = await maybeOne(
      writing.db,
      sql`SELECT id FROM ${plan.table} WHERE ${columnOf(name)} = ${value} AND id <> ${row['id']}`,
      { id: 'uuid' },
    )
    if (!holder) continue
    const title = String((await getRecord(writing, plan, holder.id))[definition.title])
    const field = fillTerms(label, await writing.world.organisation.terminology())
    throw conflict(
      `Não pode ser recuperado: ${field} ${String(value)} já é de «${title}». Altere-o nesse registo e recupere este outra vez.`,
    )
  }
}

/** The rows of records and of their parts, each record before its parts. One query per resource. */
async function rowsOf(
  writing: Writing,
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
  for (const part of everyDefinition) {
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
