import { restorableDays } from '@agremia/resources/restorable-days.ts'
import type { Caller, Role } from '@agremia/resources/access.ts'
import { allows, staffWriters } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { auditEvents } from '@agremia/resources/definitions/audit-events.ts'
import { mayReadField, mayWriteField } from '@agremia/resources/describe.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inline, jsonOf, many, maybeOne, one, sql } from '../database/sql.ts'
import { forbidden, notFound } from '../errors.ts'
import { readPageParameters, knownParameters, pageParameters } from './query-parameters.ts'
import type { DeletedRow, FieldChange } from './audit.ts'
import { display, programName, recordAudit } from './audit.ts'
import { deletedRecords, restorableSql, restoreRows } from './deleted-records.ts'
import type { Engine } from './modules.ts'
import { planOf } from './modules.ts'
import { write } from './register-resource.ts'
import { idOf } from './request.ts'
import { constraintOf, scopeOf } from './scope.ts'
import { findRecordJson, getRecord } from './find-record.ts'
import { restrict } from './write.ts'

export interface AuditRow {
  id: string
  at: string
  user_name: string | null
  action: string
  changes: FieldChange[]
  restorable: boolean
}

/** Registers the audit trail of each record (newest first, paged) and the restoring of deleted records. */
export function registerAudit(app: FastifyInstance, engine: Engine): void {
  for (const module of engine.modules.values()) {
    if (module.definition.kind === 'computed') continue
    const path = `/${resourcePath(module.definition.name)}/:id/audit_events`
    app.get<{ Params: { id: string } }>(path, (request) =>
      history(engine, module.definition.name, request.params.id, request),
    )
  }
  app.get('/audit_events', (request) => deletedRecords(engine, request))
  app.post<{ Params: { id: string } }>('/audit_events/:id/restore', (request, reply) =>
    write(engine, request, reply, async (writing) => {
      constraintOf(staffWriters(request.caller), request.caller)
      if (!isId(request.params.id)) throw notFound()
      const event = await maybeOne(
        writing.db,
        sql`SELECT resource, record_id, rows FROM audit_events WHERE id = ${request.params.id} AND action = 'deleted' AND rows IS NOT NULL
          AND at > ${engine.world.clock()}::timestamptz - interval '${inline(restorableDays)} days'`,
        { resource: 'text', record_id: 'uuid', rows: jsonOf<DeletedRow[]>() },
      )
      if (!event) throw notFound('Já não é possível recuperar este registo.')
      const plan = planOf(engine, event.resource)
      const decision = plan.definition.access.create(request.caller)
      constraintOf(decision, request.caller)
      await restoreRows(writing, event.rows)
      for (const { onRestored } of engine.areas) await onRestored?.({ ...writing, rows: event.rows })
      const record = await getRecord(writing, plan, event.record_id)
      if (!allows(decision, record)) throw forbidden()
      await recordAudit(writing, [
        { resource: event.resource, id: event.record_id, action: 'restored', changes: [] },
      ])
      return { status: 200, data: restrict(plan, record, request.caller) }
    }),
  )
}

async function history(engine: Engine, resource: string, idOrName: string, request: FastifyRequest) {
  constraintOf(auditEvents.access.read(request.caller), request.caller)
  const page = readPageParameters(knownParameters(request, pageParameters))
  const { world } = engine
  const plan = planOf(engine, resource)
  const id = await idOf(engine, plan, idOrName)
  const scope = scopeOf(plan, 'read', request.caller)
  // Callers who may read every record may also read the history of deleted ones; others only of records that they see.
  if (Object.keys(scope.constraint).length > 0) {
    if ((await findRecordJson(world.database.pool, plan, id, scope)) === undefined) throw notFound()
  }
  const { pool } = world.database
  const events = sql`FROM audit_events e WHERE resource = ${resource} AND record_id = ${id}`
  const restorable = restorableSql('e', sql`${world.clock()}::timestamptz`)
  const rows = await many(
    pool,
    sql`SELECT id, at, user_name, action, changes, ${restorable} AS restorable ${events}
      ORDER BY at DESC, id DESC LIMIT ${page.sqlLimit} OFFSET ${page.offset}`,
    {
      id: 'uuid',
      at: 'moment',
      user_name: 'text?',
      action: 'text',
      changes: jsonOf<FieldChange[]>(),
      restorable: 'boolean',
    },
  )
  const { total } = await one(pool, sql`SELECT count(*)::int AS total ${events}`, { total: 'integer' })
  const mayRestore = plan.definition.access.create(request.caller) !== false
  const format = await auditEventFormatter(engine, request.caller)
  const data = rows.map((row) => format(resource, { ...row, restorable: row.restorable && mayRestore }))
  return { data, meta: { total, page: page.page, limit: page.limit } }
}

/** Returns a function that formats an audit event with the fields that the caller may read. */
export async function auditEventFormatter({ world, modules }: Engine, caller: Caller) {
  const terminology = await world.organisation.terminology()
  const { timeZone } = await world.organisation.settings()
  return (resource: string, row: AuditRow) => {
    const { fields = {}, actions } = modules.get(resource)?.definition ?? {}
    // Events of an action may also contain its input.
    const allFields = { ...actions?.[row.action]?.fields, ...fields }
    return {
      _id: row.id,
      _created_at: row.at,
      userName: row.user_name ?? programName,
      action: row.action,
      /** What was done, after the name; null for events that are no action of the resource. */
      verb: actions?.[row.action]?.past ?? null,
      restorable: row.restorable,
      changes: row.changes
        .filter(({ field }) => isVisible(allFields[field], caller.role))
        .map((change) => formatChange(change, allFields, terminology, timeZone)),
    }
  }
}

/** Whether the role may see that the field changed. Of a write-only field (passwords) only the fact is shown. */
function isVisible(field: Field | undefined, role: Role): boolean {
  return !field || mayReadField(field, role) || (field.writeOnly === true && mayWriteField(field, role))
}

function formatChange(
  { field: name, from, to }: FieldChange,
  fields: Fields,
  terminology: Terminology,
  timeZone: string,
) {
  const field = fields[name]
  const label = field ? fillTerms(field.label, terminology) : name
  const words = (value: unknown) => display(field, value, terminology, timeZone)
  const [before, after] = [words(from), words(to)]
  return { field: name, label, from: before, to: before === after ? changeWithoutText(from, to) : after }
}

/** The text for values that have no text form, such as a card's design. */
function changeWithoutText(from: unknown, to: unknown): string {
  if (to === null) return 'Retirado'
  return from === null ? 'Definido' : 'Alterado'
}
