import type { FastifyInstance } from 'fastify'
import { payments } from '@agremia/resources/definitions/payments.ts'
import type { Querying } from '../../database/querying.ts'
import { many, prepared, sql } from '../../database/sql.ts'
import { data, type WithId, route } from '../../rest/api.ts'
import type { Api } from '../../rest/api.ts'
import { visibleId } from '../../rest/request.ts'
import { euros } from '../../rest/euros.ts'
import { requireAccess } from '../../rest/scope.ts'
import { joiaJoins } from '../charges/admission.ts'
import type { Selection } from '../generation/candidates.ts'
import { candidatesSql, wholeSelection } from '../generation/candidates.ts'
import { describeCharge } from '../charges/debt-words.ts'
import { isOwed, isReceived, isNotCancelled } from '../ledger/conditions.ts'
import type { World } from '../../rest/modules.ts'

const paidForShape = {
  _id: 'uuid',
  memberNumber: 'integer',
  name: 'text',
  debts: 'integer',
  balance: 'euros',
} as const
const paidForApi: Api = {
  name: 'listPaidFor',
  summary: 'Listar por quem se costuma pagar',
  answers: { 200: data([paidForShape]) },
}
const chargeableShape = {
  type: 'text',
  year: 'integer',
  period: 'text?',
  description: 'text',
  dueDate: 'day',
  amount: 'euros',
} as const
const chargeableApi: Api = {
  name: 'listChargeable',
  summary: 'Listar o que ainda se pode cobrar a {um} {memberSingular}',
  answers: { 200: data([chargeableShape]) },
}

/** Proposals for the entry of a payment: `GET /members/:id/paid_for` and `GET /members/:id/chargeable`. */
export function payerRoutes(app: FastifyInstance, world: World): void {
  const { database, organisation } = world
  app.get<WithId>('/members/:id/paid_for', route(paidForApi, 'payments:read'), async (request) => {
    requireAccess(payments.access.create(request.caller), request.caller)
    return { data: await readPaidFor(database.pool, await visibleId(world, 'members', request)) }
  })
  app.get<WithId>('/members/:id/chargeable', route(chargeableApi, 'payments:read'), async (request) => {
    requireAccess(payments.access.create(request.caller), request.caller)
    const memberId = await visibleId(world, 'members', request)
    const today = await organisation.today()
    const terminology = await organisation.terminology()
    const year = Number(today.slice(0, 4))
    const selectionOf = (year: number) => wholeSelection({ year, memberIds: [memberId], today, terminology })
    return {
      data: [
        ...(await readQuotas(database.pool, selectionOf(year))),
        ...(await readQuotas(database.pool, selectionOf(year + 1))),
        ...(await readJoia(database.pool, memberId, today)).map((joia) => ({
          ...joia,
          description: describeCharge({ type: 'joia', year, period: null }, terminology),
        })),
      ],
    }
  })
}

/** The other members of the member's latest payment for others, if they owe anything now. */
async function readPaidFor(db: Querying, memberId: string): Promise<unknown[]> {
  return many(
    db,
    prepared(sql`SELECT m.id AS "_id", m.member_number AS "memberNumber", w.name, count(*)::integer AS debts, ${euros('sum(c.open_amount)')} AS balance
       FROM (SELECT p.id FROM payments p WHERE p.member_id = ${memberId} AND ${isReceived}
           AND EXISTS (SELECT FROM payment_items i WHERE i.payment_id = p.id AND i.member_id <> ${memberId})
         ORDER BY p.date DESC, p.id DESC LIMIT 1) latest
       CROSS JOIN LATERAL (SELECT DISTINCT i.member_id FROM payment_items i WHERE i.payment_id = latest.id AND i.member_id <> ${memberId}) paid
       JOIN members m ON m.id = paid.member_id JOIN people w ON w.id = m.person_id
       JOIN unsettled_payments c ON c.member_id = m.id AND ${isOwed}
       GROUP BY m.id, w.name ORDER BY m.member_number`),
    paidForShape,
  )
}

/** The quotas that a generation would charge this member. */
async function readQuotas(db: Querying, selection: Selection): Promise<unknown[]> {
  return many(
    db,
    sql`WITH ${candidatesSql(selection)}
           SELECT 'quota' AS type, ${selection.year}::integer AS year, period, description, due_date AS "dueDate", ${euros('amount')} AS amount
           FROM candidates WHERE reason IS NULL ORDER BY starts`,
    chargeableShape,
  )
}

/** The joia of the member's plan, if the member was never charged one. */
async function readJoia(db: Querying, memberId: string, today: string): Promise<object[]> {
  return many(
    db,
    sql`SELECT 'joia' AS type, extract(year FROM ${today}::date)::integer AS year, NULL AS period, ${today}::text AS "dueDate",
             ${euros('price.joia')} AS amount
           FROM members m ${joiaJoins(sql`${today}::date`)} WHERE m.id = ${memberId} AND price.joia > 0
             AND NOT EXISTS (SELECT FROM unsettled_payments c WHERE c.member_id = m.id AND c.type = 'joia' AND ${isNotCancelled})`,
    { type: 'text', year: 'integer', period: 'text?', dueDate: 'text', amount: 'euros' },
  )
}
