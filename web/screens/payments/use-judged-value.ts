import { useEffect, useState } from 'react'
import { api, isTimedOut, type FieldErrors } from '../../api/client.ts'
import type { Values } from '../../fields/index.ts'
import { isEmptyValue } from '../../resource/form/changes.ts'
import { typingPause } from '../../resource/form/validation.ts'

/**
 * What the server says of a field of a payment as it is written, once the typing pauses, and of the values `beside` with which it is
 * judged: by field, nothing without a problem.
 */
export function useJudgedValue(
  name: string,
  written: unknown,
  beside: Values = alone,
): Readonly<Record<string, string | undefined>> {
  const [judged, setJudged] = useState<{ written: unknown; about: string; found: FieldErrors }>()
  const about = JSON.stringify(beside)
  useEffect(() => {
    if (isEmptyValue(written)) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const values = { ...(JSON.parse(about) as Values), [name]: written }
      api.validate('payments', values, controller.signal).then(
        (found) => !isTimedOut(found) && setJudged({ written, about, found }),
        // Registering says what is wrong all the same.
        () => undefined,
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [name, written, about])
  if (judged?.about !== about || !Object.is(judged.written, written)) return {}
  return Object.fromEntries(
    [name, ...Object.keys(beside)].map((field) => [field, judged.found[field]?.join(' ')]),
  )
}

const alone: Values = {}
