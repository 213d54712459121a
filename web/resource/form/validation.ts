import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import { type Dispatch, useEffect } from 'react'
import { isTimedOut } from '../../api/client.ts'
import { prepareBody } from '../../api/record-body.ts'
import { send } from '../../api/send.ts'
import type { Values } from '../../fields/index.ts'
import type { Findings, FormEvent } from './form-state.ts'

/** Debounce of the validation, in milliseconds. */
export const typingPause = 300

interface Validation {
  resource: string
  fields: FieldMap
  values: Values
  isActive: boolean
  dispatch: Dispatch<FormEvent>
}

/** Validates on the server, debounced; a newer request aborts the older one. */
export function useValidation({ resource, fields, values, isActive, dispatch }: Validation): void {
  useEffect(() => {
    if (!isActive) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      validateRecord(resource, values, fields, controller.signal).then(
        (findings) => findings && dispatch({ type: 'judged', findings }),
        // Ignored: saving validates anyway.
        () => undefined,
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [resource, fields, values, isActive, dispatch])
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
