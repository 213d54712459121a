import { staffReaders } from '@agremia/resources/access.ts'
import { dataRequestNoticeDays } from '@agremia/resources/definitions/data-requests.ts'
import { described, orNull } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { inline, many, one, sql } from '../database/sql.ts'
import { isToBeAdmitted } from '../admitted.ts'
import { backupProblem } from '../backup/index.ts'
import { countDifferences, countDueNotices, isReceived, isUsed } from '../dues/index.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { heldShape } from '../membership-events.ts'
import { incomeWarningShape, readIncomeWarnings } from '../reports/index.ts'
import { findLeavers } from '../users/index.ts'
import { euros } from '../rest/euros.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import type { Area, World } from '../rest/modules.ts'
import { requireAccess } from '../rest/scope.ts'
import { firstStepsShape, putAwayDoneSteps, readFirstSteps } from './first-steps.ts'

/** `GET /today` names at most this many people with a birthday or with credit, and counts all. */
const namedLimit = 20

const countsShape = {
  applications: 'integer',
  heldMessages: 'integer',
  failedMessages: 'integer',
  cardsToPrint: 'integer',
  incomingPayments: 'integer',
  dataRequestsDue: 'integer',
} as const
const breachesShape = { count: 'integer', notifyBy: 'moment?' } as const
const creditShape = { memberId: 'uuid', name: 'text', credit: 'euros' } as const
const birthdayShape = { memberId: 'uuid', name: 'text', age: 'integer' } as const

const todayApi: Api = {
  name: 'readToday',
  summary: 'Ler o que espera pela secretaria, e quem faz anos',
  tag: 'Hoje',
  answers: {
    200: data({
      ...countsShape,
      noticesDue: 'integer',
      chargeDifferences: described('Cobranças diferentes das regras.', 'integer'),
      backupProblem: described('`old` ou `bad`, para quem administra.', 'text?'),
      breaches: orNull(breachesShape),
      leavers: described('O que ainda pode fazer a conta de quem já saiu ou faleceu.', [heldShape]),
      credits: described('Quem saiu e ainda tem crédito, por valor.', [creditShape]),
      countWithCredit: 'integer',
      overpaid: described(
        'Crédito do que entrou por débito direto, Multibanco ou MB WAY e já estava pago, por valor.',
        [creditShape],
      ),
      countOverpaid: 'integer',
      incomeWarnings: described('Limites das receitas que estão perto ou foram passados.', [
        incomeWarningShape,
      ]),
      birthdays: [birthdayShape],
      birthdayCount: 'integer',
      firstSteps: firstStepsShape,
    }),
  },
}

/** `GET /today`: the work that waits for the staff, birthdays, and the first steps of a new organisation. */
export const todayArea: Area = {
  resources: [],
  daily: putAwayDoneSteps,
  routes(app: FastifyInstance, world: World) {
    app.get('/today', route(todayApi), async (request) => {
      requireAccess(staffReaders(request.caller), request.caller)
      knownParameters(request, [])
      const { role } = request.caller
      const problem = role === 'admin' ? await backupProblem(world) : undefined
      const breaches = role === 'admin' ? await readOpenBreaches(world) : null
      const today = await world.organisation.today()
      const leavers = await findLeavers({ db: world.database.pool, caller: request.caller, today })
      const firstSteps = await readFirstSteps(world, request.caller)
      return {
        data: { ...(await readToday(world)), leavers, backupProblem: problem ?? null, breaches, firstSteps },
      }
    })
  },
}

