import { fiscalYearSql, fiscalYearTextSql } from '../database/fiscal-year.ts'
import type { Sql } from '../database/sql.ts'
import { execute, inline, many, one, prepared, sql } from '../database/sql.ts'
import { byProgram, recordAuditOfMany } from '../rest/audit.ts'
import type { Querying } from '../database/querying.ts'
import type { Tx } from '../database/transaction.ts'
import type { Job } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import { foldedSql } from '../database/fold.ts'
import { wasReceived } from '../dues/index.ts'
import { isOpenDay, lockClosing } from '../settings/index.ts'
import { numberDigits } from './counters.ts'
import { reverseTransactions } from './reverse.ts'
import type { Context, World } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'
import type { PaymentRegistered } from '../payment-events.ts'

/** SQL: the order of the accounts `a` for a method of payment: those that receive it, then cash boxes for cash and others for the rest. */
export const suitingFirst = (method: Sql) =>
  sql`${method} = ANY(a.methods) DESC, (a.kind = 'cash') = (${method} = 'cash') DESC, a."order", a.id`

/** The account of a payment or refund `p`: its own, else the one of these that suits its method. */
const accountOf = (own: Sql, accounts = sql`treasury_accounts`) =>
  sql`coalesce(${own}, (SELECT a.id FROM ${accounts} a WHERE a.active ORDER BY ${suitingFirst(sql`p.method`)} LIMIT 1))`
const accountOfPayment = accountOf(sql`p.bank_account_id`)
/** SQL: whether the transaction `t` is of the posting of a payment, and not of its return. */
export const isOfPayment = sql`t.return_id IS NULL`

/** Whether the money of a payment moved, and no transaction has it. */
const lacksPosting = sql`${wasReceived} AND p.method <> 'offset'
  AND NOT EXISTS (SELECT FROM transactions t WHERE t.payment_id = p.id AND ${isOfPayment})`
/** Asked once a statement: without a treasury nothing is asked of each payment. */
const firstOpening = sql`(SELECT min(opening_date) FROM treasury_accounts)`
/** Whether the account was there on a day whose accounts are open: nothing is posted into closed days. */
const mayPost = (account: Sql, date: Sql) =>
  sql`${date} >= ${firstOpening} AND ${isOpenDay(date)} AND ${date} >= (SELECT a.opening_date FROM treasury_accounts a WHERE a.id = ${account})`
/** Whether a payment is to be posted. */
const isUnposted = sql`${mayPost(accountOfPayment, sql`p.date`)} AND ${lacksPosting}`

/**
 * The payments of closed days that no account received, and that the account would receive as it is after a change: how many, and their days.
 * They are not posted.
 */
export async function findClosedPayments(
  db: Querying,
  account: {
    id: string
    kind: string
    order: number
    active: boolean
    methods: string[]
    openingDate: string
  },
): Promise<{ count: number; first: string | null; last: string | null }> {
  const { id, kind, order, active, methods, openingDate } = account
  const changed = sql`(SELECT id, kind, "order", active, methods FROM treasury_accounts WHERE id <> ${id}
    UNION ALL SELECT ${id}::uuid, ${kind}, ${order}::integer, ${active}::boolean, ${methods}::text[])`
  return one(
    db,
    sql`SELECT count(*)::integer AS count, min(p.date) AS first, max(p.date) AS last FROM payments p
      WHERE p.bank_account_id IS NULL AND p.date >= ${openingDate}::date AND NOT ${isOpenDay(sql`p.date`)} AND ${lacksPosting}
        AND ${accountOf(sql`NULL::uuid`, changed)} = ${id} AND ${accountOfPayment} IS DISTINCT FROM ${id}`,
    { count: 'integer', first: 'day?', last: 'day?' },
  )
}

/** SQL of the categories of income for the types of charges, as `categories (type, id)`, and of that of fees, as `fees (id)`. */
const categoriesSql = sql`categories AS MATERIALIZED (
    SELECT DISTINCT ON (type) type, k.id FROM transaction_categories k, unnest(k.charge_types) AS type WHERE k.kind = 'income' ORDER BY type, k."order", k.id),
  fees AS MATERIALIZED (
    SELECT k.id FROM transaction_categories k WHERE k.purpose = 'fees' AND k.kind = 'expense' ORDER BY k."order", k.id LIMIT 1)`

/**
 * SQL that inserts a transaction for each row of `lines`, numbered by their dates, with its audit event: `payment_id`, `return_id`, `refund_id`,
 * `kind`, `category_id`, `cost_center_id`, `amount`, `date`, `method`, `member_id`, `account_id`, `description`, `document` (the number of the
 * receipt or proof) and `first`, the order within one.
 */
