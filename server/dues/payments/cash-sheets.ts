import { staffReaders } from '@agremia/resources/access.ts'
import { cashSheets } from '@agremia/resources/definitions/cash-sheets.ts'
import { each, orNull } from '@agremia/resources/json-shape.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateTime, isDate } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance } from 'fastify'
import type { Querying } from '../../database/querying.ts'
import { execute, maybeOne, prepared, raw, sql } from '../../database/sql.ts'
import { notFound, invalid } from '../../errors.ts'
import { data, linkShape, recordOf, route, type WithId } from '../../rest/api.ts'
import type { Api } from '../../rest/api.ts'
import { visibleId } from '../../rest/request.ts'
import { fullScope, findRecord } from '../../rest/find-record.ts'
import { changeFields } from '../../rest/change-fields.ts'
import type { ActionCall, Context, HookContext, Hooks, World } from '../../rest/modules.ts'
import { planOf } from '../../rest/modules.ts'
import type { ComputedColumn } from '../../rest/plan.ts'
import { requireAccess } from '../../rest/scope.ts'
import { toJson } from '../../rest/codec.ts'
import { dayPaymentShape, dayShape, readCashDay, readSheetPayments } from './cash-days.ts'
import { closedProblems, lockPayments, rejectClosed, requireOpen } from '../../settings/index.ts'
import { wasReceived } from '../ledger/conditions.ts'
import { documentUrl } from '../documents/documents.ts'
import type { FieldMessages } from '../../errors.ts'

const lockedBy = { date: ['date'] } as const

/** Closing a day stores the received, counted and expected amounts, and the ids of the counted payments. */
export const cashSheetHooks: Hooks<typeof cashSheets> = {
  async validate(context) {
    const errors = closedProblems(context, context.settings, lockedBy)
    return { errors: { ...(await closedErrors(context, context.db)), ...errors } }
  },
  async beforeSave(context) {
    const { db, merged, set, world, caller, today } = context
    const date = merged.date
    // Waits for payments in progress, so that they are counted; later ones see the closed day.
    await lockPayments(db)
    await rejectClosed(context, lockedBy)
    const problem = await closedErrors(context, db)
    if (Object.keys(problem).length > 0) throw invalid(problem)
    const day = await readCashDay(db, date, today)
    const receivedCash = toCents(day.cash)
    const refundedCash = toCents(day.refundedCash)
    const expected = Number(merged.floatAmount ?? 0) + receivedCash - refundedCash
    const seen = merged.expectedCash
    if (typeof seen === 'number' && seen !== expected)
      throw invalid({
        expectedCash: [
          `O esperado mudou entretanto para ${formatAmount(expected)}: confirme a contagem e feche outra vez.`,
        ],
      })
    const stored = {
      receivedCash,
      refundedCash,
      expectedCash: expected,
      receivedTotal: toCents(day.total),
      payments: day.payments,
      received: { lines: day.lines },
      closedByName: caller.name,
      closedAt: world.clock().toISOString(),
    }
    set(stored)
  },
  async afterSave({ db, id, merged }) {
    await execute(
      db,
      sql`INSERT INTO cash_sheet_payments (cash_sheet_id, payment_id)
             SELECT ${id}, id FROM payments p WHERE date = ${merged.date}::date AND ${wasReceived}`,
    )
  },
}

/** Reopens a sheet, so that its day can be counted again. Throws 409 when the accounts of the day are closed: their cash was compared with it. */
export async function reopenSheet(call: ActionCall<typeof cashSheets, 'reopen'>): Promise<undefined> {
  const { db, record, input, caller, world } = call
  await requireOpen(db, record.date)
  await changeFields(call, {
    status: 'reopened',
    reopenedByName: caller.name,
    reopenedAt: world.clock().toISOString(),
    reopenReason: input.reason,
  })
  return undefined
}

