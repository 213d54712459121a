import { inTransaction } from '../server/database/transaction.ts'
import type { Organisation } from './organisation.ts'
import { forgetSums, today, vacuum } from './organisation.ts'
import { milliseconds, print, report } from './report.ts'
import { patch } from './requests.ts'
import { alternate, time, timeOne } from './timing.ts'

export const transactionCount = 500_000

/** Inserts half a million transactions of ten years on three accounts, and shows the treasury. */
export async function insertTransactions({ api, headers, pool }: Organisation): Promise<void> {
  await inTransaction({ pool }, async (tx) => {
    await tx.query({ text: 'SET LOCAL statement_timeout = 0' })
    await tx.query({
      text: `INSERT INTO treasury_accounts (id, name, kind, "order", active, opening_date, opening_balance)
        SELECT new_id(), 'Conta ' || n, 'bank', n, true, '2010-01-01', 1000 FROM generate_series(1, 3) AS n`,
    })
    await tx.query({
      text: `WITH accounts AS (SELECT array_agg(id ORDER BY "order") AS ids FROM treasury_accounts),
          categories AS (SELECT kind, array_agg(id ORDER BY id) AS ids FROM transaction_categories WHERE kind <> 'transfer' GROUP BY kind)
        INSERT INTO transactions (id, number, kind, date, description, amount, account_id, category_id, search_text)
        SELECT new_id(), 'T/' || n, c.kind, $1::date - (n % 3650)::integer, (ARRAY['Água', 'Arbitragem', 'Bilheteira', 'Eletricidade', 'Seguro'])[1 + n % 5] || ' ' || n,
          100 + n % 10000, a.ids[1 + n % array_length(a.ids, 1)], c.ids[1 + n % array_length(c.ids, 1)],
          ' t/' || n || ' ' || (ARRAY['agua', 'arbitragem', 'bilheteira', 'eletricidade', 'seguro'])[1 + n % 5] || ' ' || n
        FROM generate_series(1, $2::integer) AS n JOIN categories c ON c.kind = CASE WHEN n % 3 = 0 THEN 'income' ELSE 'expense' END CROSS JOIN accounts a`,
      values: [today, transactionCount],
    })
  })
  await vacuum(pool)
  await patch(`${api}/settings/hasTreasury`, headers, { value: 'true' })
}

/**
 * Inserts an invoice of a supplier for every fourth expense, which pays it three weeks later; each twentieth of these pays three of them, and one
 * of ten invoices is not paid. Needs the transactions.
 */
export async function insertDocuments({ pool }: Organisation): Promise<void> {
  await inTransaction({ pool }, async (tx) => {
    await tx.query({ text: 'SET LOCAL statement_timeout = 0' })
    await tx.query({
      text: `WITH chosen AS MATERIALIZED (
          SELECT id AS transaction_id, date, amount, row_number() OVER (ORDER BY date, id) AS place FROM transactions WHERE kind = 'expense' AND hashtext(number) % 4 = 0),
        documents AS MATERIALIZED (
          SELECT *, new_id() AS id, CASE WHEN place % 60 < 3 THEN first_value(transaction_id) OVER (PARTITION BY place / 3 ORDER BY place) ELSE transaction_id END AS paid_by FROM chosen),
        made AS (
          INSERT INTO treasury_docs (id, number, type, direction, description, date, total_amount, paid_amount, currency, status)
          SELECT id, 'D/' || place, 'invoice', 'received', 'Fatura ' || place, date - 21, amount,
            CASE WHEN place % 10 = 9 THEN 0 ELSE amount END, 'EUR', CASE WHEN place % 10 = 9 THEN 'unpaid' ELSE 'paid' END FROM documents),
        named AS (SELECT paid_by, array_agg(id::text ORDER BY place) AS ids, sum(amount) AS amount FROM documents WHERE place % 10 <> 9 GROUP BY paid_by)
        UPDATE transactions t SET document_ids = n.ids, amount = n.amount FROM named n WHERE t.id = n.paid_by`,
    })
  })
  await vacuum(pool)
}

/** What the list of transactions requests, without the balance of the account. */
const columns = `_columns=number,date,description,documentIds,fromAccountId,kind,status,toAccountId,categoryId,externalEntityId,memberId,accountId,effect`
const page = `_sort=-date&_limit=100&${columns}`

interface Search {
  what: string
  query: string
  /** The same search in plain SQL. */
  where: string
  hasBalance?: boolean
}

