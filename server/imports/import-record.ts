import { nobody, staffWriters } from '@agremia/resources/access.ts'
import type { AccessRule } from '@agremia/resources/access.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import type { ImportKind, ImportStep, Replacements } from '@agremia/resources/definitions/imports.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { jsonOf, many, maybeOne, nullable, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Author } from '../auth/index.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import type { FoundColumn, Mapping } from './columns/find-columns.ts'
import type { World } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'
import type { Decisions } from './kinds/kind.ts'

export type ImportRecord = RowOf<typeof importShape>
const importShape = {
  ...idAndVersion,
  kind: textOf<ImportKind>(),
  step: textOf<ImportStep>(),
  fileId: 'uuid?',
  sheet: 'integer?',
  headerRow: 'integer?',
  encoding: 'text?',
  separator: 'text?',
  columns: nullable(jsonOf<{ list: FoundColumn[] }>()),
  mapping: nullable(jsonOf<Mapping>()),
  defaults: nullable(jsonOf<Record<string, string>>()),
  emptyClears: 'boolean',
  onlyWhole: 'boolean',
  decisions: nullable(jsonOf<Decisions>()),
  replacements: nullable(jsonOf<Replacements>()),
  startsIn1904: 'boolean',
  accountId: 'uuid?',
  name: 'text?',
  address: 'text?',
} as const

const importColumns = sql`id, version, kind, step, file_id AS "fileId", sheet, header_row AS "headerRow", encoding, separator, columns, mapping, defaults,
  empty_clears AS "emptyClears", only_whole AS "onlyWhole", decisions, replacements, starts_in_1904 AS "startsIn1904", asked_by AS "accountId", created_by_name AS name, address`

export function readImport(db: Querying, id: string): Promise<ImportRecord | undefined> {
  return maybeOne(db, sql`SELECT ${importColumns} FROM imports WHERE id = ${id}`, importShape)
}

/** Begins or continues the work of an import that is queued or running. */
export function beginImport(world: World, id: string): Promise<ImportRecord | undefined> {
  return writeInTransaction(world, async (db, changes) => {
    const begun = await maybeOne(
      db,
      sql`UPDATE imports SET state = 'running', problem = NULL, ${raiseVersion()} WHERE id = ${id} AND state IN ('queued', 'running')
          RETURNING ${importColumns}`,
      importShape,
    )
    if (begun) changes.push(...changesOf('imports', 'updated', [begun]))
    return begun
  })
}

/** Updates an import while its work is running. Returns the changes, none when it is not running any more. */
export async function updateImport(db: Querying, id: string, set: Sql): Promise<Change[]> {
  const rows = await many(
    db,
    sql`UPDATE imports SET ${set}, ${raiseVersion()} WHERE id = ${id} AND state = 'running' RETURNING id, version`,
    idAndVersion,
  )
  return rows.length > 0 ? [...changesOf('imports', 'updated', rows), changedRows] : []
}

/** A change without an id: clients read the list of rows again. */
export const changedRows: Change = { resource: 'importRows', action: 'updated', id: '', version: 0 }

/** Assignments of `UPDATE imports SET` that count the rows by verdict. */
export const countsSql = sql`(total, created, changed, unchanged, doubtful, refused, excluded) = (
  SELECT count(*), count(*) FILTER (WHERE verdict = 'created'), count(*) FILTER (WHERE verdict = 'changed'),
    count(*) FILTER (WHERE verdict = 'unchanged'),
    count(*) FILTER (WHERE verdict = 'doubtful'), count(*) FILTER (WHERE verdict = 'refused'), count(*) FILTER (WHERE verdict = 'excluded')
  FROM import_rows r WHERE r.import_id = imports.id)`

/** Assignments of `UPDATE imports SET` with which an undo begins. */
export const undoBegins = sql`step = 'undo', kept = 0,
  done = (SELECT count(*) FROM import_rows r WHERE r.import_id = imports.id AND r.outcome <> 'done')`

export function authorOf({ accountId, name, address }: ImportRecord): Author {
  return { accountId, name, address }
}

/** Who may import records of a kind: who may create them. */
export function accessOf(resource: string): AccessRule {
  const { create } = getDefinition(resource).access
  return create === nobody ? staffWriters : create
}
