import { useEffect, useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { isEmptyValue } from '../../resource/form/changes.ts'
import { typingPause } from '../../resource/form/use-validation.ts'

/** What the server says of a field of a payment as it is written, once the typing pauses; undefined without a problem. */
export function useJudgedValue(name: string, written: unknown): string | undefined {
  const [judged, setJudged] = useState<{ written: unknown; problem: string | undefined }>()
  useEffect(() => {
    if (isEmptyValue(written)) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      api.validate('payments', { [name]: written }, controller.signal).then(
        (found) => !isTimedOut(found) && setJudged({ written, problem: found[name]?.join(' ') }),
        // Registering says what is wrong all the same.
        () => undefined,
      )
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [name, written])
  return judged !== undefined && Object.is(judged.written, written) ? judged.problem : undefined
}