/** Searches of the list, by round: their words and amounts are others in each one. */
function searchesOf(accountId: string): ((round: number) => Search)[] {
  const year = today.slice(0, 4)
  return [
    () => ({
      what: 'do ano',
      query: `_year=${year}`,
      where: `t.date BETWEEN '${year}-01-01' AND '${year}-12-31'`,
    }),
    () => ({ what: 'de todos os anos', query: '', where: 'true' }),
    () => ({
      what: 'de uma conta, com o saldo depois de cada uma',
      query: `_accountId=${accountId}`,
      where: `t.account_id = '${accountId}'`,
      hasBalance: true,
    }),
    (round) => ({
      what: 'com uma palavra, de uma conta, com o saldo depois de cada uma',
      query: `_accountId=${accountId}&_search=agua+${10 + round}`,
      where: `t.account_id = '${accountId}' AND t.search_text LIKE '% agua%' AND t.search_text LIKE '% ${10 + round}%'`,
      hasBalance: true,
    }),
    (round) => ({
      what: 'com uma palavra',
      query: `_search=seguro+${10 + round}`,
      where: `t.search_text LIKE '% seguro%' AND t.search_text LIKE '% ${10 + round}%'`,
    }),
    (round) => ({
      what: 'de despesas entre dois valores',
      query: `_kind=expense&_amount_from=${50 + round}&_amount_to=${60 + round}`,
      where: `t.kind = 'expense' AND t.amount BETWEEN ${(50 + round) * 100} AND ${(60 + round) * 100}`,
    }),
  ]
}

/** The statements of a search in plain SQL: its page with the names that it shows, and its totals. */
function plainSql({ where, hasBalance }: Search): { page: string; totals: string } {
  const [ofAccount] = where.split(' AND ')
  const source = hasBalance
    ? `(SELECT t.*, sum(t.effect) OVER (ORDER BY t.date, t.id) AS balance FROM transactions t WHERE ${ofAccount}) t`
    : 'transactions t'
  return {
    page: `SELECT t.*, a.name AS account, c.name AS category, a.opening_balance
      FROM ${source} JOIN treasury_accounts a ON a.id = t.account_id LEFT JOIN transaction_categories c ON c.id = t.category_id
      WHERE ${where} ORDER BY t.date DESC, t.id DESC LIMIT 100`,
    totals: `SELECT count(*), sum(income), sum(expense), sum(effect) FROM transactions t WHERE ${where}`,
  }
}

/** Measures the list of transactions with its totals, and entering one, against plain SQL and a durable UPDATE. */
export async function measureTreasury(organisation: Organisation): Promise<void> {
  await insertTransactions(organisation)
  print(`${transactionCount} transações:`)
  await measureSearches(organisation)
  await measureEntry(organisation)
}

async function measureSearches(organisation: Organisation): Promise<void> {
  const { api, headers, pool } = organisation
  const [account] = (
    await pool.query<{ id: string }>('SELECT id FROM treasury_accounts ORDER BY "order" LIMIT 1')
  ).rows
  for (const searchOf of searchesOf(account?.id ?? '')) {
    await checkSameTotal(organisation, searchOf(0))
    const medians = await alternate(12, {
      ours: async (round) => {
        const { query, hasBalance } = searchOf(round)
        await forgetSums(organisation, 'transactions')
        return timeOne(`${api}/transactions?${query}&${page}${hasBalance ? ',accountBalance' : ''}`, {
          headers,
        })
      },
      bare: (round) => {
        const plain = plainSql(searchOf(round))
        return time(async () => {
          await pool.query(plain.page)
          await pool.query(plain.totals)
        })
      },
    })
    report({
      what: `Lista das transações ${searchOf(0).what}, com os totais: tempo face a SQL simples`,
      ratio: medians.ours / medians.bare,
      target: { max: 2 },
      detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.bare)}`,
    })
  }
}

/** Throws when the list and plain SQL do not find as many transactions. */
async function checkSameTotal({ api, headers, pool }: Organisation, search: Search): Promise<void> {
  const answer = await fetch(`${api}/transactions?${search.query}&${page}`, { headers })
  const { meta } = (await answer.json()) as { meta: { total: number } }
  const { rows } = await pool.query<{ count: string }>(plainSql(search).totals)
  const expected = Number(rows[0]?.count)
  if (meta.total !== expected || expected === 0)
    throw new Error(`${search.what}: ${meta.total} transactions instead of ${expected}`)
}

async function measureEntry({ api, headers, pool }: Organisation): Promise<void> {
  const [chosen] = (
    await pool.query<{ accountId: string; categoryId: string; id: string }>(
      `SELECT a.id AS "accountId", c.id AS "categoryId", (SELECT id FROM transactions LIMIT 1) AS id
       FROM treasury_accounts a, transaction_categories c WHERE c.kind = 'expense' LIMIT 1`,
    )
  ).rows
  if (!chosen) throw new Error('there is no account')
  const { accountId, categoryId, id } = chosen
  const contenders = {
    ours: (round: number) =>
      timeOne(`${api}/transactions`, {
        headers,
        method: 'POST',
        body: {
          kind: 'expense',
          date: today,
          description: `Compra ${round}`,
          amount: 1 + round,
          accountId,
          categoryId,
        },
      }),
    bare: (round: number) =>
      time(() => pool.query('UPDATE transactions SET notes = $2 WHERE id = $1', [id, `Nota ${round}`])),
  }
  await alternate(20, contenders)
  const medians = await alternate(150, contenders)
  report({
    what: 'Registar uma transação: tempo face a um UPDATE durável',
    ratio: medians.ours / medians.bare,
    target: { max: 4 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.bare)}`,
  })
}
