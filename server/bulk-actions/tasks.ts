import type { BulkKind, bulkActions } from '@agremia/resources/definitions/bulk-actions.ts'
import { sql } from '../database/sql.ts'
import { ApiError } from '../errors.ts'
import { heldText } from '../held-messages.ts'
import type { KnownAction } from '../rest/actions.ts'
import { findAction, performAction, readActionInput } from '../rest/actions.ts'
import { labelledRecords } from '../rest/chosen-records.ts'
import type { BulkTask, HookContext, Hooks, World } from '../rest/modules.ts'
import { requireAccess } from '../rest/scope.ts'
import type { FieldMessages } from '../errors.ts'

/** The task of a bulk action, by the fields of its record; undefined when the action or task does not exist. */
export function findTask(world: World, record: object): BulkTask | undefined {
  const { kind, resource, action } = record as { kind?: unknown; resource?: unknown; action?: unknown }
  if (kind !== 'action')
    return world.areas.map(({ bulkTasks }) => bulkTasks?.[kind as BulkKind]).find((task) => task)
  const found = findAction(world, String(resource), String(action))
  return found && taskOf(found)
}

/** A task that performs an action of a resource on each chosen record, as a single request would. */
function taskOf(action: KnownAction): BulkTask<Record<string, unknown>> {
  const resource = action.plan.definition.name
  return {
    resource,
    access: action.access,
    readInput(input, context) {
      readActionInput(action.fields ?? {}, input, context)
      return input
    },
    records: ({ world, audience, caller, today }) =>
      sql`SELECT record_id, label, place, refusal AS reason, NULL::jsonb AS data
          FROM (${labelledRecords(world, resource, audience, { caller, today, conditions: action.conditions })}) chosen`,
    async perform(writing, { id }, input) {
      await performAction(writing, action, { id, input })
      const reason = heldText(writing.db)
      return reason === undefined ? { outcome: 'done' } : { outcome: 'held', reason }
    },
  }
}

/** A new bulk action is validated like the action itself, and processed in the background. */
export const bulkActionHooks: Hooks<typeof bulkActions> = {
  async validate(context) {
    const { world, merged, caller } = context
    const task = findTask(world, merged)
    const { resource, action } = merged
    if (merged.kind === 'action' && findAction(world, String(resource), String(action))?.isSingle)
      return { errors: { action: [onlyOne] } }
    if (!task) return { errors: { [missingField(context)]: ['Escolha um valor que exista.'] } }
    requireAccess(task.access(caller), caller)
    return { errors: problemsOf(task, context) }
  },
  async beforeSave({ world, before, merged, set, caller, address }) {
    if (before) return
    set({ createdByName: caller.name }, { asked_by: caller.id, address })
    if (merged.kind !== 'action') set({ resource: findTask(world, merged)?.resource, action: null })
  },
  async afterSave({ db, world, id, before }) {
    if (!before) await world.jobs.add(db, 'bulkActions', [{ data: { id } }])
  },
}

const onlyOne = 'Esta ação faz-se a um registo de cada vez.'

function missingField({ world, merged }: HookContext<typeof bulkActions>): string {
  if (merged.kind !== 'action') return 'kind'
  return world.modules.has(String(merged.resource)) ? 'action' : 'resource'
}

/** The errors of the chosen records, and those of the action's fields as `input.<field>`. */
function problemsOf(
  task: BulkTask,
  { world, merged, caller, today, settings }: HookContext<typeof bulkActions>,
): FieldMessages {
  const { audience } = merged
  let input: unknown
  const inputErrors = errorsIn(() => (input = task.readInput(inputOf(merged), { today, settings })))
  if (Object.keys(inputErrors).length > 0)
    return Object.fromEntries(
      Object.entries(inputErrors).map(([name, messages]) => [`input.${name}`, messages]),
    )
  return errorsIn(() => task.records({ world, audience, input, caller, today, settings }))
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
