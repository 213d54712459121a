import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { isShownGlobally } from '../../api/api-error.ts'
import { api, isApiError, isTimedOut, type Parent, type RecordFor } from '../../api/client.ts'
import type { Values } from '../../fields/index.ts'
import { changedFields, conflictOf, isEmptyValue, merge } from './changes.ts'
import type { FormEvent } from './form-state.ts'
import { validateRecord, writableValues } from './validation.ts'

/** Message of a save that timed out. Repeating it is safe. */
export const noAnswer = 'O servidor não respondeu a tempo.'

interface Save<Name extends string = string> {
  resource: Name
  fields: FieldMap
  parent: Parent | undefined
  base: Values
  values: Values
}

interface Outcome<Name extends string> {
  record?: RecordFor<Name>
  /** Event for the form's reducer. */
  event: FormEvent
}

/**
 * Creates the record, or sends its changed fields with the version that was read. On a version conflict without
 * conflicting fields, it merges and retries once.
 */
export async function saveOver<Name extends string>(save: Save<Name>): Promise<Outcome<Name>> {
  const outcome = await attempt(save)
  const { event } = outcome
  if (event.type !== 'conflicted' || event.conflict.fields.length > 0) return outcome
  const { theirs } = event.conflict
  const merged = { ...save, base: theirs, values: merge(event.conflict, {}, save.fields) }
  return attempt(merged, save.values)
}

/** Validates the record on the server without saving it. */
export async function validateOnServer({
  resource,
  fields,
  values,
}: Pick<Save, 'resource' | 'fields' | 'values'>): Promise<FormEvent & { type: 'refused' }> {
  try {
    const findings = await validateRecord(resource, values, fields, new AbortController().signal)
    const { errors = {}, warnings = {} } = findings ?? {}
    return { type: 'refused', errors, warnings, problem: findings ? undefined : noAnswer }
  } catch (error) {
    const problem = isApiError(error) ? error.message : 'Ocorreu um erro inesperado.'
    return { type: 'refused', errors: {}, problem }
  }
}

/** `current`: the values in the form. */
async function attempt<Name extends string>(save: Save<Name>, current = save.values): Promise<Outcome<Name>> {
  try {
    const record = await sendRecord(save)
    return isTimedOut(record)
      ? { event: { type: 'refused', errors: {}, problem: noAnswer } }
      : { record, event: { type: 'saved', record, sent: current, fields: save.fields } }
  } catch (error) {
    return { event: eventOf(error, save) }
  }
}

function sendRecord<Name extends string>({ resource, fields, parent, base, values }: Save<Name>) {
  if (typeof base._id !== 'string') {
    const filled = Object.entries(writableValues(values, fields)).filter(([, value]) => !isEmptyValue(value))
    return api.create(resource, Object.fromEntries(filled), parent ? { parent } : {})
  }
  const changed = Object.fromEntries(
    changedFields(base, values, fields).map((name) => [name, values[name] ?? null]),
  )
  return api.modify(resource, base._id, { ...changed, _version: base._version })
}

function eventOf(error: unknown, { fields, base, values }: Save): FormEvent {
  if (!isApiError(error)) return { type: 'refused', errors: {}, problem: 'Ocorreu um erro inesperado.' }
  const theirs = error.status === 409 && isRecord(error.data) ? error.data : undefined
  if (theirs) return { type: 'conflicted', conflict: conflictOf(base, values, theirs, fields) }
  if (error.errors) return { type: 'refused', errors: error.errors, problem: undefined }
  // The overlay or the login is shown; the changes stay.
  if (isShownGlobally(error)) return { type: 'unanswered' }
  return { type: 'refused', errors: {}, problem: error.message }
}

function isRecord(data: unknown): data is Values {
  return typeof data === 'object' && data !== null && '_version' in data
}
