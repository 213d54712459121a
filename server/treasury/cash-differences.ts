import { staffReaders } from '@agremia/resources/access.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance } from 'fastify'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { inline, jsonOf, literals, one, sql } from '../database/sql.ts'
import { cashOnSheets } from '../dues/index.ts'
import type { Days } from '../dues/index.ts'
import { badRequest } from '../errors.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { euros } from '../rest/euros.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { requireAccess } from '../rest/scope.ts'
import type { World } from '../rest/modules.ts'

/** Why a movement is on the cash sheets and not in the accounts of kind cash, or the other way round, or with another amount. */
const causes = {
  transfer: 'Transferência, que a folha não conta',
  manual: 'Movimento da tesouraria, que a folha não conta',
  count: 'Diferença entre o contado e o esperado',
  late: 'Registado depois de fechada a folha',
  cancelledLate: 'Anulado depois de fechada a folha',
  cancelledElsewhere: 'Anulado, com o estorno noutro dia',
  otherMethod: 'Não é em numerário, mas está na conta de caixa',
  otherAccount: 'Lançado noutra conta',
  unposted: 'Por lançar na tesouraria',
  cost: 'A comissão ou o custo, que a folha não conta',
} as const
type Cause = keyof typeof causes

/** A movement that the cash sheets and the cash accounts do not have alike; amounts in euros, null where it is missing. */
interface CashDifference {
  date: string
  /** Number of the receipt, proof or transaction. */
  label: string
  paymentId: string | null
  transactionId: string | null
  onSheet: Euros | null
  inAccount: Euros | null
  cause: string
}

const differenceShape = {
  date: 'day',
  label: 'text',
  paymentId: 'uuid?',
  transactionId: 'uuid?',
  onSheet: 'euros?',
  inAccount: 'euros?',
  cause: 'text',
} as const

/** The cash of some days on their cash sheets and in the accounts of kind cash, in euros. */
export type CashComparison = RowOf<typeof comparisonShape>
const comparisonShape = {
  onSheets: 'euros',
  inAccounts: 'euros',
  /** Amount of the accounts minus that of the sheets. */
  difference: 'euros',
  count: 'integer',
  /** Of those, payments, returns, refunds and commissions that are in one alone: the others belong to only one. */
  toCorrect: 'integer',
  /** The first ones of the days. */
  rows: jsonOf<CashDifference[]>(),
} as const

export const comparisonApiShape = { ...comparisonShape, rows: [differenceShape] } as const

const maxRows = 100

const api: Api = {
  name: 'compareCash',
  summary: 'Comparar as folhas de caixa com as contas de caixa',
  description:
    'O que as folhas dos dias contam e o que as contas do tipo Caixa têm, com os movimentos em que diferem. Vazio antes do saldo inicial da primeira conta de caixa.',
  tag: 'Tesouraria',
  query: { from: 'day', to: 'day' },
  answers: { 200: data(comparisonApiShape) },
}

/** `GET /cash_differences?from=…&to=…`: the cash sheets of the days against the cash accounts. */
export function cashDifferenceRoutes(app: FastifyInstance, world: World): void {
  app.get('/cash_differences', route(api, 'transactions:read'), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    const { from = '', to = '' } = knownParameters(request, ['from', 'to'])
    for (const [name, day] of Object.entries({ from, to }))
      if (!isDate(day)) throw badRequest(`${name}: indique um dia, por exemplo 2026-12-31.`)
    return { data: await compareCash(world.database.pool, { from, to }) }
  })
}

/** A transaction's part in the payment, return, refund, commission or, of others, in itself and its reversal. */
const accountRows = ({ from, to }: Days) => sql`
  SELECT t.date, CASE WHEN t.return_id IS NOT NULL THEN 'return' WHEN t.refund_id IS NOT NULL THEN 'refund'
      WHEN coalesce(t.round_id, o.round_id) IS NOT NULL THEN 'round' WHEN t.payment_id IS NOT NULL THEN 'payment' ELSE 'transaction' END AS source,
    coalesce(t.return_id, t.refund_id, t.round_id, o.round_id, t.payment_id, o.transfer_id, o.id, t.transfer_id, t.id) AS id,
    sum(t.effect) AS amount, min(t.id::text)::uuid AS transaction_id
  FROM transactions t JOIN treasury_accounts a ON a.id = t.account_id LEFT JOIN transactions o ON o.id = t.reverses_id
  WHERE a.kind = 'cash' AND t.date BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2, 3 HAVING sum(t.effect) <> 0`

