import type { Definition, RecordOf, SomeStoredOf } from '@agremia/resources/define-resource.ts'
import type { FieldSource } from '@agremia/resources/action.ts'
import { checkField } from '@agremia/resources/validate.ts'
import { invalid } from '../errors.ts'
import { changesBetween, recordAudit } from './audit.ts'
import { valuesNamed } from './check.ts'
import type { StoredValues } from './find-record.ts'
import type { ActionCall } from './modules.ts'
import { updateRow } from './write-row.ts'
import type { FieldMessages } from '../errors.ts'

/**
 * Changes fields of the action's record, whose row is locked: validates, stores, audits and announces. `values` are in stored form, and
 * may be of fields that callers cannot write. Returns the record. Throws 422 by field.
 */
export async function changeFields<D extends Definition>(
  call: ActionCall<D>,
  values: SomeStoredOf<D['fields']>,
): Promise<RecordOf<D>> {
  const { db, plan, action, record, settings, today, changes } = call
  const { name: resource, fields } = plan.definition
  const errors: FieldMessages = {}
  const merged = { ...record, ...values }
  const context = { today, record: merged, named: valuesNamed(fields, merged, settings) }
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name]
    if (!field) throw new Error(`${resource}.${action}: there is no field ${name}`)
    const found = checkField(field, value, context).errors
    if (found.length > 0) errors[name] = found
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const after = await updateRow(db, plan, record._id, values, {})
  await recordAudit(call, [
    { resource, id: record._id, action, changes: changesBetween(plan, record, after) },
  ])
  changes.push({ resource, action: 'updated', id: record._id, version: after._version })
  return after
}

/** The values that an action's `sets` stands for. */
export function sourceValues(
  sets: Readonly<Record<string, FieldSource>>,
  { input, today, world }: Pick<ActionCall, 'input' | 'today' | 'world'>,
): StoredValues {
  const valueOf = (source: FieldSource): unknown => {
    if (typeof source !== 'object' || source === null) return source
    if (source.from === 'input') return input[source.field]
    return { today, now: world.clock().toISOString() }[source.from]
  }
  return Object.fromEntries(Object.entries(sets).map(([name, source]) => [name, valueOf(source)]))
}
