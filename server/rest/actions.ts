import type { StoredOf } from '@agremia/resources/define-resource.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import type { AccessRule } from '@agremia/resources/access.ts'
import { allows } from '@agremia/resources/access.ts'
import { coerce } from '@agremia/resources/coerce.ts'
import type { Fields } from '@agremia/resources/fields.ts'
import type { Action, Condition } from '@agremia/resources/action.ts'
import { conditionsOf, refusalOf } from '@agremia/resources/action.ts'
import { checkField } from '@agremia/resources/validate.ts'
import { ApiError, conflict, forbidden, invalid } from '../errors.ts'
import { valuesNamed } from './check.ts'
import { changeFields, sourceValues } from './change-fields.ts'
import { asFieldError } from './database-errors.ts'
import type { ActionHandler, ActionPreview, Context, World } from './modules.ts'
import { planOf } from './modules.ts'
import type { Plan } from './plan.ts'
import { requireAccess } from './scope.ts'
import type { StoredValues, WireRecord } from './find-record.ts'
import { findForWriting } from './write.ts'
import type { FieldMessages } from '../errors.ts'

/** An action of a resource with its handler. */
export interface KnownAction {
  plan: Plan
  name: string
  access: AccessRule
  /** The checks of the record's state. */
  conditions: readonly Condition[]
  /** Undefined when the action has no input. */
  fields: Fields | undefined
  /** For one record at a time. */
  isSingle: boolean
  handler: ActionHandler
  preview: ActionPreview | undefined
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
export function findAction(world: World, resource: string, name: string): KnownAction | undefined {
  const module = world.modules.get(resource)
  const actions = module?.definition.actions ?? {}
  if (!module || !Object.hasOwn(actions, name)) return undefined
  const action = actions[name]
  const handler =
    (module.actions as Record<string, ActionHandler> | undefined)?.[name] ?? (action && handlerOf(action))
  if (!handler || !action) throw new Error(`${resource}.${name}: an action needs its handler`)
  const preview = (module.previews as Record<string, ActionPreview> | undefined)?.[name]
  if ((action.preview === true) !== (preview !== undefined))
    throw new Error(`${resource}.${name}: a preview is declared and in the area`)
  return {
    plan: planOf(world, resource),
    name,
    access: action.access,
    conditions: conditionsOf(action),
    fields: action.fields,
    isSingle: action.many === false,
    handler,
    preview,
  }
}

/** An action that is known to exist. */
export function actionOf(world: World, resource: string, name: string): KnownAction {
  const action = findAction(world, resource, name)
  if (!action) throw new Error(`no action ${resource}.${name}`)
  return action
}

/**
 * Performs an action on one record in the caller's transaction: access, row locks, input, handler. Returns the handler's result.
 * Throws 401, 403, 404, 409 when the record's state no longer allows it, 422 by field, or the handler's own error.
 */
export async function performAction(
  writing: Context,
  action: KnownAction,
  { id, input }: { id: string; input: Record<string, unknown> },
): Promise<unknown> {
  const { plan, name, fields, handler } = action
  const record = await findForAction(writing, action, id)
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

/** The locked record. Throws 401, 403, 404, and 409 when its state does not allow the action. */
async function findForAction(
  writing: Context,
  { plan, access, conditions }: KnownAction,
  id: string,
): Promise<WireRecord> {
  const decision = access(writing.caller)
  requireAccess(decision, writing.caller)
  const record = await findForWriting(writing, plan, id, 'read')
  if (!allows(decision, record)) throw forbidden()
  const refusal = refusalOf(conditions, record)
  if (refusal !== undefined) throw conflict(refusal)
  return record
}

/** Why an action is refused, or what it does besides what its question says. */
export interface PreviewedAction {
  refusal: string | null
  consequences: string[]
}

/** States the consequences of an action, in a transaction that the caller rolls back. Throws 401, 403 and 404. */
export async function previewAction(
  writing: Context,
  action: KnownAction,
  id: string,
): Promise<PreviewedAction> {
  const { plan, name, handler, preview } = action
  if (!preview) throw new Error(`${name} has no preview`)
  try {
    const record = await findForAction(writing, action, id)
    const call = { ...writing, plan, action: name, record, input: {} }
    return { refusal: null, consequences: await preview(call, async () => handler(call)) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    return { refusal: error.message, consequences: [] }
  }
}

/** Coerces and validates an action's input like the fields of a new record. Throws 422 by field. */
export function readActionInput<F extends Fields>(
  fields: F,
  input: Record<string, unknown>,
  { today, settings }: Pick<Context, 'today' | 'settings'>,
): StoredOf<F> {
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
  return values as StoredOf<F>
}
