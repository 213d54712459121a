import { mandates } from '@agremia/resources/definitions/mandates.ts'
import { many, sql } from '../../database/sql.ts'
import { fieldTargets } from '../columns/targets.ts'
import { matchPayers, payerTargets } from './find-payers.ts'
import type { KindOfImport } from './kind.ts'
import { removeCreated, restoreValues, writeRecord } from './write-record.ts'

/** Authorisations of debits, known by their reference, with the last debit of the earlier program. */
export const mandatesKind: KindOfImport = {
  kind: 'mandates',
  resource: 'mandates',
  lists: [],
  targets: (terminology) => [
    ...payerTargets(terminology),
    ...fieldTargets(mandates, terminology, { without: ['memberId', 'documentId'] }),
  ],
  async match(rows, context) {
    await matchPayers(rows, context, { required: true })
    const references = rows.flatMap(({ input }) => (input['reference'] ? [String(input['reference'])] : []))
    const known = await many(
      context.db,
      sql`SELECT id, reference FROM mandates WHERE reference = ANY(${references}::text[])`,
      { id: 'uuid', reference: 'text' },
    )
    const byReference = new Map(known.map(({ id, reference }) => [reference, id]))
    for (const row of rows) {
      const reference = String(row.input['reference'] ?? '')
      if (reference === '') continue
      row.keys.push(`mandate:${reference}`)
      row.recordId = byReference.get(reference) ?? null
    }
  },
  write: (writing, row) => writeRecord(writing, 'mandates', row),
  async undo(writing, { created: [created], changed }) {
    if (changed) return restoreValues(writing, 'mandates', changed)
    return created && removeCreated(writing, created)
  },
}
