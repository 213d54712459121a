import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { type Answer, api, type ApiRecord, dataOf, isTimedOut, type RecordFor } from '../../api/client.ts'
import type { Values } from '../../fields/index.ts'

/** Address of an action on a record. */
function actionPath(resource: string, id: string, action: string): string {
  return `${recordPath(resource, id)}/${toSnakeCase(action)}`
}

/** Usually the changed record; an action that declares another answer is run with that type. */
export type ActionAnswer<Name extends string> = RecordFor<Name> & Pick<ApiRecord, '_warning'>

/**
 * Runs an action on one record; the idempotency key prevents a second run. Returns the answer; undefined on timeout.
 */
export async function runAction<Name extends string, Body extends object = ActionAnswer<Name>>(
  resource: Name,
  id: string,
  action: string,
  input: Values,
  key?: string,
): Promise<Body | undefined> {
  const answer = await api.act<Answer<Body>>(actionPath(resource, id, action), input, key)
  return isTimedOut(answer) ? undefined : dataOf(answer)
}

/** Why an action is refused, or what it does besides what its question says. */
export interface PreviewedAction {
  refusal: string | null
  consequences: string[]
}

/** The consequences of an action; undefined on timeout. */
export async function previewAction(
  resource: string,
  id: string,
  action: string,
): Promise<PreviewedAction | undefined> {
  const answer = await api.post<{ data: PreviewedAction }>(`${actionPath(resource, id, action)}/preview`, {})
  return isTimedOut(answer) ? undefined : answer.data
}
