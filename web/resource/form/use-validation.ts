import { useEffect, type Dispatch } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { Values } from '../../fields/index.ts'
import type { FormEvent } from './form-state.ts'
import { validateRecord } from './validate-record.ts'

/** Milliseconds without typing before what is written is judged. */
export const typingPause = 300

interface Validation {
  resource: string
  fields: FieldMap
  values: Values
  isActive: boolean
  dispatch: Dispatch<FormEvent>
}

/** Asks the server what it thinks whenever the typing pauses; a newer question takes the place of the older. */
export function useValidation({ resource, fields, values, isActive, dispatch }: Validation): void {
  useEffect(() => {
    if (!isActive) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      validateRecord(resource, values, fields, controller.signal).then(
        (findings) => findings && dispatch({ type: 'judged', findings }),
        // Saving says what is wrong all the same: without an answer now, nothing is shown.
        () => undefined,
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [resource, fields, values, isActive, dispatch])
}
