import { payments } from '@agremia/resources/definitions/payments.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { parseAmount } from '@agremia/resources/rules/amount.ts'
import { many, sql } from '../../database/sql.ts'
import { foldedSql } from '../../database/fold.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { fieldTargets, target } from '../columns/targets.ts'
import type { OwnRecord } from './equal-records.ts'
import { isToBePaid, keepCancelled, pairEqual, readState } from './equal-records.ts'
import { dateIn, isOtherName, nameOf, nifIn, numberIn } from './find-members.ts'
import { matchPayers, payerTargets } from './find-payers.ts'
import type { CheckContext, CheckedRow, KindOfImport } from './kind.ts'
import { cancelCreated, restoreValues, undoneReason, writeRecord } from './write-record.ts'

/** Payments of members, each with a receipt: it settles the oldest debts, and the rest is credit. A row with the number of a receipt is that payment. */
export const paymentsKind: KindOfImport = {
  kind: 'payments',
  resource: 'payments',
  lists: ['treasuryAccounts'],
  targets: (terminology) => [
    ...payerTargets(terminology),
    ...fieldTargets(payments, terminology, { without: ['memberId'] }),
    target('receiptNumber', payments.fields.receiptNumber.label, {
      terminology,
      help: 'De uma lista exportada daqui. Um número que não é de cá fica na referência.',
    }),
    target('status', payments.fields.status.label, {
      terminology,
      help: 'Os anulados e os devolvidos não entram.',
    }),
    target('contributionType', 'Tipo de contribuição', {
      terminology,
      help: 'As que estão por pagar não entram: são dívidas.',
    }),
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
    if (isToBePaid(texts['contributionType'] ?? '')) {
      row.isLeftOut = true
      notes['contributionType'] =
        'Está por pagar: é uma dívida, que entra quando o ficheiro se importa como dívidas.'
    }
    // A member without fees in a list of members with their fees.
    if (['amount', 'date', 'reference', 'receiptNumber'].every((name) => !texts[name])) {
      row.isLeftOut = true
      notes['amount'] = 'Não tem pagamento.'
    }
    // Old payments need no confirmation in an import; the row has a note.
    input['dateConfirmed'] = true
  },
  async match(rows, context) {
    const receipts = await findReceipts(rows, context)
    for (const row of rows) matchReceipt(row, receipts.get(row.texts['receiptNumber'] ?? ''))
    const others = rows.filter(({ recordId }) => recordId === null)
    await matchPayers(others, context, { required: true })
    for (const { input, texts } of others)
      if (texts['receiptNumber']) input['reference'] ??= texts['receiptNumber']
    await matchSame(others, context)
    for (const row of rows) {
      readState(row, payments.fields.status, context)
      if (row.recordId !== null) delete row.input['dateConfirmed']
    }
  },
  write: (writing, row) => writeRecord(writing, 'payments', row),
  async undo(writing, { created: [created], changed }) {
    if (changed) return restoreValues(writing, 'payments', changed)
    return created && cancelCreated(writing, created)
  },
}

/** A payment with its payer. */
interface Receipt extends OwnRecord {
  receiptNumber: string
  memberId: string
  personId: string
  memberNumber: number | null
  name: string
  folded: string
  nif: string | null
  birthDate: string | null
}

/** Payments by the receipt numbers of rows. */
async function findReceipts(
  rows: readonly CheckedRow[],
  { db }: CheckContext,
): Promise<Map<string, Receipt>> {
  const numbers = rows.flatMap(({ texts }) => texts['receiptNumber'] || [])
  if (numbers.length === 0) return new Map()
  const found = await many(
    db,
    sql`SELECT p.id, p.status, p.receipt_number AS "receiptNumber", m.id AS "memberId", w.id AS "personId", m.member_number AS "memberNumber",
          w.name, ${foldedSql(sql`w.name`)} AS folded, w.nif, w.birth_date AS "birthDate"
        FROM payments p JOIN members m ON m.id = p.member_id JOIN people w ON w.id = m.person_id WHERE p.receipt_number = ANY(${numbers}::text[])`,
    {
      id: 'uuid',
      status: 'text',
      receiptNumber: 'text',
      memberId: 'uuid',
      personId: 'uuid',
      memberNumber: 'integer?',
      name: 'text',
      folded: 'text',
      nif: 'text?',
      birthDate: 'day?',
    },
  )
  return new Map(found.map((one) => [one.receiptNumber, one]))
}

/** A row with the number of a receipt is that payment, unless it names another payer. */
function matchReceipt(row: CheckedRow, receipt: Receipt | undefined): void {
  if (!receipt) return
  const { texts, problems, keys } = row
  const [number, nif] = [numberIn(texts['memberNumber']), nifIn(texts['memberNif'])]
  const contradicted =
    number !== undefined && number !== receipt.memberNumber
      ? 'memberNumber'
      : nif !== undefined && nif !== receipt.nif
        ? 'memberNif'
        : isOtherName(receipt, texts['memberName'] ?? '')
          ? 'memberName'
          : undefined
  if (contradicted !== undefined)
    problems[contradicted] =
      `O recibo ${receipt.receiptNumber} é de ${nameOf(receipt)}. Se é o número de outro programa, leia a coluna como «${payments.fields.reference.label}».`
  row.label = nameOf(receipt).replaceAll(/[«»]/g, '')
  row.recordId = receipt.id
  keys.push(`record:${receipt.id}`)
  keepCancelled(row, receipt)
}

/** Payments of the same member, day, amount and reference are the same; of several without a reference, as many as there are. */
async function matchSame(rows: readonly CheckedRow[], context: CheckContext): Promise<void> {
  const hasReference = context.mapped.has('reference') || context.mapped.has('receiptNumber')
  const dates = rows.flatMap(({ input }) => dateIn(input['date']) ?? [])
  const ids = rows.flatMap(({ input }) => (input['memberId'] ? [String(input['memberId'])] : []))
  const known = await many(
    context.db,
    sql`SELECT id, status, member_id AS "memberId", date, amount, coalesce(reference, '') AS reference FROM payments
        WHERE member_id = ANY(${ids}::uuid[]) AND date = ANY(${dates}::date[]) AND cancel_reason IS DISTINCT FROM ${undoneReason}
        ORDER BY status = 'cancelled', id`,
    { id: 'uuid', status: 'text', memberId: 'uuid', date: 'day', amount: 'cents', reference: 'text' },
  )
  const placeOf = (memberId: string, date: string, amount: Cents | undefined, reference: string) =>
    [memberId, date, amount, hasReference ? reference : ''].join(' ')
  const byPlace = Map.groupBy(known, (one) => placeOf(one.memberId, one.date, one.amount, one.reference))
  const unreferenced: { row: CheckedRow; key: string; known: readonly OwnRecord[] }[] = []
  for (const row of rows) {
    const { memberId, date, amount, reference } = row.input
    if (!memberId) continue
    const key = placeOf(
      String(memberId),
      String(date),
      parseAmount(String(amount ?? '')),
      String(reference ?? ''),
    )
    const same = byPlace.get(key) ?? []
    // Two equal payments of a day are possible; two with the same reference are one.
    if (!reference) unreferenced.push({ row, key, known: same })
    else {
      row.keys.push(`payment:${key}`)
      row.recordId = same[0]?.id ?? null
      keepCancelled(row, same[0])
    }
  }
  await pairEqual(context, unreferenced)
}
