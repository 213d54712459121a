import { admins, staffReaders } from '@agremia/resources/access.ts'
import { date, longText } from '@agremia/resources/fields.ts'
import type { Fields } from '@agremia/resources/fields.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { addDays, formatDate } from '@agremia/resources/rules/dates.ts'
import { fiscalYearDays, fiscalYearOf, fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import type { FastifyInstance } from 'fastify'
import { fiscalYearSql, fiscalYearStartSql } from '../database/fiscal-year.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { jsonOf, one, raiseVersion, sql } from '../database/sql.ts'
import { wasReceived } from '../dues/index.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { readActionInput } from '../rest/actions.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { euros } from '../rest/euros.ts'
import { write } from '../rest/write-request.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import type { Closing } from '../settings/index.ts'
import { closedMessage, isClosed, lockClosing, lockPayments } from '../settings/index.ts'
import { compareCash, comparisonApiShape } from './cash-differences.ts'
import { countShape, isLoose, lacksDocument } from './overview.ts'
import { postWaiting } from './posting.ts'
import type { Context, World } from '../rest/modules.ts'

type Count = { count: number; amount: Euros }

const accountShape = { _id: 'uuid', name: 'text', opening: 'euros', closing: 'euros' } as const

/** Balances and unfinished items of a year; amounts in euros. */
const yearShape = {
  /** Accounts that exist at the end of the year. */
  accounts: jsonOf<{ _id: string; name: string; opening: Euros; closing: Euros }[]>(),
  transactionsWithoutDocument: jsonOf<Count>(),
  documentsWithoutTransaction: jsonOf<Count>(),
  openBankLines: jsonOf<Count>(),
  /** Transfers that left in the year and arrive after it. */
  underWay: jsonOf<Count>(),
  /** Days with cash, since the first cash sheet, that have no closed one. */
  openCashDays: 'integer',
  /** Earlier years with transactions that are not closed either. */
  openYears: jsonOf<number[]>(),
} as const

const stateShape = {
  year: 'integer',
  isClosed: 'boolean',
  closedUntil: 'day?',
  /** Why the year cannot be closed; null when it can, or is closed. */
  refusal: 'text?',
  ...yearShape,
  accounts: [accountShape],
  transactionsWithoutDocument: countShape,
  documentsWithoutTransaction: countShape,
  openBankLines: countShape,
  underWay: countShape,
  openYears: ['integer'],
  cash: comparisonApiShape,
} as const

/** An accounting year, by the calendar year of its first day. */
const params = { year: 'integer' } as const
const readApi: Api = {
  name: 'readTreasuryYear',
  summary: 'Ler os saldos de um ano e o que nele está por tratar',
  tag: 'Tesouraria',
  params,
  answers: { 200: data(stateShape) },
}
const closeApi: Api = {
  name: 'closeTreasuryYear',
  summary: 'Fechar um ano',
  description:
    'Fecha recibos e tesouraria até ao fim do ano, e com ele os anteriores. Um ano já fechado fica como está.',
  tag: 'Tesouraria',
  params,
  body: {},
  answers: { 200: data(stateShape) },
  refuses: [409],
  idempotent: true,
}
const reopenApi: Api = {
  name: 'reopenTreasuryYear',
  summary: 'Reabrir um ano',
  description: 'As contas ficam fechadas até ao fim do ano anterior.',
  tag: 'Tesouraria',
  params,
  body: { reason: 'text' },
  answers: { 200: data(stateShape) },
  refuses: [409, 422],
  idempotent: true,
}

const moveApi: Api = {
  name: 'moveClosing',
  summary: 'Fechar as contas até um dia, ou reabri-las',
  description:
    'Um dia posterior ao que está fecha recibos e tesouraria até esse dia. Um dia anterior, ou nenhum, reabre-os: pede o motivo.',
  tag: 'Tesouraria',
  body: { closedUntil: 'day?', 'reason?': 'text?' },
  answers: { 200: data({ closedUntil: 'day?' }) },
  refuses: [422],
  idempotent: true,
}

type YearRequest = { Params: { year: string } }

const path = '/treasury_years/:year'
const reason = { label: 'Motivo', max: 500 } as const
const reopenFields = { reason: longText({ ...reason, required: true }) } satisfies Fields
const moveFields = {
  closedUntil: date({ label: 'Contas fechadas até', rules: ['notFuture'] }),
  reason: longText(reason),
} satisfies Fields

/**
 * `GET /treasury_years/:year`; `POST …/close`, `…/reopen` and `/treasury_closing`, which move the setting `closedUntil`. Nothing else does, so that
 * every reopening has a reason.
 */
export function closingRoutes(app: FastifyInstance, world: World): void {
  const scope = 'transactions:read'
  app.get<YearRequest>(path, route(readApi, scope), async ({ params, caller }) => {
    requireAccess(staffReaders(caller), caller)
    const year = yearOf(params.year)
    const [closing, today] = [await world.organisation.settings(), await world.organisation.today()]
    return { data: await readState(world.database.pool, { year, closing, today }) }
  })
  app.post<YearRequest>(`${path}/close`, route(closeApi, null), (request, reply) => {
    requireAccess(admins(request.caller), request.caller)
    const year = yearOf(request.params.year)
    return write(world, request, reply, (writing) => answerChange(writing, year, close))
  })
  app.post<YearRequest>(`${path}/reopen`, route(reopenApi, null), (request, reply) => {
    requireAccess(admins(request.caller), request.caller)
    const year = yearOf(request.params.year)
    return write(world, request, reply, (writing) => {
      const { reason } = readActionInput(reopenFields, bodyOf(request), writing)
      return answerChange(writing, year, (asked) => reopen(asked, reason))
    })
  })
  app.post('/treasury_closing', route(moveApi, null), (request, reply) => {
    requireAccess(admins(request.caller), request.caller)
    return write(world, request, reply, async (writing) => {
      const body = bodyOf(request)
      // Without it, a request that forgets the day would reopen everything.
      if (!('closedUntil' in body))
        throw invalid({ closedUntil: ['Indique o dia, ou null para reabrir tudo.'] })
      const { closedUntil, reason } = readActionInput(moveFields, body, writing)
      await lockPayments(writing.db)
      const closing = await lockClosing(writing.db)
      return {
        status: 200,
        data: shownClosing(await moveClosing({ writing, closing }, closedUntil ?? '', reason)),
      }
    })
  })
}

function yearOf(given: string): number {
  if (!/^(19|20|21)\d\d$/.test(given)) throw notFound()
  return Number(given)
}

interface Asked {
  writing: Context
  year: number
  /** The closing, locked. */
  closing: Closing
}

/** Moves the closing, and answers the year as it is then. */
async function answerChange(
  writing: Context,
  year: number,
  change: (asked: Asked) => Promise<Closing>,
): Promise<{ status: number; data: unknown }> {
  const { db, today } = writing
  // Waits for payments and transactions in progress; later ones see the new closing.
  await lockPayments(db)
  const closing = await change({ writing, year, closing: await lockClosing(db) })
  return { status: 200, data: await readState(db, { year, closing, today }) }
}

/** Closes a year. One that is closed stays as it is. Throws 409 before its end. */
async function close({ writing, year, closing }: Asked): Promise<Closing> {
  const { last } = fiscalYearDays(closing, year)
  if (isClosed(closing, last)) return closing
  const refusal = refusalOf({ closing, year, today: writing.today })
  if (refusal !== null) throw conflict(refusal)
  return moveClosing({ writing, closing }, last, null)
}

/** Reopens a year, the last one that is closed. Throws 409 for others. */
async function reopen({ writing, year, closing }: Asked, reason: string | null): Promise<Closing> {
  const { first, last } = fiscalYearDays(closing, year)
  const textOf = (one: number) => fiscalYearText(closing, one)
  if (!isClosed(closing, first)) throw conflict(`O ano de ${textOf(year)} não está fechado.`)
  if (closing.closedUntil > last)
    throw conflict(
      `${closedMessage(closing)}: reabra primeiro o ano de ${textOf(fiscalYearOf(closing, closing.closedUntil))}.`,
    )
  return moveClosing({ writing, closing }, addDays(first, -1), reason)
}

/** Stores the closing, with its audit event. Throws 422 when an earlier day, which reopens, comes without a reason. */
async function moveClosing(
  { writing, closing }: Pick<Asked, 'writing' | 'closing'>,
  closedUntil: string,
  reason: string | null,
): Promise<Closing> {
  if (closedUntil === closing.closedUntil) return closing
  if (closedUntil > closing.closedUntil)
    // Afterwards nothing is posted into these days.
    await postWaiting(writing)
  else if (reason === null) throw invalid({ reason: ['Indique porque se reabrem as contas.'] })
  const { id, version, before } = await one(
    writing.db,
    sql`UPDATE settings s SET value = ${closedUntil}, ${raiseVersion('s')} FROM (SELECT id, value FROM settings WHERE name = 'closedUntil') was
      WHERE s.id = was.id RETURNING s.id, s.version, was.value AS before`,
    { id: 'uuid', version: 'integer', before: 'text?' },
  )
  const changes = [
    { field: 'value', from: before || null, to: closedUntil || null },
    ...(reason === null ? [] : [{ field: 'reason', label: 'Motivo', from: null, to: reason }]),
  ]
  await recordAudit(writing, [{ resource: 'settings', id, action: 'updated', changes }])
  writing.changes.push({ resource: 'settings', action: 'updated', id, version })
  return { ...closing, closedUntil }
}

const shownClosing = ({ closedUntil }: Closing) => ({ closedUntil: closedUntil === '' ? null : closedUntil })

function refusalOf({ closing, year, today }: YearState): string | null {
  const { last } = fiscalYearDays(closing, year)
  return today > last
    ? null
    : `O ano de ${fiscalYearText(closing, year)} ainda não acabou: pode fechá-lo a partir de ${formatDate(addDays(last, 1))}.`
}

type YearState = Pick<Asked, 'year' | 'closing'> & { today: string }

async function readState(db: Querying, state: YearState): Promise<Record<string, unknown>> {
  const { closing, year } = state
  const { first, last } = fiscalYearDays(closing, year)
  const closed = isClosed(closing, last)
  return {
    year,
    isClosed: closed,
    ...shownClosing(closing),
    refusal: closed ? null : refusalOf(state),
    ...(await readYear(db, state)),
    cash: await compareCash(db, { from: first, to: last }),
  }
}

const countOf = (amount: Sql) =>
  sql`json_build_object('count', count(*), 'amount', ${euros(sql`sum(${amount})`)})`

async function readYear(db: Querying, { closing, year }: YearState): Promise<RowOf<typeof yearShape>> {
  const { first, last } = fiscalYearDays(closing, year)
  return one(
    db,
    sql`
      WITH days AS (SELECT ${first}::date AS first, ${last}::date AS last),
      balances AS (
        SELECT a.id, a.name, a."order", a.opening_balance + coalesce(sum(t.effect) FILTER (WHERE t.date < days.first), 0) AS opening,
          a.opening_balance + coalesce(sum(t.effect), 0) AS closing
        FROM treasury_accounts a CROSS JOIN days LEFT JOIN transactions_by_day t ON t.account_id = a.id AND t.date <= days.last
        WHERE a.opening_date <= days.last GROUP BY a.id)
      SELECT
        (SELECT coalesce(json_agg(json_build_object('_id', id, 'name', name, 'opening', ${euros('opening')}, 'closing', ${euros('closing')})
          ORDER BY "order", name), '[]') FROM balances) AS accounts,
        (SELECT ${countOf(sql`x.amount`)} FROM transactions x, days WHERE ${lacksDocument} AND x.date BETWEEN days.first AND days.last) AS "transactionsWithoutDocument",
        (SELECT ${countOf(sql`d.total_amount`)} FROM treasury_docs d, days WHERE ${isLoose} AND d.date BETWEEN days.first AND days.last)
          AS "documentsWithoutTransaction",
        (SELECT ${countOf(sql`l.amount`)} FROM bank_lines l, days WHERE l.status = 'open' AND l.date BETWEEN days.first AND days.last) AS "openBankLines",
        (SELECT json_build_object('count', count(*) FILTER (WHERE d.status = 'registered'), 'amount', ${euros('sum(d.amount)')})
          FROM transactions r JOIN transactions d ON d.id = r.transfer_id CROSS JOIN days WHERE r.date > days.last AND d.date <= days.last) AS "underWay",
        (SELECT count(DISTINCT p.date)::integer FROM payments p, days WHERE ${wasReceived} AND p.method = 'cash'
          AND p.date BETWEEN greatest(days.first, (SELECT min(date) FROM cash_sheets)) AND days.last AND EXISTS (SELECT FROM cash_sheets)
          AND NOT EXISTS (SELECT FROM cash_sheets s WHERE s.date = p.date AND s.status = 'closed')) AS "openCashDays",
        (SELECT coalesce(json_agg(year ORDER BY year), '[]') FROM (
          SELECT DISTINCT ${fiscalYearSql(sql`t.month`)} AS year FROM transactions_totals t, days WHERE t.month < days.first) earlier
          WHERE ${fiscalYearStartSql(sql`year + 1`)} - 1 > ${closing.closedUntil || '-infinity'}::date) AS "openYears"
      FROM days`,
    yearShape,
  )
}
