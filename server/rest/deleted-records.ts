import { isId } from '@agremia/resources/coerce.ts'
import { auditEvents } from '@agremia/resources/definitions/audit-events.ts'
import { mayReadField } from '@agremia/resources/describe.ts'
import { toCamelCase, toSnakeCase } from '@agremia/resources/paths.ts'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { inline, join, jsonOf, many, one, raw, sql } from '../database/sql.ts'
import { badRequest } from '../errors.ts'
import { askedPage, knownParameters, pageParameters } from './query-parameters.ts'
import type { FieldChange } from './audit.ts'
import { display } from './audit.ts'
import type { Engine } from './modules.ts'
import { constraintOf } from './scope.ts'

/** For this many days a deleted record can be restored. */
export const restorableDays = 30

/** SQL: whether an audit event is a deletion that can still be undone: not restored or deleted again since, and not too old. */
export function restorableSql(alias: string, now: Sql): Sql {
  const e = raw(alias)
  return sql`(${e}.action = 'deleted' AND ${e}.rows IS NOT NULL AND ${e}.at > ${now} - interval '${inline(restorableDays)} days'
    AND NOT EXISTS (SELECT FROM audit_events later WHERE later.resource = ${e}.resource AND later.record_id = ${e}.record_id
      AND later.at > ${e}.at AND later.action IN ('deleted', 'restored')))`
}

/**
 * A page of the deleted records that can be restored, newest first, each with its former `title`. `_resource=contacts` filters by
 * resource, `_recordId` by record, `_partOf` by the record that contained them.
 */
export async function deletedRecords(engine: Engine, request: FastifyRequest) {
  constraintOf(auditEvents.access.read(request.caller), request.caller)
  const parameters = knownParameters(request, ['_resource', '_recordId', '_partOf', ...pageParameters])
  const { _resource, _recordId, _partOf } = parameters
  const page = askedPage(parameters)
  const resource = _resource === undefined ? null : toCamelCase(_resource)
  if (resource !== null && !engine.modules.has(resource))
    throw badRequest(`_resource: não existe «${resource.slice(0, 60)}».`)
  for (const [name, id] of Object.entries({ _recordId, _partOf }))
    if (id !== undefined && !isId(id)) throw badRequest(`${name}: indique o identificador de um registo.`)
  const parentField = resource === null ? undefined : engine.modules.get(resource)?.definition.partOf
  if (_partOf !== undefined && parentField === undefined)
    throw badRequest('_partOf: indique em _resource o que é parte de outro registo.')
  const { pool } = engine.world.database
  const conditions = [restorableSql('e', sql`${engine.world.clock()}::timestamptz`)]
  if (resource !== null) conditions.push(sql`resource = ${resource}`)
  if (_recordId !== undefined) conditions.push(sql`record_id = ${_recordId}`)
  if (_partOf !== undefined && parentField !== undefined)
    conditions.push(sql`rows -> 0 -> 'row' ->> ${toSnakeCase(parentField)}::text = ${_partOf}`)
  const events = sql`FROM audit_events e WHERE ${join(conditions, ' AND ')}`
  const rows = await many(
    pool,
    sql`SELECT id AS "_id", at AS "_created_at", user_name AS "userName", action, resource, record_id AS "recordId", changes
      ${events} ORDER BY at DESC, id DESC LIMIT ${page.most} OFFSET ${page.offset}`,
    {
      _id: 'uuid',
      _created_at: 'moment',
      userName: 'text?',
      action: 'text',
      resource: 'text',
      recordId: 'uuid',
      changes: jsonOf<FieldChange[]>(),
    },
  )
  const { total } = await one(pool, sql`SELECT count(*)::int AS total ${events}`, { total: 'integer' })
  const terminology = await engine.world.organisation.terminology()
  const { timeZone } = await engine.world.organisation.settings()
  const data = rows.map(({ changes, userName, ...row }) => {
    const definition = engine.modules.get(row.resource)?.definition
    const field = definition?.fields[definition.title]
    const title = changes.find((change) => change.field === definition?.title)?.from
    const isReadable = field !== undefined && mayReadField(field, request.caller.role)
    return {
      ...row,
      userName: userName ?? 'Programa',
      title: isReadable ? display(field, title, terminology, timeZone) : '',
    }
  })
  return { data, meta: { total, page: page.page, limit: page.limit } }
}
