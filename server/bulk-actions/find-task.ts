import type { BulkKind } from '@agremia/resources/definitions/bulk-actions.ts'
import { findAction, performAction, readActionInput } from '../rest/actions.ts'
import type { KnownAction } from '../rest/actions.ts'
import { labelledRecords } from '../rest/chosen-records.ts'
import type { BulkTask, Engine } from '../rest/modules.ts'
import { sql } from '../database/sql.ts'

/** The task of a bulk action, by the fields of its record; undefined when the action or task does not exist. */
export function findTask(engine: Engine, record: object): BulkTask | undefined {
  const { kind, resource, action } = record as { kind?: unknown; resource?: unknown; action?: unknown }
  if (kind !== 'action')
    return engine.areas.map(({ bulkTasks }) => bulkTasks?.[kind as BulkKind]).find((task) => task)
  const found = findAction(engine, String(resource), String(action))
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
    records: ({ engine, audience, caller, today }) =>
      sql`SELECT *, NULL::text AS reason, NULL::jsonb AS data
          FROM (${labelledRecords(engine, resource, audience, { caller, today })}) chosen`,
    async perform(writing, { id }, input) {
      await performAction(writing, action, { id, input })
      return { outcome: 'done' }
    },
  }
}
