import { fieldErrors } from '@agremia/resources/field-errors.ts'
import type { AccessRule, Constraint } from '@agremia/resources/access.ts'
import { allows } from '@agremia/resources/access.ts'
import { coerce } from '@agremia/resources/coerce.ts'
import type { Fields } from '@agremia/resources/fields.ts'
import type { Action } from '@agremia/resources/define-resource.ts'
import { checkField } from '@agremia/resources/validate.ts'
import { conflict, forbidden, invalid } from '../errors.ts'
import { valuesNamed } from './check.ts'
import { changeFields, sourceValues } from './change-fields.ts'
import { asFieldError } from './database-errors.ts'
import type { ActionHandler, Engine, FieldMessages } from './modules.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { constraintOf } from './scope.ts'
import type { StoredValues } from './write-row.ts'
import type { WriteContext } from './write.ts'
import { findForWriting } from './write.ts'

/** An action of a resource with its handler. */
export interface KnownAction {
  plan: Plan
  name: string
  access: AccessRule
  /** The values that a record must have for the action to be possible. */
  when: Constraint | undefined
  /** Undefined when the action has no input. */
  fields: Fields | undefined
  handler: ActionHandler
}

/** Handler of an action that only changes fields. */
function handlerOf({ sets }: Action): ActionHandler | undefined {
  if (!sets) return undefined
  return async (call) => {
    await changeFields(call, sourceValues(sets, call))
    return undefined
  }
}

/** Returns undefined when the resource or the action does not exist. */
export function findAction(engine: Engine, resource: string, name: string): KnownAction | undefined {
  const module = engine.modules.get(resource)
  const actions = module?.definition.actions ?? {}
  if (!module || !Object.hasOwn(actions, name)) return undefined
  const action = actions[name]
  const handler =
    (module.actions as Record<string, ActionHandler> | undefined)?.[name] ?? (action && handlerOf(action))
  if (!handler || !action) throw new Error(`${resource}.${name}: an action needs its handler`)
  return {
    plan: planOf(engine, resource),
    name,
    access: action.access,
    when: action.when,
    fields: action.fields,
    handler,
  }
}

/**
 * Performs an action on one record in the caller's transaction: access, row locks, input, handler. Returns the handler's result.
 * Throws 401, 403, 404, 409 when the record's state no longer allows it, 422 by field, or the handler's own error.
 */
export async function performAction(
  writing: WriteContext,
  { plan, name, access, when, fields, handler }: KnownAction,
  { id, input }: { id: string; input: Record<string, unknown> },
): Promise<unknown> {
  const decision = access(writing.caller)
  constraintOf(decision, writing.caller)
  const record = await findForWriting(writing, plan, id, 'read')
  if (!allows(decision, record)) throw forbidden()
  if (!allows(when ?? true, record)) throw conflict('Já não é possível: o registo mudou entretanto.')
  const values = readActionInput(fields ?? {}, input, writing)
  const { changes } = writing
  const earlier = changes.length
  try {
    const result = await handler({ ...writing, plan, action: name, record, input: values })
    for (const change of changes.slice(earlier))
      if (change.resource === plan.definition.name && change.id === id) change.by = name
    return result
  } catch (error) {
    throw asFieldError(error, plan)
  }
}

/** Coerces and validates an action's input like the fields of a new record. Throws 422 by field. */
export function readActionInput(
  fields: Fields,
  input: Record<string, unknown>,
  { today, settings }: Pick<WriteContext, 'today' | 'settings'>,
): StoredValues {
  const errors: FieldMessages = {}
  const values: StoredValues = {}
  const context = { today, record: input, named: valuesNamed(fields, values, settings) }
  for (const name of Object.keys(input))
    if (!Object.hasOwn(fields, name)) errors[name] = [fieldErrors.unknown]
  for (const [name, field] of Object.entries(fields)) {
    const coerced = coerce(field, input[name] ?? field.default ?? null, today)
    if ('problem' in coerced) {
      errors[name] = [coerced.problem]
      continue
    }
    const checked = checkField(field, coerced.value, context)
    values[name] = checked.value
    if (checked.errors.length > 0) errors[name] = checked.errors
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return values
}
