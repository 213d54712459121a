import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, type NavigateFunction } from 'react-router'
import { hasOwnSign, isApiError, type ApiError } from '../../api/api-error.ts'
import { readSession } from '../../api/tokens.ts'
import { toast } from '../../ui/toast.ts'
import { profilePath } from '../../paths/account.ts'
import { logIn } from './log-in.ts'
import { waitingTime } from './waiting-time.ts'

/** Why nobody is logged in: the link is spent, or it was not known and may be tried again. */
type Outcome = { kind: 'spent' } | { kind: 'unknown'; message?: string | undefined }

interface Recovery {
  /** Whoever has the link is in. */
  isEntered: boolean
  /** Neither in nor with an outcome, it is under way. */
  outcome: Outcome | undefined
  retry: () => void
}

/** Logs in with the code of the address, at once and whenever it is tried again. */
export function useRecovery(): Recovery {
  const { recoverCode = '' } = useParams()
  const navigate = useNavigate()
  const [isEntered, setEntered] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const used = useRef<string>(undefined)
  const enter = useCallback(() => {
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
    if (used.current === recoverCode) return
    used.current = recoverCode
    enter()
  }, [recoverCode, enter])
  const retry = () => {
    setOutcome(undefined)
    enter()
  }
  return { isEntered, outcome, retry }
}

/** Whoever asked for a link may have forgotten the password: for some minutes, another is made without it. */
function offerPassword(navigate: NavigateFunction): void {
  const id = readSession()?.id
  if (id === undefined) return
  const choose = { label: 'Definir nova palavra-passe', run: () => void navigate(profilePath(id)) }
  toast('Entrou por ligação.', { tone: 'info', duration: 15_000, actions: [choose] })
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
