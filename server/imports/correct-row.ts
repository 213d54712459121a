import { many, maybeOne, raiseVersion, sql } from '../database/sql.ts'
import { importLimits } from '../limits.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { HookContext } from '../rest/modules.ts'
import { checkContext } from './check-context.ts'
import { checkRows, compareRows, storedRowColumns, storedRowShape } from './check-rows.ts'
import { areDecisions, decisionProblem } from './doubts.ts'
import { changedRows, countsSql, readImport } from './import-record.ts'
import { kindsOfImport } from './kinds/kinds.ts'
import type { FieldMessages } from '../errors.ts'

export async function correctionProblems({ values }: HookContext): Promise<{ errors: FieldMessages }> {
  const corrections = Object.entries(values.corrections ?? {})
  const isWrong = corrections.some(
    ([column, text]) =>
      !/^\d{1,3}$/.test(column) || typeof text !== 'string' || text.length > importLimits.cellLength,
  )
  return {
    errors: {
      ...(isWrong && { corrections: ['Indique o número de cada coluna e o seu texto.'] }),
      ...(!areDecisions(values.decisions) && { decisions: [decisionProblem] }),
    },
  }
}

/** Checks a corrected row again, with those of the same record, which may have been refused because of it. */
export async function correctRow(context: HookContext): Promise<void> {
  const { db, world, id, merged, changes } = context
  const importId = String(merged.importId)
  const record = await readImport(db, importId)
  if (!record) return
  const kind = kindsOfImport[record.kind]
  const before = await keysOf(context)
  const options = { options: record, context: await checkContext(world, db, record) }
  await checkAgain([id])
  const keys = [...new Set([...before, ...(await keysOf(context))])]
  if (keys.length > 0) {
    const others = await many(
      db,
      sql`SELECT id FROM import_rows WHERE import_id = ${importId} AND id <> ${id} AND keys && ${keys}::text[]`,
      { id: 'uuid' },
    )
    await checkAgain(others.map((other) => other.id))
    await compareRows(db, { importId, kind, mapping: record.mapping, keys })
  }
  const counted = await many(
    db,
    sql`UPDATE imports SET ${countsSql}, ${raiseVersion()} WHERE id = ${importId} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('imports', 'updated', counted), changedRows)

  async function checkAgain(ids: readonly string[]): Promise<void> {
    const rows = await many(
      db,
      sql`SELECT ${storedRowColumns} FROM import_rows WHERE id = ANY(${ids}::uuid[])`,
      storedRowShape,
    )
    await checkRows({ ...context, changes: [], isOfThePast: true }, kind, rows, options)
  }
}

async function keysOf({ db, id }: HookContext): Promise<string[]> {
  const row = await maybeOne(db, sql`SELECT keys FROM import_rows WHERE id = ${id}`, { keys: 'text[]' })
  return row?.keys ?? []
}
