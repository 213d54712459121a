import type { Caller } from '@agremia/resources/access.ts'
import { admins } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { described } from '@agremia/resources/json-shape.ts'
import { toCamelCase } from '@agremia/resources/letter-case.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { jsonOf, join, many, sql } from '../database/sql.ts'
import { badRequest } from '../errors.ts'
import { componentRef, page, withMore, route } from './api.ts'
import type { Api } from './api.ts'
import type { FieldChange } from './audit.ts'
import { exportDescriber } from './audit-export.ts'
import { auditEventFormatter, findNames } from './audit-format.ts'
import { knownParameters, parseLimit } from './query-parameters.ts'
import { requireAccess } from './scope.ts'
import type { World } from './modules.ts'

const activityApi: Api = {
  name: 'listActivity',
  summary: 'Listar a atividade de toda a gente',
  tag: 'Histórico',
  query: {
    '_resource?': 'text',
    '_userId?': 'uuid',
    '_from?': described('Dia da organização.', 'day'),
    '_to?': 'day',
    '_before?': described('Só o que é anterior a este acontecimento.', 'uuid'),
    '_limit?': 'integer',
  },
  answers: {
    200: page(
      withMore(componentRef('AuditEvent'), {
        resource: 'text',
        recordId: described('Nulo nas exportações, que não são de um registo.', 'uuid?'),
        title: described('O nome do registo, ou o que foi exportado.', 'text?'),
        isList: described('Se foi exportada a lista do recurso.', 'boolean'),
        details: described('De uma exportação: quantas linhas, em que formato, com que filtros.', 'text?'),
        address: described('O endereço IP.', 'text?'),
      }),
      { limit: 'integer', more: described('Se há anteriores.', 'boolean') },
    ),
  },
}

const parameters = ['_resource', '_userId', '_from', '_to', '_before', '_limit'] as const

/**
 * `GET /activity` (administrators): what everybody did, newest first: writes, exports, mailings, sign-ins and refusals, of all resources.
 * Filters: `_resource`, `_userId`, `_from` and `_to` (days of the organisation). `_before`: older than this event. `meta.more`: whether
 * there are older ones; they are not counted. Throws 400, 403.
 */
export function registerActivity(app: FastifyInstance, world: World): void {
  app.get('/activity', route(activityApi), (request) => readActivity(world, request))
}

async function readActivity(world: World, request: FastifyRequest) {
  requireAccess(admins(request.caller), request.caller)
  const given = knownParameters(request, parameters)
  const limit = Math.max(1, parseLimit(given._limit ?? ''))
  const conditions = await conditionsOf(world, given)
  const rows = await many(
    world.database.pool,
    sql`SELECT id, at, user_name, address, resource, record_id, action, changes, false AS restorable FROM audit_events e
        WHERE ${join(conditions, ' AND ')} ORDER BY at DESC, id DESC LIMIT ${limit + 1}`,
    {
      id: 'uuid',
      at: 'moment',
      user_name: 'text?',
      address: 'text?',
      resource: 'text',
      record_id: 'uuid',
      action: 'text',
      changes: jsonOf<FieldChange[]>(),
      restorable: 'boolean',
    },
  )
  const shown = rows.slice(0, limit)
  const format = await auditEventFormatter(world, request.caller)
  const names = await namesOf(
    world,
    request.caller,
    shown.filter((row) => !isExport(row)),
  )
  const describeExport = await exportDescriber(world, request.caller, shown.filter(isExport))
  const data = shown.map((row) => {
    const { resource, address, record_id: recordId } = row
    const { name = null, title = null } = names.get(recordId) ?? {}
    const event = { resource, address, ...format(resource, row, { title }) }
    if (isExport(row)) return { ...event, recordId: null, ...describeExport(row) }
    return { ...event, recordId, title: name, isList: false, details: null }
  })
  return { data, meta: { limit, more: rows.length > limit } }
}

type Given = Partial<Record<(typeof parameters)[number], string>>

async function conditionsOf(
  world: World,
  { _resource, _userId, _from, _to, _before }: Given,
): Promise<Sql[]> {
  const conditions = [sql`true`]
  if (_resource) conditions.push(sql`resource = ${toCamelCase(_resource)}`)
  for (const [name, id] of Object.entries({ _userId, _before }))
    if (id && !isId(id)) throw badRequest(`${name}: indique o identificador de um registo.`)
  if (_userId) conditions.push(sql`user_id = ${_userId}`)
  if (_before)
    conditions.push(sql`(at, id) < (SELECT b.at, b.id FROM audit_events b WHERE b.id = ${_before})`)
  const { timeZone } = await world.organisation.settings()
  const dayStart = (name: string, day: string, days: number) => {
    if (!isDate(day)) throw badRequest(`${name}: indique uma data, como 2026-03-31.`)
    return sql`((${day}::date + ${days}::integer)::timestamp AT TIME ZONE ${timeZone})`
  }
  if (_from) conditions.push(sql`at >= ${dayStart('_from', _from, 0)}`)
  if (_to) conditions.push(sql`at < ${dayStart('_to', _to, 1)}`)
  return conditions
}

function isExport({ action }: { action: string }): boolean {
  return action === 'exported'
}

/** The names of the events' records, where these still exist: a query per resource. */
async function namesOf(
  world: World,
  caller: Caller,
  rows: readonly { resource: string; record_id: string }[],
): ReturnType<typeof findNames> {
  const found = await Promise.all(
    [...Map.groupBy(rows, ({ resource }) => resource)].map(([resource, group]) =>
      findNames(
        world,
        caller,
        resource,
        group.map(({ record_id }) => record_id),
      ),
    ),
  )
  return new Map(found.flatMap((names) => [...names]))
}
