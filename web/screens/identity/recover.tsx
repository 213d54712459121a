import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, isShownGlobally, isApiError } from '../../api/api-error.ts'
import { readSession } from '../../api/tokens.ts'
import { linkPath, loginPath, profilePath } from '../../paths/account.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { LoadingText } from '../../ui/busy-indicators.tsx'
import { toast } from '../../ui/toasts.tsx'
import stack from '../../ui/form-stack.module.css'
import { AppLink } from '../../ui/app-link.tsx'
import { type Navigate, useNavigate, useParams } from '../../ui/router.tsx'
import { IdentityFrame } from './identity-frame.tsx'
import { SecondStep } from './second-step.tsx'
import { logIn, useLoginRedirect } from './session.ts'
import { waitingTime } from './waiting-time.ts'

/** The page that the emailed link opens: its one-time code logs in. */
export default function Recover() {
  const { isEntered, outcome, retry, enterCode } = useRecovery()
  const navigate = useNavigate()
  // An existing session may be another user's, so does not redirect before the link has logged in or is spent.
  useLoginRedirect(isEntered || outcome?.kind === 'spent')
  if (outcome?.kind === 'spent') return <Spent />
  if (outcome?.kind === 'code')
    return (
      <IdentityFrame
        key="second"
        title="Segundo passo"
        subtitle="Escreva o código da aplicação de autenticação."
      >
        <SecondStep onCode={enterCode} onBack={() => navigate(loginPath)} />
      </IdentityFrame>
    )
  return (
    <IdentityFrame
      title="Entrar por ligação"
      subtitle={
        outcome ? (
          'Use «Tentar novamente» para entrar com a mesma ligação.'
        ) : (
          <LoadingText>A entrar</LoadingText>
        )
      }
    >
      {outcome && (
        <div className={stack.stack}>
          <FormMessage>{outcome.message}</FormMessage>
          <Button size="md" fullWidth onClick={retry}>
            Tentar novamente
          </Button>
        </div>
      )}
    </IdentityFrame>
  )
}

function Spent() {
  return (
    <IdentityFrame
      title="A ligação já não é válida"
      subtitle="Cada ligação serve uma só vez, e durante o tempo que a mensagem indica. Peça outra para entrar."
    >
      <div className={stack.stack}>
        <Button component={AppLink} to={linkPath} size="md" fullWidth>
          Pedir nova ligação
        </Button>
      </div>
    </IdentityFrame>
  )
}

/** Why the login failed: `spent` if the link is no longer valid, `code` if it needs a second step, `unknown` if a retry may succeed. */
type Outcome = { kind: 'spent' } | { kind: 'code' } | { kind: 'unknown'; message?: string | undefined }

interface Recovery {
  isEntered: boolean
  /** Undefined while the request is in progress, and after a login. */
  outcome: Outcome | undefined
  retry: () => void
  /** Logs in with the code of the second step. Throws `ApiError`. */
  enterCode: (code: string) => Promise<void>
}

/** Logs in with the code in the address, at once and on `retry`. */
function useRecovery(): Recovery {
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
  const enterCode = async (code: string) => {
    try {
      const entered = await logIn({ recover_code: recoverCode, code })
      setEntered(entered)
      if (entered) offerPassword(navigate)
    } catch (error) {
      if (!isApiError(error) || error.status !== 403 || error.code === 'codeRequired') throw error
      setOutcome(outcomeOf(error))
    }
  }
  return { isEntered, outcome, retry, enterCode }
}

/** Offers to set a new password, which for 15 minutes does not require the old one. */
function offerPassword(navigate: Navigate): void {
  const id = readSession()?.id
  if (id === undefined) return
  const setPassword = { label: 'Definir nova palavra-passe', run: () => navigate(profilePath(id)) }
  toast('Entrou por ligação.', { tone: 'info', duration: 15_000, actions: [setPassword] })
}

/** Status 403 means that the link is spent, unless its code says otherwise. */
function outcomeOf(error: ApiError): Outcome {
  if (error.code === 'codeRequired') return { kind: 'code' }
  if (error.code === 'passkeyRequired') return { kind: 'unknown', message: error.message }
  if (error.status === 403) return { kind: 'spent' }
  if (error.status === 429)
    return {
      kind: 'unknown',
      message: `Demasiados pedidos. Tente novamente ${waitingTime(error.retryAfter)}.`,
    }
  return { kind: 'unknown', message: isShownGlobally(error) ? undefined : error.message }
}