/** Compares the cash sheets of the days with the accounts of kind cash. */
export async function compareCash(db: Querying, days: Days): Promise<CashComparison> {
  const compared = await one(
    db,
    sql`
      WITH opening AS (SELECT min(opening_date) AS day FROM treasury_accounts WHERE kind = 'cash'),
      sheets AS MATERIALIZED (
        SELECT c.* FROM (${cashOnSheets(days)}) c, opening WHERE c.date >= opening.day),
      accounts AS MATERIALIZED (${accountRows(days)}),
      differing AS MATERIALIZED (
        SELECT date, source, id, s.amount AS sheet, a.amount AS account, a.transaction_id
        FROM sheets s FULL JOIN accounts a USING (date, source, id) WHERE s.amount IS DISTINCT FROM a.amount),
      shown AS (SELECT * FROM differing ORDER BY date, source, id LIMIT ${inline(maxRows)}),
      explained AS (
        SELECT d.*, p.id AS payment_id, coalesce(p.receipt_number, f.number, g.number, t.number || ' · ' || t.description, 'Contagem') AS label,
          CASE WHEN d.source = 'count' THEN ${cause('count')}
            WHEN d.source = 'transaction' THEN CASE t.kind WHEN 'transfer' THEN ${cause('transfer')} ELSE ${cause('manual')} END
            WHEN d.sheet IS NOT NULL AND d.account IS NOT NULL THEN ${cause('cost')}
            WHEN d.account IS NULL THEN CASE WHEN d.source = 'payment' AND p.status = 'cancelled' THEN ${cause('cancelledLate')}
              WHEN EXISTS (SELECT FROM transactions e WHERE e.payment_id = d.id AND e.return_id IS NULL OR e.return_id = d.id OR e.refund_id = d.id OR e.round_id = d.id)
                THEN ${cause('otherAccount')} ELSE ${cause('unposted')} END
            WHEN coalesce(f.method, g.commission_method, p.method) IS DISTINCT FROM 'cash' THEN ${cause('otherMethod')}
            WHEN d.source = 'payment' AND p.status <> 'cancelled' THEN ${cause('late')}
            ELSE ${cause('cancelledElsewhere')} END AS cause
        FROM shown d LEFT JOIN transactions t ON t.id = d.transaction_id
          LEFT JOIN payment_returns r ON d.source = 'return' AND r.id = d.id
          LEFT JOIN payments p ON p.id = CASE d.source WHEN 'payment' THEN d.id ELSE r.payment_id END
          LEFT JOIN credit_refunds f ON d.source = 'refund' AND f.id = d.id
          LEFT JOIN rounds g ON d.source = 'round' AND g.id = d.id)
      SELECT (SELECT ${euros('sum(amount)')} FROM sheets) AS "onSheets", (SELECT ${euros('sum(amount)')} FROM accounts) AS "inAccounts",
        (SELECT ${euros('sum(coalesce(account, 0) - coalesce(sheet, 0))')} FROM differing) AS difference,
        (SELECT count(*)::integer FROM differing) AS count,
        (SELECT count(*)::integer FROM differing WHERE source NOT IN ('transaction', 'count') AND (sheet IS NULL OR account IS NULL)) AS "toCorrect",
        (SELECT coalesce(json_agg(json_build_object('date', date, 'label', label, 'paymentId', payment_id, 'transactionId', transaction_id,
          'onSheet', round(sheet / 100.0, 2), 'inAccount', round(account / 100.0, 2), 'cause', cause) ORDER BY date, source, id), '[]')
          FROM explained) AS rows`,
    comparisonShape,
  )
  return { ...compared, rows: compared.rows.map((row) => ({ ...row, cause: causes[row.cause as Cause] })) }
}

const cause = (name: Cause) => literals([name])
