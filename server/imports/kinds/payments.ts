import { payments } from '@agremia/resources/definitions/payments.ts'
import { parseAmount } from '@agremia/resources/rules/amount.ts'
import { many, sql } from '../../database/sql.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { fieldTargets, target } from '../columns/targets.ts'
import { dateIn } from './find-members.ts'
import { matchPayers, payerTargets } from './find-payers.ts'
import type { KindOfImport } from './kind.ts'
import { cancelCreated, restoreValues, writeRecord } from './write-record.ts'

/** Payments of members, each with a receipt: it settles the oldest debts, and the rest is credit. */
export const paymentsKind: KindOfImport = {
  kind: 'payments',
  resource: 'payments',
  lists: ['treasuryAccounts'],
  targets: (terminology) => [
    ...payerTargets(terminology),
    ...fieldTargets(payments, terminology, { without: ['memberId'] }),
    target('entryType', 'Tipo de lançamento', {
      terminology,
      help: 'De um diário: só entram as receitas.',
    }),
  ],
  read(row) {
    const { input, texts, notes } = row
    if (texts['entryType'] && !/^(receitas?|recettes?|income)$/.test(foldText(texts['entryType']))) {
      row.isLeftOut = true
      notes['entryType'] = 'Não é uma receita.'
    }
    // A member without fees in a list of members with their fees.
    if (['amount', 'date', 'reference'].every((name) => !texts[name])) {
      row.isLeftOut = true
      notes['amount'] = 'Não tem pagamento.'
    }
    // Old payments need no confirmation in an import; the row has a note.
    input['dateConfirmed'] = true
  },
  async match(rows, context) {
    await matchPayers(rows, context, { required: true })
    const dates = rows.flatMap(({ input }) => dateIn(input['date']) ?? [])
    const ids = rows.flatMap(({ input }) => (input['memberId'] ? [String(input['memberId'])] : []))
    const known = await many(
      context.db,
      sql`SELECT id, member_id AS "memberId", date, amount, coalesce(reference, '') AS reference FROM payments
          WHERE member_id = ANY(${ids}::uuid[]) AND date = ANY(${dates}::date[]) AND status <> 'cancelled'`,
      { id: 'uuid', memberId: 'uuid', date: 'day', amount: 'cents', reference: 'text' },
    )
    const byPlace = new Map(
      known.map(({ id, memberId, date, amount, reference }) => [
        `${memberId} ${date} ${amount} ${reference}`,
        id,
      ]),
    )
    for (const row of rows) {
      const { memberId, date, amount, reference } = row.input
      const place = `${String(memberId)} ${String(date)} ${parseAmount(String(amount ?? ''))} ${String(reference ?? '')}`
      // Two equal payments of a day are possible; two with the same reference are one.
      if (reference) row.keys.push(`payment:${place}`)
      row.recordId = byPlace.get(place) ?? null
      if (row.recordId !== null) delete row.input['dateConfirmed']
    }
  },
  write: (writing, row) => writeRecord(writing, 'payments', row),
  async undo(writing, { created: [created], changed }) {
    if (changed) return restoreValues(writing, 'payments', changed)
    return created && cancelCreated(writing, created)
  },
}