const insertLinesSql = ({ caller, address }: Pick<Context, 'caller' | 'address'>): Sql => sql`
      placed AS MATERIALIZED (
        SELECT l.*, row_number() OVER (PARTITION BY l.year ORDER BY l.date, l.document, l.kind DESC, l.first) AS place
        FROM (SELECT lines.*, ${fiscalYearTextSql(fiscalYearSql(sql`lines.date`))} AS year FROM lines) l),
      taken AS (
        INSERT INTO treasury_counters AS known (series, last) SELECT 'transactions/' || year, max(place) FROM placed GROUP BY year ORDER BY year
        ON CONFLICT (series) DO UPDATE SET last = known.last + excluded.last RETURNING series, last),
      numbered AS (
        SELECT d.*, year || '/' || lpad((t.last - max(place) OVER (PARTITION BY year) + place)::text, ${inline(numberDigits)}, '0') AS number
        FROM placed d JOIN taken t ON t.series = 'transactions/' || year),
      posted AS (
        INSERT INTO transactions (id, number, kind, date, description, amount, account_id, category_id, cost_center_id, member_id, method,
          payment_id, return_id, refund_id, search_text)
        SELECT new_id(), number, kind, date, left(description || ' · ' || document, 250), amount, account_id, category_id, cost_center_id, member_id, method,
          payment_id, return_id, refund_id, ' ' || ${foldedSql(sql`number || ' ' || left(description || ' · ' || document, 250)`)}
        FROM numbered ORDER BY date, number RETURNING id, version),
      audited AS (
        INSERT INTO audit_events (id, user_id, user_name, address, resource, record_id, action)
        SELECT new_id(), ${caller.id}::uuid, ${caller.name}, ${address}, 'transactions', id, 'created' FROM posted)
      SELECT id, version FROM posted`

/**
 * Posts payments: one transaction of income for each category of what they paid, and one of expense for the fee that the service kept.
 * Leaves out what is posted already, payments without money (`offset`), and those before the opening balance of their account or of closed
 * days. Credit is posted as quotas.
 */
export async function postPayments(
  { db, caller, address }: Pick<Context, 'db' | 'caller' | 'address'>,
  payments: Sql,
): Promise<{ id: string; version: number }[]> {
  return many(
    db,
    prepared(sql`
      WITH present AS MATERIALIZED (
        SELECT p.id, p.date, p.method, p.member_id, p.fee, p.receipt_number AS document, ${accountOfPayment} AS account_id FROM payments p WHERE ${payments} AND ${isUnposted}),
      ${categoriesSql},
      parts AS MATERIALIZED (
        SELECT p.id AS payment_id, 'income' AS kind, coalesce(k.id, o.id) AS category_id, sum(i.amount) AS amount, min(i.id::text) AS first,
          string_agg(DISTINCT i.description, ', ' ORDER BY i.description) AS description
        FROM present p JOIN payment_items i ON i.payment_id = p.id LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id
        LEFT JOIN categories k ON k.type = coalesce(c.type, 'quota') JOIN categories o ON o.type = 'other' GROUP BY p.id, coalesce(k.id, o.id)
        UNION ALL
        SELECT p.id, 'expense', fees.id, p.fee, NULL, 'Comissão' FROM present p, fees WHERE p.fee > 0),
      lines AS MATERIALIZED (
        SELECT l.*, NULL::uuid AS return_id, NULL::uuid AS refund_id, NULL::uuid AS cost_center_id, p.date, p.method, p.member_id, p.account_id, p.document
        FROM parts l JOIN present p ON p.id = l.payment_id),
      ${insertLinesSql({ caller, address })}`),
    idAndVersion,
  )
}

interface Backs {
  /** Conditions of the returns `r` and the refunds `p`. */
  returns: Sql
  refunds: Sql
}

/** The account of a return `r` of the payment `p`: that of its posting, else the one where it would be posted. */
const accountOfReturn = sql`coalesce((SELECT t.account_id FROM transactions t WHERE t.payment_id = p.id AND ${isOfPayment} ORDER BY t.id LIMIT 1), ${accountOfPayment})`
const accountOfRefund = accountOf(sql`p.account_id`)
const isUnpostedReturn = sql`r.status = 'active' AND p.method <> 'offset' AND ${mayPost(accountOfReturn, sql`r.date`)}
  AND NOT EXISTS (SELECT FROM transactions t WHERE t.return_id = r.id)`
