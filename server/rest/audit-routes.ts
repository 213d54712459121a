import type { Caller, Role } from '@agremia/resources/access.ts'
import { allows } from '@agremia/resources/access.ts'
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
import { askedPage, pageParameters } from './asked-page.ts'
import type { DeletedRow, FieldChange } from './audit.ts'
import { recordAudit } from './audit.ts'
import { deletedRecords, restorableDays, restorableSql } from './deleted-records.ts'
import { display } from './display.ts'
import { knownParameters } from './known-parameters.ts'
import type { Engine } from './modules.ts'
import { planOf } from './modules.ts'
import { write } from './register-resource.ts'
import { idOf } from './request.ts'
import { constraintOf, scopeOf } from './scope.ts'
import { findRecordJson, getRecord } from './find-record.ts'
import { restoreRows } from './delete-record.ts'
import { restrict } from './write.ts'

export interface AuditRow {
  id: string
  at: string
  user_name: string | null
  action: string
  changes: FieldChange[]
  restorable: boolean
}

/** The history of each record, the last changes first, a page at a time as in lists, and the way back for what was deleted. */
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
      constraintOf(auditEvents.access.read(request.caller), request.caller)
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

async function history(engine: Engine, resource: string, given: string, request: FastifyRequest) {
  constraintOf(auditEvents.access.read(request.caller), request.caller)
  const asked = askedPage(knownParameters(request, pageParameters))
  const { world } = engine
  const plan = planOf(engine, resource)
  const id = await idOf(engine, plan, given)
  const scope = scopeOf(plan, 'read', request.caller)
  // Who may read every record may read the history of those that are gone; others that of what they see.
  if (Object.keys(scope.constraint).length > 0) {
    if ((await findRecordJson(world.database.pool, plan, id, scope)) === undefined) throw notFound()
  }
  const { pool } = world.database
  const events = sql`FROM audit_events e WHERE resource = ${resource} AND record_id = ${id}`
  const restorable = restorableSql('e', sql`${world.clock()}::timestamptz`)
  const rows = await many(
    pool,
    sql`SELECT id, at, user_name, action, changes, ${restorable} AS restorable ${events}
      ORDER BY at DESC, id DESC LIMIT ${asked.most} OFFSET ${asked.offset}`,
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
  const tell = await auditTeller(engine, request.caller)
  const data = rows.map((row) => tell(resource, { ...row, restorable: row.restorable && mayRestore }))
  return { data, meta: { total, page: asked.page, limit: asked.limit } }
}

/** Answers what tells an event of a resource as the caller may read it. */
export async function auditTeller({ world, modules }: Engine, caller: Caller) {
  const terminology = await world.organisation.terminology()
  const { timeZone } = await world.organisation.settings()
  return (resource: string, row: AuditRow) => {
    const { fields = {}, actions } = modules.get(resource)?.definition ?? {}
    // An action may tell what it asked for, besides what it changed.
    const known = { ...actions?.[row.action]?.fields, ...fields }
    return {
      _id: row.id,
      _created_at: row.at,
      userName: row.user_name ?? 'Programa',
      action: row.action,
      restorable: row.restorable,
      changes: row.changes
        .filter(({ field }) => isTold(known[field], caller.role))
        .map((change) => said(change, known, terminology, timeZone)),
    }
  }
}

/** Whether the role may know that the field changed: of passwords, only that they did. */
function isTold(field: Field | undefined, role: Role): boolean {
  return !field || mayReadField(field, role) || (field.writeOnly === true && mayWriteField(field, role))
}

function said(
  { field: name, from, to }: FieldChange,
  fields: Fields,
  terminology: Terminology,
  timeZone: string,
) {
  const field = fields[name]
  const label = field ? fillTerms(field.label, terminology) : name
  const words = (value: unknown) => display(field, value, terminology, timeZone)
  const [before, after] = [words(from), words(to)]
  return { field: name, label, from: before, to: before === after ? wordless(from, to) : after }
}

/** What no words tell, such as the drawing of a card, at least says that it changed. */
function wordless(from: unknown, to: unknown): string {
  if (to === null) return 'Retirado'
  return from === null ? 'Definido' : 'Alterado'
}
