import { ApiError, api, isApiError, isTimedOut } from '../../api/client.ts'
import type { Values } from '../../fields/index.ts'
import type { ChosenRecords } from './selection-bar.tsx'

export interface BulkActionRequest {
  /** Name of the task. */
  title: string
  resource: string
  action: string
  input: Values
}

/**
 * Starts an action on the chosen records. Returns the id of the task; throws field errors under the names of
 * the action's fields.
 */
export async function startBulkAction(request: BulkActionRequest, chosen: ChosenRecords): Promise<string> {
  const audience = chosen.query ? { query: chosen.query } : { ids: await chosen.ids() }
  return startTask({ ...request, audience })
}

/** Creates a `bulkActions` record. Returns its id. */
export async function startTask(task: object): Promise<string> {
  try {
    const created = await api.create('bulkActions', task)
    if (isTimedOut(created)) throw new ApiError(0, 'O servidor não respondeu a tempo. Tente outra vez.')
    return created._id
  } catch (error) {
    throw isApiError(error) && error.errors ? withFieldsOfInput(error, error.errors) : error
  }
}

/** The server names fields of the input as `input.<field>`. */
function withFieldsOfInput({ status, message }: ApiError, errors: Record<string, string[]>): ApiError {
  const ofInput = Object.entries(errors).map(
    ([name, messages]) => [name.replace(/^input\./, ''), messages] as const,
  )
  return new ApiError(status, message, { errors: Object.fromEntries(ofInput) })
}
