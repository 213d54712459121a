import { ApiError } from '../errors.ts'
import type { BulkTask, FieldMessages, Hooks, WriteContext } from '../rest/modules.ts'
import { constraintOf } from '../rest/scope.ts'
import { findTask } from './find-task.ts'

/** A new bulk action is validated like the action itself, and processed in the background. */
export const bulkActionHooks: Hooks = {
  async validate(context) {
    const { engine, merged, caller } = context
    const task = findTask(engine, merged)
    if (!task) return { errors: { [missingField(context)]: ['Escolha um valor que exista.'] } }
    constraintOf(task.access(caller), caller)
    return { errors: problemsOf(task, context) }
  },
  async beforeSave({ engine, before, values, internal, merged, caller, address }) {
    if (before) return
    values['createdByName'] = caller.name
    Object.assign(internal, { asked_by: caller.id, address })
    if (merged['kind'] !== 'action')
      Object.assign(values, { resource: findTask(engine, merged)?.resource, action: null })
  },
  async afterSave({ db, world, id, before }) {
    if (!before) await world.jobs.add(db, 'bulkActions', [{ data: { id } }])
  },
}

function missingField({ engine, merged }: WriteContext): string {
  if (merged['kind'] !== 'action') return 'kind'
  return engine.modules.has(String(merged['resource'])) ? 'action' : 'resource'
}

/** The errors of the chosen records, and those of the action's fields as `input.<field>`. */
function problemsOf(
  task: BulkTask,
  { engine, merged, caller, today, settings }: WriteContext,
): FieldMessages {
  const { audience } = merged
  let input: unknown
  const inputErrors = errorsIn(() => (input = task.readInput(inputOf(merged), { today, settings })))
  if (Object.keys(inputErrors).length > 0)
    return Object.fromEntries(
      Object.entries(inputErrors).map(([name, messages]) => [`input.${name}`, messages]),
    )
  return errorsIn(() => task.records({ engine, audience, input, caller, today, settings }))
}

function inputOf({ input }: Record<string, unknown>): Record<string, unknown> {
  return (input ?? {}) as Record<string, unknown>
}

function errorsIn(read: () => unknown): FieldMessages {
  try {
    read()
    return {}
  } catch (error) {
    if (error instanceof ApiError && error.errors) return error.errors
    throw error
  }
}