const isUnpostedRefund = sql`p.status = 'registered' AND ${mayPost(accountOfRefund, sql`p.date`)}
  AND NOT EXISTS (SELECT FROM transactions t WHERE t.refund_id = p.id)`

/**
 * Posts money that went back on its day, as income with negative amounts, so that the income of a category stays what was kept of it: a
 * return mirrors the posting of its payment, with its cost as an expense; credit is taken from the quotas, where it was posted. Leaves out
 * what is posted already, and what was before the opening balance of its account or on closed days.
 */
export async function postMoneyBack(
  { db, caller, address }: Pick<Context, 'db' | 'caller' | 'address'>,
  { returns, refunds }: Backs,
): Promise<{ id: string; version: number }[]> {
  const rows = await many(
    db,
    sql`
      WITH present AS MATERIALIZED (
        SELECT r.id AS return_id, NULL::uuid AS refund_id, p.id AS payment_id, r.date, p.method, p.member_id, p.receipt_number AS document, r.cost,
          p.amount, ${accountOfReturn} AS account_id
        FROM payment_returns r JOIN payments p ON p.id = r.payment_id WHERE ${returns} AND ${isUnpostedReturn}
        UNION ALL
        SELECT NULL, p.id, NULL, p.date, p.method, p.member_id, p.number, NULL, p.amount, ${accountOfRefund}
        FROM credit_refunds p WHERE ${refunds} AND ${isUnpostedRefund}),
      ${categoriesSql},
      earlier AS MATERIALIZED (
        SELECT t.* FROM transactions t JOIN present b ON b.payment_id = t.payment_id WHERE t.kind = 'income' AND t.status = 'registered' AND ${isOfPayment}),
      unposted AS MATERIALIZED (
        SELECT b.return_id, b.refund_id, coalesce(c.type, 'quota') AS type, coalesce(i.amount, b.amount) AS amount, i.id::text AS item, i.description
        FROM present b LEFT JOIN payment_items i ON i.payment_id = b.payment_id LEFT JOIN unsettled_payments c ON c.id = i.unsettled_payment_id
        WHERE NOT EXISTS (SELECT FROM earlier t WHERE t.payment_id = b.payment_id)),
      parts AS MATERIALIZED (
        SELECT b.return_id, b.refund_id, 'income' AS kind, t.category_id, t.cost_center_id, -t.amount AS amount, t.number AS first, 'Devolução' AS description
        FROM present b JOIN earlier t ON t.payment_id = b.payment_id
        UNION ALL
        SELECT u.return_id, u.refund_id, 'income', coalesce(k.id, o.id), NULL, -sum(u.amount), min(u.item),
          CASE WHEN u.refund_id IS NULL THEN 'Devolução' ELSE 'Crédito devolvido' END
        FROM unposted u LEFT JOIN categories k ON k.type = u.type JOIN categories o ON o.type = 'other'
        GROUP BY u.return_id, u.refund_id, coalesce(k.id, o.id)
        UNION ALL
        SELECT b.return_id, NULL, 'expense', fees.id, NULL, b.cost, NULL, 'Custo da devolução' FROM present b, fees WHERE b.cost > 0),
      lines AS MATERIALIZED (
        SELECT l.*, b.payment_id, b.date, b.method, b.member_id, b.account_id, b.document
        FROM parts l JOIN present b ON b.return_id = l.return_id OR b.refund_id = l.refund_id),
      ${insertLinesSql({ caller, address })}`,
    idAndVersion,
  )
  await execute(
    db,
    sql`INSERT INTO transaction_splits (id, transaction_id, cost_center_id, date, kind, amount, position)
      SELECT new_id(), b.id, s.cost_center_id, b.date, b.kind, -s.amount, s.position
      FROM transactions b JOIN transactions t ON t.payment_id = b.payment_id AND t.category_id = b.category_id AND t.kind = 'income'
        AND t.status = 'registered' AND ${isOfPayment} JOIN transaction_splits s ON s.transaction_id = t.id
      WHERE b.kind = 'income' AND b.return_id IS NOT NULL AND b.id = ANY(${rows.map(({ id }) => id)}::uuid[])`,
  )
  return rows
}

/** Posts a payment, in its transaction. One that does not see the first account, created meanwhile, is posted by the daily job. */
export async function postPayment(
  event: Pick<
    PaymentRegistered,
    'db' | 'changes' | 'caller' | 'address' | 'paymentId' | 'date' | 'treasurySince'
  >,
): Promise<void> {
  const { paymentId, date, treasurySince, changes } = event
  // Starting the plan takes a third of a millisecond, also when it posts nothing.
  if (treasurySince === null || date < treasurySince) return
  const rows = await postPayments(event, sql`p.id = ${paymentId}::uuid`)
  changes.push(...changesOf('transactions', 'created', rows))
}

