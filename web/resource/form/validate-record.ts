import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { isTimedOut, type FieldErrors } from '../../api/client.ts'
import { prepareBody } from '../../api/record-body.ts'
import { send } from '../../api/send.ts'
import type { Values } from '../../fields/index.ts'

export interface Findings {
  errors: FieldErrors
  /** Warnings do not prevent saving. */
  warnings: FieldErrors
}

/** Validates a record on the server without saving it. Undefined on timeout. */
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
 * The writable values and the id, in field order and not in typing order, so that equal records have equal
 * bodies and idempotency keys.
 */
export function writableValues(values: Values, fields: FieldMap): Record<string, unknown> {
  const names = Object.keys(fields).filter((name) => !fields[name]?.readOnly)
  const writableNames = ['_id', ...names].filter((name) => values[name] !== undefined)
  return Object.fromEntries(writableNames.map((name) => [name, values[name]]))
}
