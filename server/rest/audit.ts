import { formatAmount, formatNumber, toCents } from '@agremia/resources/rules/amount.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { textFormatOf } from '@agremia/resources/validate.ts'
import { v7 as newId } from 'uuid'
import { execute, insertion, join, prepared, sql } from '../database/sql.ts'
import { sameValue } from './check.ts'
import type { StoredValues } from './find-record.ts'
import type { Plan } from './plan.ts'
import { sealNamed } from './sealed-values.ts'
import type { Context, DeletedRow } from './modules.ts'

/** The author of audit events of daily work. */
export const programName = 'Programa'
/** The context of audit events of daily work. */
export const byProgram = {
  caller: { id: null, name: programName, role: 'visitor', personId: null },
  address: null,
} as const

export interface FieldChange {
  field: string
  /** Label, for values that are not fields of the record. */
  label?: string
  from: unknown
  to: unknown
  /** Of references, whose label is in `from`: the former id. */
  fromId?: unknown
}

export interface AuditEntry {
  resource: string
  id: string
  action: 'created' | 'updated' | 'deleted' | 'restored' | (string & {})
  changes: FieldChange[]
  /** Deleted rows, parts after the record that contains them. */
  rows?: DeletedRow[]
}

/** Differences between two states of a record (wire form). References are stored as their labels at that time. */
export function changesBetween(
  plan: Plan,
  before: StoredValues | null,
  after: StoredValues | null,
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
      ...(field.reference && { fromId: from }),
    })
  }
  return changes
}

/** Changes of passwords: the field without its value. */
export function secretChanges(fields: Fields, values: Record<string, unknown>): FieldChange[] {
  return Object.keys(values)
    .filter((name) => fields[name]?.inputType === 'password' && values[name] !== undefined)
    .map((name) => ({ field: name, from: null, to: '••••••••' }))
}

function isBlank(value: unknown): boolean {
  return value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Inserts audit events in the transaction of the write. */
export async function recordAudit(
  { db, caller, address }: Pick<Context, 'db' | 'caller' | 'address'>,
  entries: AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => {
    const changes = JSON.stringify(sealNamed(entry.changes, db))
    const deleted = entry.rows === undefined ? null : JSON.stringify(sealNamed(entry.rows, db))
    return sql`(${newId()}, ${caller.id}, ${caller.name}, ${address}, ${entry.resource}, ${entry.id}, ${entry.action}, ${changes}, ${deleted})`
  })
  await db.send(
    insertion(sql`INSERT INTO audit_events (id, user_id, user_name, address, resource, record_id, action, changes, rows)
      VALUES ${join(rows, ', ')}`),
  )
}

/** Inserts the same audit event for many records, in one statement. */
export async function recordAuditOfMany(
  { db, caller, address }: Pick<Context, 'db' | 'caller' | 'address'>,
  { resource, ids, action }: { resource: string; ids: readonly string[]; action: string },
): Promise<void> {
  await execute(
    db,
    prepared(sql`INSERT INTO audit_events (id, user_id, user_name, address, resource, record_id, action)
      SELECT new_id(), ${caller.id}::uuid, ${caller.name}, ${address}, ${resource}, id, ${action} FROM unnest(${ids}::uuid[]) AS id`),
  )
}

/** A wire value as text for people; empty for objects and ids. */
export function display(
  field: Field | undefined,
  value: unknown,
  terminology: Terminology,
  timeZone: string,
): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return value.map((item) => display(field, item, terminology, timeZone)).join(', ')
  if (typeof value === 'object' || isId(value)) return ''
  if (!field) return String(value)
  if (field.options) {
    const option = field.options.find((known) => known.value === value)
    return option ? fillTerms(option.label, terminology) : String(value)
  }
  if (field.column === 'date') return formatDate(String(value))
  if (field.column === 'instant') return formatDateTime(String(value), timeZone)
  if (field.column === 'cents')
    return field.unit === '%' ? `${formatNumber(Number(value))} %` : formatAmount(toCents(value))
  return typeof value === 'string' ? textFormatOf(field)(value) : String(value)
}
