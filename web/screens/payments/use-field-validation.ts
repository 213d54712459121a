import { useEffect, useState } from 'react'
import { api, isTimedOut, type FieldErrors } from '../../api/client.ts'
import type { Values } from '../../fields/index.ts'
import { isEmptyValue } from '../../resource/form/changes.ts'
import { typingPause } from '../../resource/form/validation.ts'

/** Validates a field of a payment on the server, debounced, together with the values `related`. Returns messages by field. */
export function useFieldValidation(
  name: string,
  written: unknown,
  related: Values = noRelated,
): Readonly<Record<string, string | undefined>> {
  const [validated, setValidated] = useState<{ written: unknown; relatedJson: string; errors: FieldErrors }>()
  const relatedJson = JSON.stringify(related)
  useEffect(() => {
    if (isEmptyValue(written)) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const values = { ...(JSON.parse(relatedJson) as Values), [name]: written }
      api.validate('payments', values, controller.signal).then(
        (errors) => !isTimedOut(errors) && setValidated({ written, relatedJson, errors }),
        // Registering validates again.
        () => undefined,
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [name, written, relatedJson])
  if (validated?.relatedJson !== relatedJson || !Object.is(validated.written, written)) return {}
  return Object.fromEntries(
    [name, ...Object.keys(related)].map((field) => [field, validated.errors[field]?.join(' ')]),
  )
}

const noRelated: Values = {}
