import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { Schema } from '@agremia/resources/json-shape.ts'
import { restorableDays } from '@agremia/resources/restorable-days.ts'
import { allows, staffWriters } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { auditEvents } from '@agremia/resources/definitions/audit-events.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inline, jsonOf, many, maybeOne, one, sql } from '../database/sql.ts'
import { badRequest, forbidden, notFound } from '../errors.ts'
import { data, recordOf, type WithId, route } from './api.ts'
import type { Api } from './api.ts'
import { readPageParameters, knownParameters, pageParameters } from './query-parameters.ts'
import type { FieldChange } from './audit.ts'
import { recordAudit } from './audit.ts'
import { auditEventFormatter, findTitles } from './audit-format.ts'
import { deletedRecords, deletedRecordsApi, restorableSql, restoreRows } from './deleted-records.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { isProtectedSql } from './plan.ts'
import { write } from './write-request.ts'
import { idOf } from './request.ts'
import { resourceApi } from './resource-api.ts'
import { planFor, requireAccess, scopeOf } from './scope.ts'
import { findRecordJson, getRecord } from './find-record.ts'
import { restrict } from './write.ts'
import type { DeletedRow, World } from './modules.ts'

const storedDefinitions = allDefinitions.filter(({ kind }) => kind !== 'computed')

const restoreApi: Api = {
  name: 'restoreRecord',
  summary: 'Recuperar um registo eliminado',
  answers: {
    200: data(new Schema({ anyOf: storedDefinitions.map((definition) => recordOf(definition).json) })),
  },
  refuses: [404],
  idempotent: true,
}

/** Registers the audit trail of each record (newest first, paged) and the restoring of deleted records. */
export function registerAudit(app: FastifyInstance, world: World): void {
  for (const definition of storedDefinitions) {
    const path = `/${resourcePath(definition.name)}/:id/audit_events`
    const config = { api: resourceApi(definition).history }
    app.get<WithId>(path, { config }, (request) =>
      history(world, definition.name, request.params.id, request),
    )
  }
  app.get('/audit_events', route(deletedRecordsApi), (request) => deletedRecords(world, request))
  app.post<WithId>('/audit_events/:id/restore', route(restoreApi), (request, reply) =>
    write(world, request, reply, async (writing) => {
      requireAccess(staffWriters(request.caller), request.caller)
      if (!isId(request.params.id)) throw notFound()
      const event = await maybeOne(
        writing.db,
        sql`SELECT resource, record_id, rows, at FROM audit_events WHERE id = ${request.params.id} AND action = 'deleted' AND rows IS NOT NULL
          AND at > ${world.clock()}::timestamptz - interval '${inline(restorableDays)} days'`,
        { resource: 'text', record_id: 'uuid', rows: jsonOf<DeletedRow[]>(), at: 'moment' },
      )
      if (!event) throw notFound('Já não é possível recuperar este registo.')
      const plan = planOf(world, event.resource)
      // Who may delete it: files are created by an upload alone.
      const decision = plan.definition.access.delete(request.caller)
      requireAccess(decision, request.caller)
      await restoreRows(writing, event.rows)
      const { rows, at: deletedAt } = event
      for (const { onRestored } of world.areas) await onRestored?.({ ...writing, rows, deletedAt })
      const record = await getRecord(writing, plan, event.record_id)
      if (!allows(decision, record)) throw forbidden()
      await recordAudit(writing, [
        { resource: event.resource, id: event.record_id, action: 'restored', changes: [] },
      ])
      return { status: 200, data: restrict(plan, record, request.caller) }
    }),
  )
}

/** The audit events of a record; with `_with=id2,id3`, also those of other records of the resource. */
async function history(world: World, resource: string, given: string, request: FastifyRequest) {
  const { caller } = request
  requireAccess(auditEvents.access.read(caller), caller)
  const { _with = '', ...paging } = knownParameters(request, ['_with', ...pageParameters])
  const page = readPageParameters(paging)
  const plan = planOf(world, resource)
  const ids = await idsOf(world, plan, [given, ..._with.split(',').filter(Boolean)])
  const scope = scopeOf(plan, 'read', caller)
  const readPlan = planFor(plan, 'record', caller)
  // Callers who may read every record may also read the history of deleted ones; others only of records that they see.
  if (Object.keys(scope.constraint).length > 0 || readPlan.withheld) {
    for (const id of ids)
      if ((await findRecordJson(world.database.pool, readPlan, id, scope)) === undefined) throw notFound()
  }
  const { pool } = world.database
  const merged = world.modules.get(resource)?.succession?.mergedInto(ids)
  const isOfThese = sql`record_id = ANY(${ids}::uuid[])`
  const isOfRecord = merged ? sql`(${isOfThese} OR record_id IN (${merged}))` : isOfThese
  const events = sql`FROM audit_events e WHERE resource = ${resource} AND ${isOfRecord}`
  const restorable = restorableSql('e', sql`${world.clock()}::timestamptz`)
  const rows = await many(
    pool,
    sql`SELECT id, at, user_name, action, record_id, changes, ${restorable} AS restorable ${events}
      ORDER BY at DESC, id DESC LIMIT ${page.sqlLimit} OFFSET ${page.offset}`,
    {
      id: 'uuid',
      at: 'moment',
      user_name: 'text?',
      action: 'text',
      record_id: 'uuid',
      changes: jsonOf<FieldChange[]>(),
      restorable: 'boolean',
    },
  )
  const { total } = await one(pool, sql`SELECT count(*)::int AS total ${events}`, { total: 'integer' })
  const { access } = plan.definition
  const records = await findTitles(world, resource, ids, access.update(caller))
  const mayRestore = access.create(caller) !== false
  const withheld = await withheldOf(world, readPlan, ids)
  const format = await auditEventFormatter(world, caller)
  const formatted = rows.map((row) => {
    const restorable = row.restorable && mayRestore
    const isWithheldRow = withheld.has(row.record_id) || (withheld.size > 0 && !ids.includes(row.record_id))
    const changes = isWithheldRow
      ? row.changes.filter(({ field }) => !readPlan.withheldFields?.has(field))
      : row.changes
    return {
      ...format(resource, { ...row, changes, restorable }, records.get(row.record_id)),
      recordId: row.record_id,
    }
  })
  return { data: formatted, meta: { total, page: page.page, limit: page.limit } }
}

/** The records of which the plan withholds fields; former ones count as theirs. */
async function withheldOf(
  world: World,
  { definition, table, withheldFields }: Plan,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!withheldFields?.size || !definition.protection) return new Set()
  const rows = await many(
    world.database.pool,
    sql`SELECT t.id FROM ${table} t WHERE t.id = ANY(${ids}::uuid[]) AND ${isProtectedSql(definition, 't')}`,
    { id: 'uuid' },
  )
  return new Set(rows.map(({ id }) => id))
}

/** Records in one history. */
const mostRecords = 100

async function idsOf(world: World, plan: Plan, names: readonly string[]): Promise<string[]> {
  if (names.length > mostRecords) throw badRequest(`_with: indique no máximo ${mostRecords} registos.`)
  return Promise.all(names.map((name) => idOf(world, plan, name)))
}
