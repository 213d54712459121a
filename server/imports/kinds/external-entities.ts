import { externalEntities } from '@agremia/resources/definitions/external-entities.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { many, sql } from '../../database/sql.ts'
import { foldedSql } from '../../database/fold.ts'
import { fieldTargets } from '../columns/targets.ts'
import { nifIn } from './find-members.ts'
import type { KindOfImport } from './kind.ts'
import { readAddress } from './read-address.ts'
import { removeCreated, restoreValues, writeRecord } from './write-record.ts'

/** Suppliers, funders and others, known by their NIF, else by their name. */
export const externalEntitiesKind: KindOfImport = {
  kind: 'externalEntities',
  resource: 'externalEntities',
  lists: ['transactionCategories'],
  targets: (terminology) => fieldTargets(externalEntities, terminology),
  read(row) {
    readAddress(row)
    row.label = String(row.input['name'] ?? '').slice(0, 300)
  },
  async match(rows, { db }) {
    const nifs = rows.flatMap(({ input }) => nifIn(input['nif']) ?? [])
    const names = rows.flatMap(({ input }) => (input['name'] ? [foldText(String(input['name']))] : []))
    const known = await many(
      db,
      sql`SELECT id, nif, ${foldedSql(sql`name`)} AS name FROM external_entities WHERE nif = ANY(${nifs}::text[]) OR ${foldedSql(sql`name`)} = ANY(${names}::text[])`,
      { id: 'uuid', nif: 'text?', name: 'text' },
    )
    const byNif = new Map(known.map((one) => [one.nif, one]))
    const byName = Map.groupBy(known, ({ name }) => name)
    for (const row of rows) {
      const nif = nifIn(row.input['nif'])
      const name = foldText(String(row.input['name'] ?? ''))
      if (nif !== undefined) row.keys.push(`nif:${nif}`)
      else if (name !== '') row.keys.push(`name:${name}`)
      const named = byName.get(name) ?? []
      const found =
        (nif === undefined ? undefined : byNif.get(nif)) ??
        named.find((one) => nif === undefined || one.nif === null || one.nif === nif)
      if (nif === undefined && named.length > 1)
        row.problems['name'] = `Há ${named.length} entidades com este nome: indique o NIF.`
      else if (found) row.recordId = found.id
      if (row.recordId !== null) row.keys.push(`record:${row.recordId}`)
    }
  },
  write: (writing, row) => writeRecord(writing, 'externalEntities', row),
  async undo(writing, { created: [created], changed }) {
    if (changed) return restoreValues(writing, 'externalEntities', changed)
    return created && removeCreated(writing, created)
  },
}
