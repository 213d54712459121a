import { useCallback, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { hasOwnSign, isApiError, type ApiError } from '../../api/api-error.ts'
import { logIn } from './log-in.ts'
import { waitingTime } from './waiting-time.ts'

/** Why nobody is logged in: the link is spent, or it was not known and may be tried again. */
type Outcome = { kind: 'spent' } | { kind: 'unknown'; message?: string | undefined }

/** Logs in with the code of the address, at once and whenever it is tried again. Without an outcome it is under way. */
export function useRecovery(): { outcome: Outcome | undefined; retry: () => void } {
  const { recoverCode = '' } = useParams()
  const [outcome, setOutcome] = useState<Outcome>()
  const used = useRef<string>(undefined)
  const enter = useCallback(() => {
    logIn({ recover_code: recoverCode })
      .then((entered) => !entered && setOutcome({ kind: 'unknown' }))
      .catch((error: unknown) => {
        if (!isApiError(error)) throw error
        setOutcome(outcomeOf(error))
      })
  }, [recoverCode])
  useEffect(() => {
    if (used.current === recoverCode) return
    used.current = recoverCode
    enter()
  }, [recoverCode, enter])
  const retry = () => {
    setOutcome(undefined)
    enter()
  }
  return { outcome, retry }
}

/** Only the server's word makes a link a spent one. */
function outcomeOf(error: ApiError): Outcome {
  if (error.status === 403) return { kind: 'spent' }
  if (error.status === 429)
    return {
      kind: 'unknown',
      message: `Demasiados pedidos. Tente novamente ${waitingTime(error.retryAfter)}.`,
    }
  return { kind: 'unknown', message: hasOwnSign(error) ? undefined : error.message }
}
