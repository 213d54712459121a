import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconClockExclamation } from '@tabler/icons-react'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { ErrorState } from '../../ui/message-state.tsx'
import { LoadingText } from '../../ui/busy-indicators.tsx'
import { useParams } from '../../ui/router.tsx'
import { ApplyFrame, NoticeIcon } from './apply-frame.tsx'
import classes from './apply-notice.module.css'

type Outcome = 'confirmed' | 'already' | 'expired' | 'failed'

/** The page that the confirmation email links to: confirms the email of an application. */
export default function ConfirmEmail() {
  const { verificationCode = '' } = useParams()
  const { outcome, retry } = useConfirmation(verificationCode)
  if (outcome === undefined) {
    return (
      <ApplyFrame title="Confirmar o email">
        <div className={classes.notice}>
          <LoadingText>A confirmar</LoadingText>
        </div>
      </ApplyFrame>
    )
  }
  if (outcome === 'failed') {
    return (
      <ApplyFrame title="Confirmar o email">
        <div className={classes.notice}>
          <ErrorState title="Não foi possível confirmar" onRetry={retry} />
        </div>
      </ApplyFrame>
    )
  }
  return outcome === 'expired' ? <Expired code={verificationCode} /> : <Confirmed outcome={outcome} />
}

function Confirmed({ outcome }: { outcome: 'confirmed' | 'already' }) {
  return (
    <ApplyFrame title={outcome === 'confirmed' ? 'Email confirmado' : 'O email já estava confirmado'}>
      <div className={classes.notice}>
        <NoticeIcon icon={IconCircleCheck} tone="green" />
        <p>
          {outcome === 'confirmed'
            ? 'Obrigado. A candidatura seguiu para a secretaria, e a resposta chega-lhe por email.'
            : 'Não precisa de fazer mais nada. A candidatura está na secretaria, e a resposta chega-lhe por email.'}
        </p>
        <p className={classes.small}>Pode fechar esta página.</p>
      </div>
    </ApplyFrame>
  )
}

/** Shown for expired and for unknown codes alike. */
function Expired({ code }: { code: string }) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | 'failed'>('idle')
  async function sendAnother() {
    setState('sending')
    const sent = await api
      .post('member_applications/resendVerification', { verificationCode: code })
      .then((answer) => !isTimedOut(answer))
      .catch((error: unknown) => {
        if (!isApiError(error)) throw error
        return false
      })
    setState(sent ? 'sent' : 'failed')
  }
  return (
    <ApplyFrame title="A ligação já não é válida">
      <div className={classes.notice}>
        <NoticeIcon icon={IconClockExclamation} tone="amber" />
        <p>
          Cada ligação serve durante poucos dias. Se a candidatura ainda espera por si, enviamos-lhe outra.
        </p>
        {state !== 'sent' && (
          <Button size="md" loading={state === 'sending'} onClick={() => void sendAnother()}>
            Enviar de novo
          </Button>
        )}
        <output className={classes.small}>
          {state === 'sent' &&
            'Se houver o que confirmar, a mensagem com nova ligação chega dentro de minutos.'}
          {state === 'failed' && 'Não foi possível pedir nova ligação. Tente novamente dentro de momentos.'}
        </output>
      </div>
    </ApplyFrame>
  )
}

/** Sends one request per code and attempt, however often the effect runs. */
function useConfirmation(code: string): { outcome: Outcome | undefined; retry: () => void } {
  const [outcome, setOutcome] = useState<Outcome>()
  const [attempt, setAttempt] = useState(0)
  const lastRequest = useRef<string>(undefined)
  useEffect(() => {
    const name = `${code} ${attempt}`
    if (lastRequest.current === name) return
    lastRequest.current = name
    api
      .post<{ data: { status: Outcome } }>('member_applications/verifyEmail', { verificationCode: code })
      .then((answer) => setOutcome(isTimedOut(answer) ? 'failed' : answer.data.status))
      .catch((error: unknown) => {
        if (!isApiError(error)) throw error
        setOutcome('failed')
      })
  }, [code, attempt])
  const retry = () => {
    setOutcome(undefined)
    setAttempt(attempt + 1)
  }
  return { outcome, retry }
}
