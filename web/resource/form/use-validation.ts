import { useEffect, type Dispatch } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { Values } from '../../fields/index.ts'
import type { FormEvent } from './form-state.ts'
import { validateRecord } from './validate-record.ts'

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
