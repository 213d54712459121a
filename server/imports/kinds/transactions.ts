import { transactions } from '@agremia/resources/definitions/transactions.ts'
import { centsToDecimalText, parseAmount } from '@agremia/resources/rules/amount.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { many, sql } from '../../database/sql.ts'
import { foldedSql } from '../../database/fold.ts'
import { fieldTargets, target } from '../columns/targets.ts'
import { cellTests } from '../columns/cell-tests.ts'
import { dateIn, nifIn } from './find-members.ts'
import { matchPayers, payerTargets } from './find-payers.ts'
import type { CheckContext, CheckedRow, KindOfImport } from './kind.ts'
import { keepCancelled, pairEqual, readState } from './equal-records.ts'
import { cancelCreated, restoreValues, undoneReason, writeRecord } from './write-record.ts'

/** Movements of accounts, with one amount and its sign or kind, or with a column for income and one for expense. */
export const transactionsKind: KindOfImport = {
  kind: 'transactions',
  resource: 'transactions',
  lists: ['treasuryAccounts', 'transactionCategories', 'costCenters'],
  targets: (terminology) => [
    ...fieldTargets(transactions, terminology, { without: ['memberId', 'documentIds'] }),
    target('number', transactions.fields.number.label, {
      terminology,
      help: 'De uma lista exportada daqui.',
    }),
    target('status', transactions.fields.status.label, {
      terminology,
      help: 'As anuladas e os estornos não entram.',
    }),
    target('income', 'Receita', {
      terminology,
      help: 'O que entrou, numa coluna à parte.',
      test: cellTests.money,
    }),
    target('expense', 'Despesa', {
      terminology,
      help: 'O que saiu, numa coluna à parte.',
      test: cellTests.money,
    }),
    ...payerTargets(terminology),
  ],
  read(row) {
    readAmount(row)
    row.label = String(row.input['description'] ?? '').slice(0, 300)
  },
  async match(rows, context) {
    const labels = rows.map(({ label }) => label)
    await matchPayers(rows, context, { required: false })
    for (const [index, row] of rows.entries()) row.label = labels[index] || row.label
    await matchEntities(rows, context)
    await matchKnown(rows, context)
  },
  write: (writing, row) => writeRecord(writing, 'transactions', row),
  async undo(writing, { created: [created], changed }) {
    if (changed) return restoreValues(writing, 'transactions', changed)
    return created && cancelCreated(writing, created)
  },
}

/** The kind of a movement is that of its column, or the sign of its amount. */
function readAmount({ texts, input, problems }: CheckedRow): void {
  const { amount = '', income = '', expense = '' } = texts
  if (income && expense && parseAmount(income) !== 0 && parseAmount(expense) !== 0) {
    problems['expense'] = 'A linha tem receita e despesa: deixe só uma.'
    return
  }
  const [text, kind] =
    income && parseAmount(income) !== 0
      ? [income, 'income']
      : expense
        ? [expense, 'expense']
        : [amount, undefined]
  if (text === '') return
  const cents = parseAmount(text)
  if (cents === undefined) {
    problems[kind ?? 'amount'] = `«${text.slice(0, 60)}» não é um valor.`
    return
  }
  input['amount'] = centsToDecimalText(Math.abs(cents)).replace('.', ',')
  if (kind !== undefined) input['kind'] = kind
  else if (!texts['kind']) input['kind'] = cents < 0 ? 'expense' : 'income'
}

/** Entities by NIF, or by exactly their name. */
async function matchEntities(rows: readonly CheckedRow[], { db }: CheckContext): Promise<void> {
  const asked = rows.filter(({ input }) => input['externalEntityId'])
  if (asked.length === 0) return
  const texts = asked.map(({ input }) => String(input['externalEntityId']))
  const known = await many(
    db,
    sql`SELECT id, nif, ${foldedSql(sql`name`)} AS name FROM external_entities
        WHERE nif = ANY(${texts.flatMap((text) => nifIn(text) ?? [])}::text[]) OR ${foldedSql(sql`name`)} = ANY(${texts.map(foldText)}::text[])`,
    { id: 'uuid', nif: 'text?', name: 'text' },
  )
  for (const [index, { input, problems }] of asked.entries()) {
    const text = texts[index]!
    const nif = nifIn(text)
    const found = known.filter((one) => (nif === undefined ? one.name === foldText(text) : one.nif === nif))
    if (found.length === 1) input['externalEntityId'] = found[0]!.id
    else {
      delete input['externalEntityId']
      problems['externalEntityId'] =
        found.length > 1
          ? 'Há mais do que uma entidade com este nome: indique o NIF.'
          : `Não há a entidade «${text.slice(0, 60)}»: importe-a ou crie-a primeiro.`
    }
  }
}

/** Movements that are there already: by their number, else those of the same account, day, kind, amount and description. */
async function matchKnown(rows: readonly CheckedRow[], context: CheckContext): Promise<void> {
  const dates = rows.flatMap(({ input }) => dateIn(input['date']) ?? [])
  const numbers = rows.flatMap(({ texts }) => texts['number'] || [])
  const known = await many(
    context.db,
    sql`SELECT id, status, number, account_id AS "accountId", date, kind, amount, ${foldedSql(sql`description`)} AS description,
          cancel_reason IS DISTINCT FROM ${undoneReason} AS "isKnown" FROM transactions
        WHERE date = ANY(${dates}::date[]) OR number = ANY(${numbers}::text[]) ORDER BY status <> 'registered', id`,
    {
      id: 'uuid',
      status: 'text',
      number: 'text',
      accountId: 'uuid',
      date: 'day',
      kind: 'text',
      amount: 'cents',
      description: 'text',
      isKnown: 'boolean',
    },
  )
  const byNumber = new Map(known.map((one) => [one.number, one]))
  const byPlace = Map.groupBy(
    known.filter(({ isKnown, status }) => isKnown && status !== 'reversal'),
    (one) => [one.accountId, one.date, one.kind, one.amount, one.description].join(' '),
  )
  const others: Parameters<typeof pairEqual>[1][number][] = []
  for (const row of rows) {
    const { input, texts, keys } = row
    const own = byNumber.get(texts['number'] ?? '')
    if (own) {
      row.recordId = own.id
      keys.push(`record:${own.id}`)
      keepCancelled(row, own)
      continue
    }
    const { accountId, date, kind, amount, description } = input
    const cents = parseAmount(String(amount ?? ''))
    const key = [accountId, date, kind, cents, foldText(String(description ?? ''))].join(' ')
    others.push({ row, key, known: byPlace.get(key) ?? [] })
  }
  await pairEqual(context, others)
  for (const row of rows) {
    readState(row, transactions.fields.status, context)
    // The column of the amount only implies it.
    if (row.recordId !== null && !row.texts['kind']) delete row.input['kind']
  }
}
