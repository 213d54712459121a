import { owedStates } from '@agremia/resources/charge-states.ts'
import { chargesByMember } from '@agremia/resources/definitions/charges-by-member.ts'
import { unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest } from '../errors.ts'
import { euros } from '../rest/euros.ts'
import { whereOf } from '../rest/list-conditions.ts'
import { allRecords, clampLimit, pageNumber, parseListQuery } from '../rest/list-query.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'
import { neededJoins } from '../rest/select-rows.ts'

/** SQL of what a list may be ordered by. */
const orders: Record<string, string> = {
  openAmount: 'g.open',
  overdueAmount: 'g.overdue',
  charges: 'g.charges',
  oldestDue: 'g.oldest',
  memberNumber: 'm.member_number',
}

/**
 * `GET /charges_by_member`: the charges that a search finds, with the same filters as `GET /unsettled_payments`, added up for each
 * member. Cancelled and waived charges are counted but add no amount. At most 500 members at a time.
 */
export function chargesByMemberRoute(app: FastifyInstance, engine: Engine): void {
  app.get('/charges_by_member', async (request) => {
    constraintOf(chargesByMember.access.read(request.caller), request.caller)
    return readGroups(engine, request)
  })
}

async function readGroups(engine: Engine, { query, caller }: FastifyRequest) {
  const { _page, _limit, _sort, _columns: _ignored, ...filters } = query as Record<string, unknown>
  const { organisation, database } = engine.world
  const today = await organisation.today()
  const plan = planOf(engine, unsettledPayments.name)
  const asked = parseListQuery(plan, filters, { role: caller.role, today })
  const page = _page === undefined ? 1 : pageNumber(String(_page))
  const limit = clampLimit(String(_limit ?? ''))
  if (limit === allRecords) throw badRequest('_limit: no máximo 500 de cada vez.')
  const where = whereOf(plan, asked, {})
  const owed = `t.status IN (${owedStates.map((state) => `'${state}'`).join(', ')})`
  const { rows } = await database.pool.query({
    text: `
      WITH g AS MATERIALIZED (
        SELECT t.member_id AS id, count(*)::integer AS charges, min(t.due_date) AS oldest,
          coalesce(sum(t.open_amount) FILTER (WHERE ${owed}), 0) AS open,
          coalesce(sum(t.open_amount) FILTER (WHERE ${owed} AND t.due_date < $${where.values.length + 1}::date), 0) AS overdue
        FROM unsettled_payments t ${neededJoins(plan, where.sql)} WHERE ${where.sql} GROUP BY t.member_id),
      page AS (
        SELECT g.*, m.member_number AS number, m.label, m.created_at, b.quota_strip AS strip, row_number() OVER (ORDER BY ${orderOf(_sort)}) AS place
        FROM g JOIN members m ON m.id = g.id JOIN member_balances b ON b.id = g.id
        ORDER BY place LIMIT ${limit} OFFSET ${(page - 1) * limit})
      SELECT (SELECT count(*)::integer FROM g) AS total,
        (SELECT json_build_object('openAmount', ${euros('sum(open)')}, 'overdueAmount', ${euros('sum(overdue)')}) FROM g) AS sums,
        (SELECT coalesce(json_agg(json_build_object('_id', id, '_created_at', created_at, 'memberId', id, 'memberLabel', label,
          'memberNumber', number, 'quotaStrip', strip, 'charges', charges, 'oldestDue', oldest, 'openAmount', ${euros('open')},
          'overdueAmount', ${euros('overdue')}) ORDER BY place), '[]') FROM page) AS data`,
    values: [...where.values, today],
  })
  const { data, total, sums } = rows[0] as { data: object[]; total: number; sums: object }
  return { data, meta: { total, page, limit, sums } }
}

function orderOf(given: unknown): string {
  const sort = String(given ?? chargesByMember.list?.sort ?? '')
  const parts = sort.split(',').map((part) => {
    const name = part.replace(/^-/, '')
    if (!Object.hasOwn(orders, name))
      throw badRequest(`_sort: não é possível ordenar por «${name.slice(0, 60)}».`)
    return `${orders[name]}${part.startsWith('-') ? ' DESC' : ''}`
  })
  return [...parts, 'g.id'].join(', ')
}