/** Payments of one transaction. */
const batchSize = 1000

/** Job: posts the payments that are not, from the opening balances on. */
export async function postEarlierPayments(world: World, { signal }: Pick<Job, 'signal'>): Promise<void> {
  let isMore = true
  while (isMore) {
    if (signal.aborted) throw new JobInterrupted()
    isMore = await writeInTransaction(world, async (db, changes) => {
      const posted = await postBatch(db)
      changes.push(...posted)
      return posted.length > 0
    })
  }
}

/**
 * Posts some of the payments, returns and refunds that are not posted; none when all are. Locks the payments first, so that the second of two
 * processes sees what the first posted.
 */
export async function postBatch(db: Tx): Promise<Change[]> {
  // Nobody closes the accounts or moves the opening of one meanwhile.
  await lockClosing(db)
  const rows = await many(
    db,
    sql`SELECT p.id FROM payments p WHERE ${isUnposted} ORDER BY p.date, p.id LIMIT ${inline(batchSize)} FOR NO KEY UPDATE`,
    { id: 'uuid' },
  )
  const ids = rows.map(({ id }) => id)
  const posting = { db, ...byProgram }
  const posted =
    ids.length > 0
      ? await postPayments(posting, sql`p.id = ANY(${ids}::uuid[])`)
      : await postBatchOfMoneyBack(posting)
  return changesOf('transactions', 'created', posted)
}

/** Posts in the transaction all that is not posted. */
export async function postWaiting({ db, changes }: Pick<Context, 'db' | 'changes'>): Promise<void> {
  for (let posted = await postBatch(db); posted.length > 0; posted = await postBatch(db))
    changes.push(...posted)
}

async function postBatchOfMoneyBack(
  posting: Pick<Context, 'db' | 'caller' | 'address'>,
): Promise<{ id: string; version: number }[]> {
  const { db } = posting
  const returns = await many(
    db,
    sql`SELECT r.id FROM payment_returns r JOIN payments p ON p.id = r.payment_id WHERE ${isUnpostedReturn}
      ORDER BY r.date, r.id LIMIT ${inline(batchSize)} FOR NO KEY UPDATE OF r`,
    { id: 'uuid' },
  )
  const refunds = await many(
    db,
    sql`SELECT p.id FROM credit_refunds p WHERE ${isUnpostedRefund} ORDER BY p.date, p.id LIMIT ${inline(batchSize)} FOR NO KEY UPDATE`,
    { id: 'uuid' },
  )
  if (returns.length + refunds.length === 0) return []
  const among = (rows: typeof returns) => rows.map(({ id }) => id)
  return postMoneyBack(posting, {
    returns: sql`r.id = ANY(${among(returns)}::uuid[])`,
    refunds: sql`p.id = ANY(${among(refunds)}::uuid[])`,
  })
}

type Posting = Pick<Context, 'db' | 'world' | 'changes' | 'caller' | 'address'>

/** Posts a return, in its transaction. */
export async function postReturn(context: Posting, returnId: string): Promise<void> {
  const rows = await postMoneyBack(context, { returns: sql`r.id = ${returnId}::uuid`, refunds: sql`false` })
  context.changes.push(...changesOf('transactions', 'created', rows))
}

/** Posts a refund, in its transaction. */
export async function postRefund(context: Posting, refundId: string): Promise<void> {
  const rows = await postMoneyBack(context, { returns: sql`false`, refunds: sql`p.id = ${refundId}::uuid` })
  context.changes.push(...changesOf('transactions', 'created', rows))
}

/** Reverses what was posted of a cancelled payment or refund, or of an undone return, in the transaction that does it. `which`: its transactions `t`. */
export async function reversePosting(
  context: Posting,
  { which, day, reason }: { which: Sql; day: string; reason: string },
): Promise<void> {
  const posted = await many(
    context.db,
    prepared(sql`SELECT id FROM transactions t WHERE ${which} AND status = 'registered' ORDER BY id`),
    { id: 'uuid' },
  )
  if (posted.length === 0) return
  await reverseTransactions(context, { which, day, reason })
  await recordAuditOfMany(context, {
    resource: 'transactions',
    ids: posted.map(({ id }) => id),
    action: 'cancel',
  })
}
