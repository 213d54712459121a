import { allRecords } from '@agremia/resources/list-parameters.ts'
import { decide } from '@agremia/resources/access.ts'
import { owedStates } from '@agremia/resources/charge-states.ts'
import { chargesByMember } from '@agremia/resources/definitions/charges-by-member.ts'
import { unsettledPayments } from '@agremia/resources/definitions/unsettled-payments.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../database/sql.ts'
import { inline, join, jsonOf, literals, one, sql } from '../../database/sql.ts'
import { badRequest } from '../../errors.ts'
import { componentRef, page, withMore, route } from '../../rest/api.ts'
import type { Api, ApiContext } from '../../rest/api.ts'
import { isOverdue } from '../ledger/conditions.ts'
import { euros } from '../../rest/euros.ts'
import { exportColumn } from '../../rest/export-columns.ts'
import type { ExportRequest } from '../../rest/export.ts'
import { exportParameters, exportRoutes, sendExport } from '../../rest/export.ts'
import { streamSql } from '../../rest/find-page.ts'
import { whereOf } from '../../rest/list-conditions.ts'
import { parseListQuery } from '../../rest/list-query.ts'
import { pageNumber, parseLimit } from '../../rest/query-parameters.ts'
import { planOf } from '../../rest/modules.ts'
import { makePlan } from '../../rest/plan.ts'
import {
  exportBody,
  exportedFile,
  exportQuery,
  listOfNames,
  listParameters,
} from '../../rest/resource-api.ts'
import { requireAccess } from '../../rest/scope.ts'
import { neededJoins } from '../../rest/select-rows.ts'
import type { World } from '../../rest/modules.ts'

/** SQL of the fields that the list can be sorted by. */
const orders: Record<string, Sql> = {
  openAmount: sql`g.open`,
  overdueAmount: sql`g.overdue`,
  charges: sql`g.charges`,
  oldestDue: sql`g.oldest`,
  memberNumber: sql`m.member_number`,
}

/**
 * `GET /charges_by_member`: charges grouped by member, with the filters of `GET /unsettled_payments`. Cancelled and waived charges
 * are counted but add no amount. At most 500 members per page; `GET /charges_by_member/export` exports all.
 */
export function chargesByMemberRoute(app: FastifyInstance, world: World): void {
  app.get('/charges_by_member', route(listApi), async (request) => {
    requireAccess(chargesByMember.access.read(request.caller), request.caller)
    return readGroups(world, request)
  })
  exportRoutes(app, '/charges_by_member', [exportApi, exportManyApi], (exportRequest) =>
    exportGroups(world, exportRequest),
  )
}

/** The filters of charges, and parameters of its own. */
const queryOf = (columns: readonly string[]) => (context: ApiContext) => [
  listOfNames('_sort', 'Campos separados por vírgulas; com - por ordem descendente.', {
    names: Object.keys(orders).flatMap((name) => [name, `-${name}`]),
  }),
  listOfNames('_columns', 'Colunas, pela ordem do ficheiro.', { names: [...columns] }),
  ...listParameters(unsettledPayments.name, context).filter(({ name }) => name !== '_sort'),
]

const listApi: Api = {
  name: 'listChargesByMember',
  summary: 'Listar dívidas por {memberSingular}',
  query: queryOf(Object.keys(chargesByMember.fields)),
  answers: {
    200: page(withMore(componentRef(chargesByMember.name), { _id: 'uuid', _created_at: 'moment' })),
  },
}
const exporting = { answers: { 200: exportedFile }, refuses: [422] } as const
const exportApi: Api = {
  ...exporting,
  name: 'exportChargesByMember',
  summary: 'Exportar dívidas por {memberSingular}',
  query: (context) => [...exportQuery, ...queryOf(exportedFields)(context)],
}
const exportManyApi: Api = {
  ...exporting,
  name: 'exportManyChargesByMember',
  summary: 'Exportar dívidas por {memberSingular}, com os parâmetros no corpo',
  body: exportBody,
}

/** SQL of the sums over all groups, as JSON in euros. */
const sumsSql = sql`json_build_object('openAmount', ${euros('sum(open)')}, 'overdueAmount', ${euros('sum(overdue)')})`

interface Groups {
  /** SQL of the common table expression `g`: count and sums by member. */
  groups: Sql
  order: Sql
}

/** The SQL of the requested groups. `ignored`: parameters that are no filters. Throws 400. */
async function groupsOf(
  world: World,
  { caller }: FastifyRequest,
  parameters: Record<string, unknown>,
  ignored: readonly string[] = [],
): Promise<Groups> {
  const { _page, _limit, _sort, _columns, _id, ...rest } = parameters
  const filters = Object.fromEntries(Object.entries(rest).filter(([name]) => !ignored.includes(name)))
  // The id of a group is the id of its member.
  if (_id !== undefined) filters['_memberId'] = _id
  const today = await world.organisation.today()
  const plan = planOf(world, unsettledPayments.name)
  const where = whereOf(plan, parseListQuery(plan, filters, { caller, today, plans: world.plans }), {})
  const isOwed = sql`t.status IN (${literals(owedStates)})`
  return {
    groups: sql`g AS MATERIALIZED (
      SELECT t.member_id AS id, count(*)::integer AS charges, min(t.due_date) AS oldest,
        coalesce(sum(t.open_amount) FILTER (WHERE ${isOwed}), 0) AS open,
        coalesce(sum(t.open_amount) FILTER (WHERE ${isOverdue(sql`${today}::date`, 't')}), 0) AS overdue
      FROM unsettled_payments t ${neededJoins(plan, [where])} WHERE ${where.sql} GROUP BY t.member_id)`,
    order: orderOf(_sort),
  }
}

