import type { Definition } from '@agremia/resources/define-resource.ts'
import { everyDefinition } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { conflict, notFound } from '../errors.ts'
import type { DeletedRow } from './audit.ts'
import { changesBetween, recordAudit } from './audit.ts'
import { referringTable } from './database-errors.ts'
import { getRecord } from './find-record.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { columnOf, tableOf } from './plan.ts'
import { isSearchable, refreshSearchTextSql } from './search-text.ts'
import type { Writing } from './write.ts'
import { findForWriting } from './write.ts'

/** Deletes a record; its row stays in the audit history, from where it can be brought back. */
export async function deleteRecord(writing: Writing, plan: Plan, id: string): Promise<void> {
  const record = await findForWriting(writing, plan, id, 'delete')
  const hooks = writing.engine.modules.get(plan.definition.name)?.hooks
  await hooks?.beforeDelete?.({ ...writing, record })
  const rows = await rowsOf(writing, plan.definition, 'id', id)
  try {
    // Parts first: they refer to the whole.
    for (const { table, key } of rows.toReversed()) {
      await writing.db.query({ text: `DELETE FROM ${table} WHERE id = $1`, values: [key] })
    }
  } catch (error) {
    throw await asInUse(error, writing)
  }
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
}

/** Brings back what was deleted, the parts after the whole. Throws 409 when its place was taken meanwhile. */
export async function restoreRows(writing: Writing, rows: DeletedRow[]): Promise<void> {
  for (const { table, row } of rows) {
    const definition = everyDefinition.find((known) => tableOf(known) === table)
    if (!definition) throw notFound()
    await refuseTaken(writing, definition, row)
    try {
      // Columns that the table has gained since then take their defaults.
      const columns = Object.keys(row).map((name) => `"${name}"`)
      const inserted = await writing.db.query({
        text: `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.join(', ')}
               FROM jsonb_populate_record(NULL::${table}, $1) RETURNING id, version`,
        values: [JSON.stringify(row)],
      })
      const { id, version } = inserted.rows[0] as { id: string; version: number }
      if (isSearchable(definition)) {
        await writing.db.query({ text: refreshSearchTextSql(definition, 't.id = $1'), values: [id] })
      }
      writing.changes.push({ resource: definition.name, action: 'created', id, version })
    } catch (error) {
      const { code = '' } = error as { code?: string }
      throw code.startsWith('23')
        ? conflict('Não pode ser recuperado: já existe outro registo no seu lugar.')
        : error
    }
  }
}

/** Throws 409 when another record has a unique value of the row: says which record, and what to change in it. */
async function refuseTaken(writing: Writing, definition: Definition, row: DeletedRow['row']): Promise<void> {
  const plan = planOf(writing.engine, definition.name)
  for (const [name, { unique, storage, label }] of Object.entries(definition.fields)) {
    const value = row[toSnakeCase(name)]
    if (!unique || storage.in !== 'own' || value === null || value === undefined) continue
    const { rows } = await writing.db.query({
      text: `SELECT id FROM ${plan.table} WHERE ${columnOf(name)} = $1 AND id <> $2`,
      values: [value, row['id']],
    })
    const [holder] = rows as { id: string }[]
    if (!holder) continue
    const title = String((await getRecord(writing, plan, holder.id))[definition.title])
    const field = fillTerms(label, await writing.world.organisation.terminology())
    throw conflict(
      `Não pode ser recuperado: ${field} ${String(value)} já é de «${title}». Altere-o nesse registo e recupere este outra vez.`,
    )
  }
}

interface KeptRow {
  resource: string
  table: string
  key: string
  row: Record<string, unknown> & { version: number }
}

/** The row of a record and those of its parts, the whole before its parts. */
async function rowsOf(
  writing: Writing,
  definition: Definition,
  column: string,
  key: string,
): Promise<KeptRow[]> {
  const table = tableOf(definition)
  const { rows } = await writing.db.query({
    text: `SELECT t.id AS key, to_jsonb(t) AS row FROM ${table} t WHERE ${column} = $1 ORDER BY t.id`,
    values: [key],
  })
  const kept: KeptRow[] = []
  for (const found of rows as Pick<KeptRow, 'key' | 'row'>[]) {
    kept.push({ resource: definition.name, table, ...found })
    for (const part of everyDefinition) {
      const { partOf } = part
      if (partOf && part.fields[partOf]?.reference === definition.name) {
        kept.push(...(await rowsOf(writing, part, columnOf(partOf), found.key)))
      }
    }
  }
  return kept
}

async function asInUse(error: unknown, { world }: Writing): Promise<unknown> {
  const table = referringTable(error)
  if (!table) return error
  const using = everyDefinition.find((definition) => tableOf(definition) === table)
  if (!using) return conflict('Não pode ser eliminado: está a ser usado.')
  const users = fillTerms(using.label.many, await world.organisation.terminology())
  return conflict(`Não pode ser eliminado: está a ser usado em ${users.toLowerCase()}.`)
}
