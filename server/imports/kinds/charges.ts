import { unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import { many, sql } from '../../database/sql.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { parseAmount, toEuros } from '@agremia/resources/rules/amount.ts'
import { fieldTargets, target } from '../columns/targets.ts'
import { matchPayers, payerTargets } from './find-payers.ts'
import type { CheckedRow, KindOfImport } from './kind.ts'
import { cancelCreated, restoreValues, writeRecord } from './write-record.ts'

/** Charges of members. A quota or joia of a period that is there already is that one. */
export const chargesKind: KindOfImport = {
  kind: 'unsettledPayments',
  resource: 'unsettledPayments',
  lists: [],
  targets: (terminology) => [
    ...payerTargets(terminology),
    ...fieldTargets(unsettledPayments, terminology, { without: ['memberId'] }),
    target('isPaid', 'Já está paga', { terminology, help: 'Sim ou não: as que estão pagas não entram.' }),
    target('alreadyPaid', 'Valor já pago', { terminology, help: 'Desconta-se no valor.' }),
  ],
  read(row) {
    const { input, texts } = row
    readPaid(row)
    readActivity(row)
    // A year without a due day is owed at its end.
    if (!input['dueDate'] && /^\d{4}$/.test(String(input['year'] ?? '')))
      input['dueDate'] = `${String(input['year'])}-12-31`
    if (input['year'] && !texts['type']) input['type'] ??= 'quota'
    // The whole year has no code.
    if (/^(ano|anual)$/i.test(texts['period'] ?? '')) delete input['period']
  },
  async match(rows, context) {
    await matchPayers(rows, context, { required: true })
    const ids = rows.flatMap(({ input }) => (input['memberId'] ? [String(input['memberId'])] : []))
    const known = await many(
      context.db,
      sql`SELECT id, member_id AS "memberId", type, year, period FROM unsettled_payments
          WHERE member_id = ANY(${ids}::uuid[]) AND type IN ('quota', 'joia') AND status <> 'cancelled'`,
      { id: 'uuid', memberId: 'uuid', type: 'text', year: 'integer', period: 'text?' },
    )
    const byPlace = new Map(
      known.map(({ id, memberId, type, year, period }) => [
        `${memberId} ${type} ${year} ${period ?? ''}`,
        id,
      ]),
    )
    for (const row of rows) {
      const place = placeOf(row)
      if (place === undefined) continue
      row.keys.push(`charge:${place}`)
      row.recordId = byPlace.get(place) ?? null
    }
  },
  write: (writing, row) => writeRecord(writing, 'unsettledPayments', row, { origin: 'import' }),
  async undo(writing, { created: [created], changed }) {
    if (changed) return restoreValues(writing, 'unsettledPayments', changed)
    return created && cancelCreated(writing, created)
  },
}

const yes = /^(x|s|sim|1|oui|yes|true|verdadeiro|paga|pago)$/

/** Leaves out paid charges, and subtracts the paid part from the amount of the others. */
function readPaid(row: CheckedRow): void {
  const { input, texts, notes, problems } = row
  if (yes.test(foldText(texts['isPaid'] ?? ''))) {
    row.isLeftOut = true
    notes['isPaid'] = 'Já está paga.'
  }
  const text = texts['alreadyPaid'] ?? ''
  if (text === '') return
  const [paid, amount] = [parseAmount(text), parseAmount(String(input['amount'] ?? ''))]
  if (paid === undefined) problems['alreadyPaid'] = `«${text.slice(0, 60)}» não é um valor.`
  else if (amount !== undefined) {
    input['amount'] = toEuros(amount - paid)
    if (amount <= paid) row.isLeftOut = true
  }
}

/** A description says the year of a quota: `Quota anual 2026`. */
function readActivity({ input, texts }: CheckedRow): void {
  const text = texts['description'] ?? ''
  const year = /\b(?:19|20)\d\d\b/.exec(text)?.[0]
  if (year === undefined || !/\b(quotas?|cotas?|cotisations?)\b/.test(foldText(text))) return
  if (texts['type'] || texts['year']) return
  Object.assign(input, { type: 'quota', year })
}

/** What at most one charge of a member has. */
function placeOf({ input }: CheckedRow): string | undefined {
  const { memberId, type, year, dueDate, period } = input
  if (!memberId || (type !== 'quota' && type !== 'joia')) return undefined
  return `${String(memberId)} ${type} ${String(year ?? String(dueDate ?? '').slice(0, 4))} ${String(period ?? '')}`
}
