import type { Field } from '@agremia/resources/fields.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { many, sql } from '../../database/sql.ts'
import { readValue } from '../columns/read-values.ts'
import type { CheckContext, CheckedRow } from './kind.ts'

/** A charge, payment or movement that is there. */
export interface OwnRecord {
  id: string
  status: string
}

/**
 * Pairs equal rows with equal records, one with one in their order: two equal rows are two records. `known` are the records that are equal to
 * the row, in the order in which they are taken.
 */
export async function pairEqual(
  { db, importId }: CheckContext,
  rows: readonly { row: CheckedRow; key: string; known: readonly OwnRecord[] }[],
): Promise<void> {
  const compared = rows.map(({ row, key, known }) => ({ row, key: `equal:${key}`, known }))
  // The first key has an index.
  for (const { row, key } of compared) row.keys.unshift(key)
  const doubled = compared.filter(({ known, row }) => known.length > 0 && !row.isLeftOut)
  if (doubled.length === 0) return
  const places = rows.map(({ row }) => row.place)
  const earlier = await many(
    db,
    sql`SELECT w.place, (SELECT count(*) FROM import_rows r WHERE r.import_id = ${importId} AND r.keys[1] LIKE 'equal:%'
            AND hashtextextended(r.keys[1], 0) = hashtextextended(w.key, 0) AND r.keys[1] = w.key
            AND r.place < w.place AND r.verdict <> 'excluded' AND r.place <> ALL(${places}::integer[]))::integer AS count
        FROM jsonb_to_recordset(${JSON.stringify(doubled.map(({ row, key }) => ({ place: row.place, key })))}) AS w (place integer, key text)`,
    { place: 'integer', count: 'integer' },
  )
  const counts = new Map(earlier.map(({ place, count }) => [place, count]))
  const taken = new Map<string, number>()
  for (const { row, key, known } of doubled.toSorted((one, other) => one.row.place - other.row.place)) {
    const here = taken.get(key) ?? 0
    taken.set(key, here + 1)
    const record = known[(counts.get(row.place) ?? 0) + here]
    row.recordId = record?.id ?? null
    keepCancelled(row, record)
  }
}

/** A row that matches a cancelled record is unchanged: an import never restores a cancelled record. */
export function keepCancelled(row: CheckedRow, record: OwnRecord | undefined): void {
  if (record?.status !== 'cancelled' && record?.status !== 'reversal') return
  row.isKept = true
  row.notes['row'] = 'O registo já foi anulado: fica como está.'
}

/** States of charges, payments and movements with which a row of a file is none. */
const endedStates = new Set<unknown>(['cancelled', 'reversal', 'returned', 'exempt', 'paid'])

/** Leaves out new rows whose state says that there is nothing to pay. The state of a record changes with its actions only. */
export function readState(row: CheckedRow, field: Field, context: CheckContext): void {
  const text = row.texts['status'] ?? ''
  const read = text === '' ? undefined : readValue(field, text, context)
  if (row.recordId !== null || !read || !('value' in read) || !endedStates.has(read.value)) return
  row.isLeftOut = true
  row.notes['status'] = `Não entra: está no estado «${text.slice(0, 60)}».`
}

/** `annual fee (to be paid)`, as Galette names a contribution that is owed. */
export function isToBePaid(text: string): boolean {
  return /\b(to be paid|a regler|a payer|por pagar|a pagar|zu zahlen)\b/.test(foldText(text))
}