/** An error when the day is closed already, with who closed it and when. */
async function closedErrors(
  { merged, settings }: Pick<HookContext<typeof cashSheets>, 'merged' | 'settings'>,
  db: Querying,
): Promise<FieldMessages> {
  const sheet = typeof merged.date === 'string' ? await findClosed(db, merged.date) : undefined
  if (!sheet) return {}
  const when = formatDateTime(sheet.closedAt, settings.timeZone)
  return { date: [`A folha deste dia já foi fechada por ${sheet.name}, ${when}.`] }
}

async function findClosed(
  db: Querying,
  date: string,
): Promise<{ name: string; closedAt: string } | undefined> {
  return maybeOne(
    db,
    prepared(
      sql`SELECT closed_by_name AS name, closed_at AS "closedAt" FROM cash_sheets WHERE date = ${date} AND status = 'closed'`,
    ),
    { name: 'text', closedAt: 'moment' },
  )
}

/** The warning for a payment on a closed day. It is registered all the same, and the sheet lists it as late. */
export async function closedDayWarning(
  { db }: Pick<Context, 'db'>,
  date: string,
): Promise<string | undefined> {
  const sheet = await findClosed(db, date)
  return (
    sheet &&
    `A folha de caixa de ${formatDate(date)} já foi fechada por ${sheet.name}: este pagamento aparece nela como registado depois do fecho.`
  )
}

/** The problem with cash that leaves the box on a day whose sheet is closed. */
export async function closedSheetProblem(db: Querying, date: string): Promise<string | undefined> {
  const sheet = await findClosed(db, date)
  return (
    sheet &&
    `A folha de caixa de ${formatDate(date)} já foi fechada por ${sheet.name}: reabra-a, ou indique outro dia.`
  )
}

/** Whether the payment's day was closed without it. */
export const afterCashSheetColumn: ComputedColumn = {
  sql: (
    alias,
  ) => sql`EXISTS (SELECT FROM cash_sheets s WHERE s.date = ${raw(alias)}.date AND s.status = 'closed'
    AND NOT EXISTS (SELECT FROM cash_sheet_payments l WHERE l.cash_sheet_id = s.id AND l.payment_id = ${raw(alias)}.id))`,
  toJson: toJson.boolean,
}

const dayApi: Api = {
  name: 'readCashDay',
  summary: 'Ler o que se recebeu num dia',
  tag: 'Folhas de caixa',
  params: { date: 'day' },
  answers: {
    200: data({
      date: 'day',
      ...dayShape,
      sheet: orNull(recordOf(cashSheets)),
      late: each(['registered', 'cancelled'], [dayPaymentShape]),
    }),
  },
}
const documentApi: Api = {
  name: 'readCashSheetDocument',
  summary: 'Ler a ligação para o PDF de uma folha de caixa',
  answers: { 200: data(linkShape) },
}

/** `GET /cash_days/:date`: the amounts of a day, its cash sheet and later changes; `GET /cash_sheets/:id/document`: its PDF. */
export function cashSheetRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Params: { date: string } }>(
    '/cash_days/:date',
    route(dayApi, 'cash_sheets:read'),
    async ({ params, caller }) => {
      requireAccess(staffReaders(caller), caller)
      if (!isDate(params.date)) throw notFound()
      const { pool } = world.database
      const { sheetId, ...day } = await readCashDay(pool, params.date, await world.organisation.today())
      if (sheetId === null)
        return { data: { date: params.date, ...day, sheet: null, late: { registered: [], cancelled: [] } } }
      const sheet = await findRecord(pool, planOf(world, cashSheets.name), sheetId, fullScope)
      const { late } = await readSheetPayments(pool, sheetId)
      return { data: { date: params.date, ...day, sheet, late } }
    },
  )
  app.get<WithId>('/cash_sheets/:id/document', route(documentApi), async (request) => {
    const id = await visibleId(world, cashSheets.name, request)
    return { data: { url: await documentUrl(world, { kind: 'cashSheet', id }) } }
  })
}
