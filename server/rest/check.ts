import { isDeepStrictEqual } from 'node:util'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import type { Caller } from '@agremia/resources/access.ts'
import { coerce, isEmpty } from '@agremia/resources/coerce.ts'
import { referenceBase } from '@agremia/resources/define-resource.ts'
import { settingOf, type SettingName, type Settings } from '@agremia/resources/definitions/settings.ts'
import { effectiveFields, mayReadField, mayWriteField } from '@agremia/resources/describe.ts'
import type { Field, Fields } from '@agremia/resources/fields.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { checkField, fieldsReadByRules, type NamedValue, needsValue } from '@agremia/resources/validate.ts'
import type { Querying } from '../database/querying.ts'
import type { Plan } from './plan.ts'
import { columnOf, tableOf } from './plan.ts'
import type { Sql } from '../database/sql.ts'
import { empty, join, literals, lookUp, many, sql } from '../database/sql.ts'
import type { StoredValues, WireRecord } from './find-record.ts'
import type { FieldMessages } from '../errors.ts'

/** `create` fills in defaults, `replace` checks the whole record, `modify` checks only the given fields. */
export type Mode = 'create' | 'replace' | 'modify'

export interface Checked {
  values: StoredValues
  merged: StoredValues
  errors: FieldMessages
  warnings: FieldMessages
}

interface CheckInput {
  plan: Plan
  caller: Caller
  settings: Settings
  today: string
  input: Record<string, unknown>
  before: WireRecord | null
  /** For a new record: field values of the existing record that it will share. */
  shared?: Record<string, unknown>
  mode: Mode
  isOfThePast?: true | undefined
}

const ignoredNames = new Set(['_id', '_created_at', '_updated_at', '_version', '_k'])

const fieldsBySettings = new WeakMap<Settings, Map<string, Fields>>()

/** The definition's fields with the organisation's settings applied. Cached per settings object. */
export function fieldsOf(plan: Plan, settings: Settings): Fields {
  let known = fieldsBySettings.get(settings)
  if (!known) fieldsBySettings.set(settings, (known = new Map()))
  let fields = known.get(plan.definition.name)
  if (!fields) known.set(plan.definition.name, (fields = effectiveFields(plan.definition, settings)))
  return fields
}

/**
 * Coerces, normalises and validates a caller's input by the fields' rules and the caller's role. Values are in stored form. Does not
 * query the database.
 */
export function checkInput(options: CheckInput): Checked {
  const { plan, before, shared, mode, caller } = options
  const fields = fieldsOf(plan, options.settings)
  const errors: FieldMessages = {}
  const warnings: FieldMessages = {}
  const values: StoredValues = {}
  const earlier = toStoredForm(fields, before ?? shared ?? {})
  rejectUnknown(fields, options.input, caller, errors)
  for (const [name, field] of Object.entries(fields)) {
    if (errors[name]) continue
    const read = readValue(name, field, options, earlier)
    if (read?.problem) errors[name] = [read.problem]
    else if (read) values[name] = read.value
  }
  const merged: StoredValues = { ...emptyOf(fields), ...earlier, ...values }
  const context = {
    today: options.today,
    record: merged,
    named: valuesNamed(fields, merged, options.settings),
    isOfThePast: options.isOfThePast,
  }
  for (const [name, field] of Object.entries(fields)) {
    if (errors[name] || field.computed || field.derived) continue
    const touched = name in values || fieldsReadByRules(field).some((other) => other in values)
    // Unchanged values are not validated again, except required fields that are empty and that this caller may write.
    const isMissing = needsValue(field) && isEmpty(merged[name]) && mayWriteField(field, caller)
    // A change of other fields need not fill what a setting requires, but what the definition requires of each write.
    const isNeeded = isMissing && field.rules.includes('required')
    if (mode === 'modify' ? !touched && !isNeeded : field.readOnly) continue
    if (name in earlier && !touched && !isMissing) continue
    const checked = checkField(field, merged[name] ?? null, context)
    if (checked.errors.length > 0) errors[name] = checked.errors
    else if (checked.warnings.length > 0) warnings[name] = checked.warnings
    if (!touched) continue
    if (errors[name]) {
      // Rules of the area see the earlier value instead of an invalid one.
      merged[name] = earlier[name] ?? (field.column === 'list' ? [] : null)
      delete values[name]
      continue
    }
    merged[name] = checked.value
    if (name in earlier && sameValue(checked.value, earlier[name] ?? null)) delete values[name]
    else values[name] = checked.value
  }
  return { values, merged, errors, warnings }
}

/** Looks up the values that rules refer to, with their labels: fields of the record and `settings.<name>`. */
export function valuesNamed(
  fields: Fields,
  record: Record<string, unknown>,
  settings: Settings,
): (name: string) => NamedValue | undefined {
  return (name) => {
    const setting = name.startsWith(settingMark) && (name.slice(settingMark.length) as SettingName)
    if (setting) return { value: settings[setting], label: settingOf(setting).label }
    const field = fields[name]
    return field && { value: record[name], label: field.label }
  }
}