async function readGroups(world: World, request: FastifyRequest) {
  const parameters = request.query as Record<string, unknown>
  const { _page, _limit } = parameters
  const page = _page === undefined ? 1 : pageNumber(String(_page))
  const limit = parseLimit(String(_limit ?? ''))
  if (limit === allRecords) throw badRequest('_limit: no máximo 500 de cada vez.')
  const { groups, order } = await groupsOf(world, request, parameters)
  const { data, total, sums } = await one(
    world.database.pool,
    sql`
      WITH ${groups},
      page AS (
        SELECT g.*, m.member_number AS number, m.label, m.created_at, b.quota_strip AS strip, row_number() OVER (ORDER BY ${order}) AS place
        FROM g JOIN members m ON m.id = g.id JOIN member_balances b ON b.id = g.id
        ORDER BY place LIMIT ${inline(limit)} OFFSET ${inline((page - 1) * limit)})
      SELECT (SELECT count(*)::integer FROM g) AS total,
        (SELECT ${sumsSql} FROM g) AS sums,
        (SELECT coalesce(json_agg(json_build_object('_id', id, '_created_at', created_at, 'memberId', id, 'memberLabel', label,
          'memberNumber', number, 'quotaStrip', strip, 'charges', charges, 'oldestDue', oldest, 'openAmount', ${euros('open')},
          'overdueAmount', ${euros('overdue')}) ORDER BY place), '[]') FROM page) AS data`,
    { total: 'integer', sums: jsonOf<object>(), data: jsonOf<object[]>() },
  )
  return { data, meta: { total, page, limit, sums } }
}

/** SQL of each exported column, by its key in the plan. */
const exported: Record<string, Sql> = {
  memberLabel: sql`m.label`,
  memberNumber: sql`m.member_number`,
  quotaStrip: sql`b.quota_strip`,
  charges: sql`g.charges`,
  oldestDue: sql`g.oldest`,
  overdueAmount: sql`g.overdue`,
  openAmount: sql`g.open`,
}
const exportedFields = [
  'memberNumber',
  'memberId',
  'quotaStrip',
  'charges',
  'oldestDue',
  'overdueAmount',
  'openAmount',
]

async function exportGroups(world: World, exportRequest: ExportRequest): Promise<FastifyReply> {
  const { request, parameters } = exportRequest
  requireAccess(decide(chargesByMember.access, 'export', request.caller), request.caller)
  const { organisation, database } = world
  const words = {
    terminology: await organisation.terminology(),
    timeZone: (await organisation.settings()).timeZone,
  }
  const requested = columnsOf(parameters['_columns'])
  const available = makePlan(chargesByMember, {}).columns(request.caller.role, 'list')
  const read = available.filter(({ key }) => Object.hasOwn(exported, key))
  const columns = requested.map((name) =>
    exportColumn(name, chargesByMember.fields[name as keyof typeof chargesByMember.fields], read, words),
  )
  const { groups, order } = await groupsOf(world, request, parameters, exportParameters)
  const selected = join(
    read.map(({ key }) => exported[key]),
    ', ',
  )
  const statement = sql`WITH ${groups} SELECT ${selected}
    FROM g JOIN members m ON m.id = g.id JOIN member_balances b ON b.id = g.id ORDER BY ${order}`
  const count = async () => {
    return one(
      database.pool,
      sql`WITH ${groups} SELECT count(*)::integer AS total, ${sumsSql}::text AS sums FROM g`,
      { total: 'integer', sums: 'text' },
    )
  }
  return sendExport(
    world,
    { definition: chargesByMember, names: requested, columns, read: (db) => streamSql(db, statement), count },
    exportRequest,
  )
}

/** The requested columns in their order; all when none are requested. Throws 400. */
function columnsOf(value: unknown): string[] {
  const names = value === undefined ? exportedFields : [...new Set(String(value).split(',').filter(Boolean))]
  for (const name of names)
    if (!exportedFields.includes(name)) throw badRequest(`_columns: não existe «${name.slice(0, 60)}».`)
  return names
}

function orderOf(value: unknown): Sql {
  const sort = String(value ?? chargesByMember.list?.sort ?? '')
  const parts = sort.split(',').map((part) => {
    const name = part.replace(/^-/, '')
    if (!Object.hasOwn(orders, name))
      throw badRequest(`_sort: não é possível ordenar por «${name.slice(0, 60)}».`)
    return part.startsWith('-') ? sql`${orders[name]} DESC` : orders[name]
  })
  return join([...parts, sql`g.id`], ', ')
}
