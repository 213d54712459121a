import { useState } from 'react'
import { errorText } from '../api/api-error.ts'
import { toastError } from './toast-error.ts'

/** Does what a button asks for; shows a failure, and returns undefined. */
export async function attempt<Result>(
  work: () => Promise<Result>,
  unexpected?: string,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    toastError(error, unexpected)
    return undefined
  }
}

/** `attempt`, and whether it is under way. `isForm`: a form shows the problem itself. */
export function useAttempt(unexpected?: string, { isForm = false } = {}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  return {
    busy,
    problem,
    setProblem,
    async attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
      setBusy(true)
      setProblem(undefined)
      try {
        return await work()
      } catch (error) {
        if (isForm) setProblem(errorText(error, unexpected))
        else toastError(error, unexpected)
        return undefined
      } finally {
        setBusy(false)
      }
    },
  }
}
