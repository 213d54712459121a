import { referenceBase } from '@agremia/resources/define-resource.ts'
import type { Fields } from '@agremia/resources/fields.ts'
import { v7 as newId } from 'uuid'
import type { Context } from '../context.ts'
import { sameValue } from './check.ts'
import type { Plan } from './plan.ts'
import { execute, join, prepared, sql } from '../database/sql.ts'
import type { WireRecord } from './find-record.ts'

export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

export interface AuditEntry {
  resource: string
  id: string
  action: 'created' | 'updated' | 'deleted' | 'restored' | (string & {})
  changes: FieldChange[]
  /** What was deleted, the parts after the whole. */
  rows?: DeletedRow[]
}

export interface DeletedRow {
  table: string
  row: Record<string, unknown>
}

/** What differs between two states of a record (wire form). References are kept as the text people saw then. */
export function changesBetween(
  plan: Plan,
  before: WireRecord | null,
  after: WireRecord | null,
): FieldChange[] {
  const changes: FieldChange[] = []
  for (const [name, field] of Object.entries(plan.definition.fields)) {
    if (field.computed || field.derived || field.parts || field.writeOnly) continue
    const key = field.reference ? `${referenceBase(name)}Label` : name
    const from = before?.[name] ?? null
    const to = after?.[name] ?? null
    if (sameValue(from, to) || (isBlank(from) && isBlank(to))) continue
    changes.push({
      field: name,
      from: field.reference ? (before?.[key] ?? from) : from,
      to: field.reference ? (after?.[key] ?? to) : to,
    })
  }
  return changes
}

/** That a value which never leaves the server was given, without the value. */
export function secretChanges(fields: Fields, values: Record<string, unknown>): FieldChange[] {
  return Object.keys(values)
    .filter((name) => fields[name]?.writeOnly)
    .map((name) => ({ field: name, from: null, to: '••••••••' }))
}

function isBlank(value: unknown): boolean {
  return value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Writes who did what, in the transaction of what was done. */
export async function recordAudit(
  { db, caller, address }: Pick<Context, 'db' | 'caller' | 'address'>,
  entries: AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => {
    const changes = JSON.stringify(entry.changes)
    const deleted = entry.rows === undefined ? null : JSON.stringify(entry.rows)
    return sql`(${newId()}, ${caller.id}, ${caller.name}, ${address}, ${entry.resource}, ${entry.id}, ${entry.action}, ${changes}, ${deleted})`
  })
  await db.send(
    prepared(sql`INSERT INTO audit_events (id, user_id, user_name, address, resource, record_id, action, changes, rows)
      VALUES ${join(rows, ', ')}`),
  )
}

/** Writes that the same was done to records, however many, in one statement. */
export async function recordSameAudit(
  { db, caller, address }: Pick<Context, 'db' | 'caller' | 'address'>,
  { resource, ids, action }: { resource: string; ids: readonly string[]; action: string },
): Promise<void> {
  await execute(
    db,
    prepared(sql`INSERT INTO audit_events (id, user_id, user_name, address, resource, record_id, action)
      SELECT new_id(), ${caller.id}::uuid, ${caller.name}, ${address}, ${resource}, id, ${action} FROM unnest(${ids}::uuid[]) AS id`),
  )
}