const settingMark = 'settings.'

const emptyByFields = new WeakMap<Fields, StoredValues>()

/** Null for every field, so that a new record has all of them. Cached per fields. */
function emptyOf(fields: Fields): StoredValues {
  let known = emptyByFields.get(fields)
  if (!known) {
    known = Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
    emptyByFields.set(fields, known)
  }
  return known
}

/** The given value in stored form, or the default of a new record. Undefined when the field does not change. */
function readValue(
  name: string,
  field: Field,
  { input, before, mode, caller, today }: CheckInput,
  earlier: StoredValues,
): { value: unknown; problem?: string } | undefined {
  if (!Object.hasOwn(input, name)) {
    if (mode !== 'create' || field.computed || field.derived || name in earlier) return undefined
    if (field.default !== undefined) return { value: field.default }
    return field.column === 'boolean' || field.column === 'list'
      ? { value: field.column === 'boolean' ? false : [] }
      : undefined
  }
  // Clients may send computed values back, possibly outdated: ignored.
  if (field.computed || field.derived) return undefined
  const locked = field.readOnly || (field.fixed && before !== null) || !mayWriteField(field, caller)
  const coerced = coerce(field, input[name], today)
  if ('problem' in coerced)
    return { value: undefined, problem: locked ? 'Não pode ser alterado.' : coerced.problem }
  if (locked) {
    const current = earlier[name] ?? (before === null ? (field.default ?? null) : null)
    const same = isEmpty(coerced.value)
      ? isEmpty(current) || current === false
      : sameValue(coerced.value, current)
    return same ? undefined : { value: undefined, problem: 'Não pode ser alterado.' }
  }
  if (field.writeOnly) return isEmpty(coerced.value) ? undefined : coerced
  if (name in earlier && sameValue(coerced.value, earlier[name] ?? null)) return undefined
  if (field.assigned && isEmpty(coerced.value)) return undefined
  return coerced
}

export function sameValue(one: unknown, other: unknown): boolean {
  // jsonb does not keep the order of keys.
  return typeof one === 'object' && typeof other === 'object' ? isDeepStrictEqual(one, other) : one === other
}

/** Rejects hidden and missing fields with the same message, so that names of hidden fields do not leak. */
function rejectUnknown(
  fields: Fields,
  input: Record<string, unknown>,
  caller: Caller,
  errors: FieldMessages,
): void {
  for (const name of Object.keys(input)) {
    if (ignoredNames.has(name)) continue
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field && (mayReadField(field, caller) || mayWriteField(field, caller))) continue
    const base = name.replace(/(Label|Tone)$/, '')
    if (
      base !== name &&
      Object.keys(fields).some((field) => fields[field]?.reference && referenceBase(field) === base)
    )
      continue
    errors[name] = [fieldErrors.unknown]
  }
}

/** Converts a record from wire form to stored form. */
export function toStoredForm(fields: Fields, record: Record<string, unknown>): StoredValues {
  const stored: StoredValues = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!(name in record)) continue
    const value = record[name]
    stored[name] = field.column === 'cents' && typeof value === 'number' ? decimalToCents(value) : value
  }
  return stored
}

const casts: Partial<Record<Field['column'], Sql>> = {
  integer: sql`::integer`,
  date: sql`::date`,
  uuid: sql`::uuid`,
}

/** The cast of a value of the field, none of texts. */
function castOf({ column }: Field): Sql {
  return casts[column] ?? empty
}

/** Checks in one statement that references exist and unique values are free. Adds to `errors`. */
export async function checkAgainstDatabase(
  db: Querying,
  plan: Plan,
  { values, merged, errors }: Checked,
  id: string | null,
): Promise<void> {
  const questions: Sql[] = []
  for (const [name, value] of Object.entries(values)) {
    const field = plan.definition.fields[name]
    if (!field || errors[name] || isEmpty(value)) continue
    if (field.reference && field.column === 'uuid') {
      const table = tableOf(getDefinition(field.reference))
      questions.push(
        sql`SELECT ${literals([name])} AS field, false AS taken WHERE NOT EXISTS (SELECT FROM ${table} WHERE id = ${value}::uuid)`,
      )
    }
    if (field.unique) {
      const place = field.storage
      const table = place.in === 'through' ? tableOf(getDefinition(place.resource)) : plan.table
      const own = place.in === 'through' ? merged[place.via] : id
      const besides = own ? sql` AND id <> ${own}::uuid` : empty
      questions.push(
        sql`SELECT ${literals([name])} AS field, true AS taken WHERE EXISTS (SELECT FROM ${table} WHERE ${columnOf(name)} = ${value}${castOf(field)}${besides})`,
      )
    }
  }
  if (questions.length === 0) return
  const answers = await many(db, lookUp(join(questions, ' UNION ALL ')), {
    field: 'text',
    taken: 'boolean',
  })
  for (const { field, taken } of answers) {
    errors[field] = [taken ? (plan.definition.fields[field]?.unique ?? '') : fieldErrors.option]
  }
}
