import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, type NavigateFunction } from 'react-router'
import { hasOwnSign, isApiError, type ApiError } from '../../api/api-error.ts'
import { readSession } from '../../api/tokens.ts'
import { toast } from '../../ui/toast.ts'
import { profilePath } from '../../paths/account.ts'
import { logIn } from './log-in.ts'
import { waitingTime } from './waiting-time.ts'

/** Why the login failed: `spent` if the link is no longer valid, `unknown` if a retry may succeed. */
type Outcome = { kind: 'spent' } | { kind: 'unknown'; message?: string | undefined }

interface Recovery {
  isEntered: boolean
  /** Undefined while the request is in progress, and after a login. */
  outcome: Outcome | undefined
  retry: () => void
}

/** Logs in with the code in the address, at once and on `retry`. */
export function useRecovery(): Recovery {
  const { recoverCode = '' } = useParams()
  const navigate = useNavigate()
  const [isEntered, setEntered] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const usedCode = useRef<string>(undefined)
  const logInWithCode = useCallback(() => {
    logIn({ recover_code: recoverCode })
      .then((entered) => {
        setEntered(entered)
        if (entered) offerPassword(navigate)
        else setOutcome({ kind: 'unknown' })
      })
      .catch((error: unknown) => {
        if (!isApiError(error)) throw error
        setOutcome(outcomeOf(error))
      })
  }, [recoverCode, navigate])
  useEffect(() => {
    if (usedCode.current === recoverCode) return
    usedCode.current = recoverCode
    logInWithCode()
  }, [recoverCode, logInWithCode])
  const retry = () => {
    setOutcome(undefined)
    logInWithCode()
  }
  return { isEntered, outcome, retry }
}

/** Offers to set a new password, which for 15 minutes does not require the old one. */
function offerPassword(navigate: NavigateFunction): void {
  const id = readSession()?.id
  if (id === undefined) return
  const setPassword = { label: 'Definir nova palavra-passe', run: () => void navigate(profilePath(id)) }
  toast('Entrou por ligação.', { tone: 'info', duration: 15_000, actions: [setPassword] })
}

/** Only status 403 means that the link is spent. */
function outcomeOf(error: ApiError): Outcome {
  if (error.status === 403) return { kind: 'spent' }
  if (error.status === 429)
    return {
      kind: 'unknown',
      message: `Demasiados pedidos. Tente novamente ${waitingTime(error.retryAfter)}.`,
    }
  return { kind: 'unknown', message: hasOwnSign(error) ? undefined : error.message }
}
