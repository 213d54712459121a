import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { isTimedOut, type FieldErrors } from '../../api/client.ts'
import { prepareBody } from '../../api/prepare-body.ts'
import { send } from '../../api/send.ts'
import type { Values } from '../../fields/index.ts'

export interface Findings {
  errors: FieldErrors
  /** Said softly: they stop nothing. */
  warnings: FieldErrors
}

/** What the server thinks of a record as it stands; nothing is written. Undefined when it did not answer in time. */
export async function validateRecord(
  resource: string,
  values: Values,
  fields: FieldMap,
  signal: AbortSignal,
): Promise<Findings | undefined> {
  const body = prepareBody(writableValues(values, fields), fields)
  const answer = await send({ method: 'POST', path: `${resourcePath(resource)}/validate`, body, signal })
  if (isTimedOut(answer)) return undefined
  const { errors = {}, warnings = {} } = answer.body as Partial<Findings>
  return { errors, warnings }
}

/**
 * The values that a form may write, and what says which record they are of. In the order of the form, not of the typing:
 * what says the same is the same write.
 */
export function writableValues(values: Values, fields: FieldMap): Record<string, unknown> {
  const names = Object.keys(fields).filter((name) => !fields[name]?.readOnly)
  const written = ['_id', ...names].filter((name) => values[name] !== undefined)
  return Object.fromEntries(written.map((name) => [name, values[name]]))
}