async function readToday(world: World) {
  const { pool } = world.database
  const today = await world.organisation.today()
  const settings = await world.organisation.settings()
  const counts = await one(
    pool,
    sql`SELECT (SELECT count(*)::int FROM member_applications WHERE state_id IN (SELECT id FROM member_application_states WHERE is_waiting)) AS applications,
       (SELECT count(*)::int FROM messages WHERE state = 'held') AS "heldMessages",
       (SELECT count(*)::int FROM messages WHERE state = 'failed') AS "failedMessages",
       (SELECT count(*)::int FROM membership_cards WHERE status = 'toPrint') AS "cardsToPrint",
       (SELECT count(*)::int FROM incoming_payments WHERE state IN ('toConfirm', 'toMatch')) AS "incomingPayments",
       (SELECT count(*)::int FROM data_requests WHERE status = 'open' AND due_on <= ${today}::date + ${inline(dataRequestNoticeDays)}) AS "dataRequestsDue"`,
    countsShape,
  )
  const birthdays = await many(pool, birthdaysSql(today), { ...birthdayShape, total: 'integer' })
  const namedCredit = { ...creditShape, total: 'integer' } as const
  const credits = await many(pool, creditsSql(sql`s.marks_end`), namedCredit)
  const overpaid = await many(pool, creditsSql(sql`NOT s.marks_end AND ${isOverpaid}`), namedCredit)
  return {
    ...counts,
    ...(settings.hasMemberApplication !== 'true' && { applications: 0 }),
    noticesDue: await countDueNotices(world),
    chargeDifferences: await countDifferences(pool),
    credits: credits.map(({ total: _total, ...one }) => one),
    countWithCredit: credits[0]?.total ?? 0,
    overpaid: overpaid.map(({ total: _total, ...one }) => one),
    countOverpaid: overpaid[0]?.total ?? 0,
    incomeWarnings: await readIncomeWarnings(world),
    birthdays: birthdays.map(({ memberId, name, age }) => ({ memberId, name, age })),
    birthdayCount: birthdays[0]?.total ?? 0,
  }
}

/** Breaches that nobody has decided on, and the first deadline of the CNPD; for administrators. */
function readOpenBreaches(world: World) {
  return one(
    world.database.pool,
    sql`SELECT count(*)::int AS count, min(notify_by) AS "notifyBy" FROM data_breaches WHERE status = 'open'`,
    breachesShape,
  )
}

/**
 * SQL: whether member `m` has unused credit from a gateway payment or a direct debit. Both are requested for open charges, so credit means that the
 * charges were paid by another method meanwhile.
 */
const isOverpaid = sql`EXISTS (
  SELECT FROM payment_items i JOIN payments p ON p.id = i.payment_id
  WHERE i.member_id = m.id AND i.unsettled_payment_id IS NULL AND ${isReceived}
    AND i.amount > (SELECT coalesce(sum(u.amount), 0) FROM credit_uses u WHERE u.payment_id = p.id AND ${isUsed})
    AND (EXISTS (SELECT FROM incoming_payments r WHERE r.payment_id = p.id) OR EXISTS (SELECT FROM debit_collections d WHERE d.payment_id = p.id)))`

/** SQL of people with credit, which can be given back, under a condition. */
const creditsSql = (condition: Sql) => sql`
  SELECT m.id AS "memberId", p.name, ${euros('b.credit')} AS credit, count(*) OVER ()::int AS total
  FROM member_balances b JOIN members m ON m.id = b.id JOIN people p ON p.id = m.person_id JOIN member_state_names s ON s.id = m.current_state_id
  WHERE b.credit > 0 AND p.anonymised_at IS NULL AND ${condition}
  ORDER BY b.credit DESC, m.member_number LIMIT ${inline(namedLimit)}`

/** Living current members with a birthday. Birthdays on 29 February are on the 28th in other years. */
const birthdaysSql = (today: string) => sql`
  SELECT m.id AS "memberId", p.name, (extract(year FROM ${today}::date) - extract(year FROM p.birth_date))::int AS age, count(*) OVER ()::int AS total
  FROM people p JOIN members m ON m.person_id = p.id JOIN member_state_names s ON s.id = m.current_state_id
  WHERE p.kind = 'natural' AND NOT p.is_protected AND p.death_date IS NULL AND NOT s.marks_end AND NOT ${isToBeAdmitted(today)} AND p.birth_date < ${today}::date
    AND (to_char(p.birth_date, 'MMDD') = to_char(${today}::date, 'MMDD')
      OR to_char(p.birth_date, 'MMDD') = '0229' AND to_char(${today}::date, 'MMDD') = '0228' AND to_char(${today}::date + 1, 'MMDD') = '0301')
  ORDER BY m.member_number LIMIT ${inline(namedLimit)}`
