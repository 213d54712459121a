import { staffReaders } from '@agremia/resources/access.ts'
import { transactions } from '@agremia/resources/definitions/transactions.ts'
import { described } from '@agremia/resources/json-shape.ts'
import { fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import type { FastifyInstance } from 'fastify'
import type { CellKind } from '../files/table.ts'
import { fiscalYearStartSql } from '../database/fiscal-year.ts'
import type { Querying } from '../database/querying.ts'
import type { Sql } from '../database/sql.ts'
import { many, sql } from '../database/sql.ts'
import { badRequest } from '../errors.ts'
import { fileOf } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { sendExport } from '../rest/export.ts'
import { streamSql } from '../rest/find-page.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { requireAccess } from '../rest/scope.ts'
import type { World } from '../rest/modules.ts'

const api: Api = {
  name: 'exportLedger',
  summary: 'Exportar os movimentos de um ano para programas de contabilidade',
  description:
    'CSV com vírgulas, datas ISO e ponto decimal. Cada linha move um valor entre duas contas; as primeiras são os saldos do início. Os nomes das contas servem ao hledger, ao Beancount e ao GnuCash.',
  tag: 'Tesouraria',
  query: { year: described('O exercício, pelo ano em que começa.', 'integer') },
  answers: { 200: fileOf('text/csv') },
}

/** The columns of the file, with the index of their value in a row of `linesSql`. */
const columns: [label: string, kind: CellKind, isAccount?: true][] = [
  ['date', 'date'],
  ['code', 'text'],
  ['description', 'text'],
  ['account', 'text', true],
  ['counterAccount', 'text', true],
  ['amount', 'money'],
  ['currency', 'text'],
  ['costCenter', 'text'],
  ['payee', 'text'],
]

/** Accounts that are no record: the balances of the start, and the money of transfers that did not arrive on the same day. */
const opening = 'opening'
const underWay = 'underWay'

/** `GET /ledger/export?year=…`: the movements of a year as lines of double entry. */
export function ledgerExportRoutes(app: FastifyInstance, world: World): void {
  const options = { exposeHeadRoute: false, config: { scope: 'transactions:read', api } }
  app.get('/ledger/export', options, async (request, reply) => {
    requireAccess(staffReaders(request.caller), request.caller)
    const parameters = knownParameters(request, ['year'])
    const { year = '' } = parameters
    if (!/^(19|20|21)\d\d$/.test(year)) throw badRequest('year: indique um ano, por exemplo 2026.')
    const names = await accountNames(world.database.pool)
    return sendExport(
      world,
      {
        definition: transactions,
        label: `Movimentos de ${fiscalYearText(await world.organisation.settings(), Number(year))}`,
        format: 'plain',
        names: [],
        columns: columns.map(([label, kind, isAccount], index) => ({
          label,
          kind,
          index,
          cell: (value) => (isAccount ? (names.get(value) ?? value) : value),
        })),
        read: (db) => streamSql(db, linesSql(Number(year))),
      },
      { request, reply, parameters },
    )
  })
}

/** Names of the accounts and categories by their ids. Different ones have different names. */
async function accountNames(db: Querying): Promise<Map<string, string>> {
  const rows = await many(
    db,
    sql`SELECT id, 'Assets' AS root, name, NULL AS parent FROM treasury_accounts
      UNION ALL SELECT k.id, CASE k.kind WHEN 'income' THEN 'Income' ELSE 'Expenses' END, k.name, p.name
      FROM transaction_categories k LEFT JOIN transaction_categories p ON p.id = k.parent_id ORDER BY id`,
    { id: 'uuid', root: 'text', name: 'text', parent: 'text?' },
  )
  const names = new Map([
    [opening, 'Equity:Saldos-iniciais'],
    [underWay, 'Assets:Em-trânsito'],
  ])
  const taken = new Set(names.values())
  for (const { id, root, name, parent } of rows) {
    const plain = [root, ...(parent === null ? [] : [parent]), name].map(accountWord).join(':')
    let free = plain
    for (let place = 2; taken.has(free); place++) free = `${plain}-${place}`
    taken.add(free)
    names.set(id, free)
  }
  return names
}

/**
 * A part of an account's name as Beancount's syntax allows it: letters, digits and hyphens, a capital letter or digit first. hledger and
 * GnuCash allow more.
 */
export function accountWord(name: string): string {
  const clean = (text: string) =>
    text
      .normalize('NFC')
      .replace(/[^\p{L}\p{Nd}]+/gu, '-')
      .replace(/^-|-$/g, '')
  const [first = '', ...rest] = clean(name)
  const word = clean(first.toUpperCase() + rest.join(''))
  // Some letters have no capital, as `ª`.
  return /^[\p{Lu}\p{Nd}]/u.test(word) ? word : word === '' ? 'Conta' : `Conta-${word}`
}

/** A line moves `amount`, in cents, from the counter account to the account. */
const lineSql = (
  line: Record<'part' | 'date' | 'code' | 'description' | 'account' | 'counter' | 'amount', Sql>,
) =>
  sql`${line.part} AS part, ${line.date} AS date, ${line.code} AS code, ${line.description} AS description,
    ${line.account}::text AS account, ${line.counter}::text AS counter, ${line.amount} AS amount`

/**
 * Opening balances, then the movements by date: one line for each part by cost centre. A transfer is one line, or two through the account
 * of money under way when it arrives on another day.
 */
const linesSql = (year: number): Sql => sql`
  WITH days AS (SELECT ${fiscalYearStartSql(year)} AS first, ${fiscalYearStartSql(year + 1)} - 1 AS last),
  balances AS (
    SELECT a.id, greatest(a.opening_date, days.first) AS date,
      a.opening_balance + coalesce((SELECT sum(t.effect) FROM transactions_by_day t WHERE t.account_id = a.id AND t.date < days.first), 0) AS amount
    FROM treasury_accounts a, days WHERE a.opening_date <= days.last),
  leaving AS (
    SELECT coalesce(sum(d.amount), 0) AS amount
    FROM transactions r JOIN transactions d ON d.id = r.transfer_id CROSS JOIN days WHERE r.date >= days.first AND d.date < days.first),
  lines AS (
    SELECT ${lineSql({ part: sql`0`, date: sql`date`, code: sql`''`, description: sql`'Saldo inicial'`, account: sql`id`, counter: sql`${opening}`, amount: sql`amount` })},
      NULL::uuid AS center_id, NULL::uuid AS entity_id FROM balances WHERE amount <> 0
    UNION ALL
    SELECT ${lineSql({ part: sql`0`, date: sql`first`, code: sql`''`, description: sql`'Saldo inicial'`, account: sql`${underWay}`, counter: sql`${opening}`, amount: sql`amount` })},
      NULL, NULL FROM leaving, days WHERE amount <> 0
    UNION ALL
    SELECT ${lineSql({ part: sql`1`, date: sql`t.date`, code: sql`t.number`, description: sql`t.description`, account: sql`t.account_id`, counter: sql`t.category_id`, amount: sql`CASE t.kind WHEN 'income' THEN 1 ELSE -1 END * coalesce(s.amount, t.amount)` })},
      coalesce(s.cost_center_id, t.cost_center_id), t.external_entity_id
    FROM transactions t CROSS JOIN days LEFT JOIN transaction_splits s ON s.transaction_id = t.id
    WHERE t.kind <> 'transfer' AND t.date BETWEEN days.first AND days.last
    UNION ALL
    SELECT ${lineSql({ part: sql`1`, date: sql`t.date`, code: sql`t.number`, description: sql`t.description`, account: sql`t.account_id`, counter: sql`CASE WHEN o.date = t.date THEN o.account_id::text ELSE ${underWay} END`, amount: sql`t.effect` })},
      NULL, NULL
    FROM transactions t JOIN transactions o ON o.id = t.transfer_id OR o.transfer_id = t.id CROSS JOIN days
    WHERE t.kind = 'transfer' AND t.date BETWEEN days.first AND days.last AND (t.transfer_id IS NULL OR o.date <> t.date))
  SELECT l.date, l.code, l.description, l.account, l.counter, round(l.amount / 100.0, 2), 'EUR', k.name, e.name
  FROM lines l LEFT JOIN cost_centers k ON k.id = l.center_id LEFT JOIN external_entities e ON e.id = l.entity_id
  ORDER BY l.part, l.date, l.code, l.account, k.name`
