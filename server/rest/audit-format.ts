import type { AuditChange } from '@agremia/resources/audit-change.ts'
import type { Caller, Decision, FieldReader } from '@agremia/resources/access.ts'
import { mayReadField, mayWriteField } from '@agremia/resources/describe.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { described, either } from '@agremia/resources/json-shape.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { many, sql } from '../database/sql.ts'
import type { FieldChange } from './audit.ts'
import { display, programName } from './audit.ts'
import { whereOf } from './list-conditions.ts'
import { columnKey } from './export-columns.ts'
import { clauseOf, neededJoins, rawRows } from './select-rows.ts'
import type { World } from './modules.ts'

export interface AuditRow {
  id: string
  at: string
  user_name: string | null
  action: string
  changes: FieldChange[]
  restorable: boolean
}

/** `AuditChange` in answers. */
export const changeShape = {
  field: 'text',
  label: 'text',
  from: 'text?',
  to: 'text?',
  'was?': described('O valor anterior, para o repor.', either('text?', 'number', 'boolean', 'text[]')),
} as const

/** What a history needs to know of the record of its events. */
interface AuditedRecord {
  title?: string | null
  /** The caller may change it. */
  isChangeable?: boolean
}

/** Returns a function that formats an audit event with the fields that the caller may read. */
export async function auditEventFormatter(world: World, reader: Caller) {
  const terminology = await world.organisation.terminology()
  const { timeZone } = await world.organisation.settings()
  return (resource: string, row: AuditRow, { title, isChangeable = false }: AuditedRecord = {}) => {
    const { fields = {}, actions, titledFields } = world.modules.get(resource)?.definition ?? {}
    // Events of an action may also contain its input.
    const titled = typeof title === 'string' ? titledFields?.(title) : undefined
    const allFields: Fields = { ...actions?.[row.action]?.fields, ...fields, ...titled }
    // A secret that replaces another leaves no difference in the event.
    const isReplaced = titled && row.action === 'updated' && row.changes.length === 0
    const changes = isReplaced
      ? Object.keys(titled).map((field) => ({ field, from: null, to: 'Alterado' }))
      : row.changes
    // A new record has values without a text form too, which say nothing here.
    const isSaid = ({ field, to }: FieldChange) =>
      row.action !== 'created' || display(allFields[field], to, terminology, timeZone) !== ''
    const formatted = (change: FieldChange): AuditChange => {
      const text = formatChange(change, allFields, terminology, timeZone)
      const field = allFields[change.field]
      const was = field?.reference ? change.fromId : change.from
      const isOffered = isChangeable && row.action === 'updated' && mayRevert(field, reader)
      return isOffered && was !== undefined ? { ...text, was } : text
    }
    return {
      _id: row.id,
      _created_at: row.at,
      userName: row.user_name ?? programName,
      action: row.action,
      /** Verb in the past, shown after the name; null for events that are not actions of the resource. */
      verb: actions?.[row.action]?.past ?? null,
      icon: actions?.[row.action]?.icon ?? null,
      restorable: row.restorable,
      changes: changes
        .filter((change) => isVisible(allFields[change.field], reader) && isSaid(change))
        .map(formatted),
    }
  }
}

/** Whether the reader may see that the field changed. Of a write-only field (passwords) only the fact is shown. */
function isVisible(field: Field | undefined, reader: FieldReader): boolean {
  if (field?.internal) return false
  return !field || mayReadField(field, reader) || (field.writeOnly === true && mayWriteField(field, reader))
}

/** Whether the reader may set the field to a former value. */
function mayRevert(field: Field | undefined, reader: FieldReader): boolean {
  if (!field || field.writeOnly || field.readOnly || field.fixed || field.computed || field.derived)
    return false
  return field.column !== 'json' && mayWriteField(field, reader)
}

function formatChange(
  { field: name, label: given = name, from, to }: FieldChange,
  fields: Fields,
  terminology: Terminology,
  timeZone: string,
) {
  const field = fields[name]
  const label = fillTerms(field?.label ?? given, terminology)
  const words = (value: unknown) => display(field, value, terminology, timeZone)
  const [before, after] = [words(from), words(to)]
  return { field: name, label, from: before, to: before === after ? changeWithoutText(from, to) : after }
}

/** The text for values that have no text form, such as a card's design. */
function changeWithoutText(from: unknown, to: unknown): string {
  if (to === null) return 'Retirado'
  return from === null ? 'Definido' : 'Alterado'
}

/** The records that still exist, of those with the ids: their titles, and whether the decision allows them. */
export async function findTitles(
  world: World,
  resource: string,
  ids: readonly string[],
  mayChange: Decision = false,
): Promise<Map<string, AuditedRecord>> {
  const plan = world.plans.get(resource)
  const title = plan && plan.definition.kind !== 'computed' && plan.expressions[plan.definition.title]
  if (!title) return new Map()
  const isAllowed = whereOf(plan, { filters: [], words: [] }, typeof mayChange === 'boolean' ? {} : mayChange)
  const joins = neededJoins(plan, [clauseOf([title]), isAllowed])
  const rows = await many(
    world.database.pool,
    sql`SELECT t.id, ${title.sql}::text AS title, ${mayChange !== false} AND (${isAllowed.sql}) AS "isChangeable"
        FROM ${plan.table} t ${joins} WHERE t.id = ANY(${[...new Set(ids)]}::uuid[])`,
    { id: 'uuid', title: 'text?', isChangeable: 'boolean' },
  )
  return new Map(rows.map(({ id, ...record }) => [id, record]))
}

/** The titles of records, and their names as people read them. Leaves out records that no longer exist, or whose name the reader may not read. */
export async function findNames(
  world: World,
  reader: Caller,
  resource: string,
  ids: readonly string[],
): Promise<Map<string, { title: string; name: string }>> {
  const plan = world.plans.get(resource)
  const field = plan?.definition.fields[plan.definition.title]
  if (!plan || !field || plan.definition.kind === 'computed' || ids.length === 0) return new Map()
  const key = columnKey(plan.definition.title, field)
  const title = plan.columns(reader).find((column) => column.key === key)
  if (!title) return new Map()
  const terminology = await world.organisation.terminology()
  const { timeZone } = await world.organisation.settings()
  const rows = await rawRows(
    world.database.pool,
    sql`SELECT t.id, ${title.sql} FROM ${plan.table} t ${neededJoins(plan, [clauseOf([title])])}
        WHERE t.id = ANY(${[...new Set(ids)]}::uuid[])`,
  )
  const { titleText } = plan.definition
  return new Map(
    rows.flatMap(([id, raw]) => {
      const value: unknown = raw == null ? null : JSON.parse(title.toJson(raw))
      const text = titleText ? titleText(String(value)) : display(field, value, terminology, timeZone)
      return id && text ? [[id, { title: String(value), name: text }] as const] : []
    }),
  )
}
