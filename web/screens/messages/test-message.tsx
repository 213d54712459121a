import { useState, type FormEvent } from 'react'
import { Button, TextInput } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import classes from './test-message.module.css'

interface TestMessageProps {
  channel: 'email' | 'sms'
  /** What was written and is not saved takes no part in the test. */
  isUnsaved: boolean
}

interface Found {
  outcome: 'sent' | 'failed' | 'held'
  /** The words of the server at the other end. */
  detail: string | null
}

/** Sends a message now, and tells what the server at the other end said of it. */
export function TestMessage({ channel, isUnsaved }: TestMessageProps) {
  const [to, setTo] = useState('')
  const { found, error, busy, send } = useTest(channel)
  const isEmail = channel === 'email'
  return (
    <section className={classes.test} aria-labelledby="teste">
      <h2 id="teste">Enviar uma mensagem de teste</h2>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send(to)
        }}
      >
        <TextInput
          label={isEmail ? 'Email de destino' : 'Telemóvel de destino'}
          description={isEmail ? 'Vazio: o seu email.' : undefined}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          type={isEmail ? 'email' : 'tel'}
          autoComplete="off"
          value={to}
          error={error}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={busy}
          leftSection={<IconSend size="1.125rem" stroke={1.5} />}
        >
          Enviar teste
        </Button>
      </form>
      {isUnsaved && <p className={classes.note}>O teste usa o que está guardado.</p>}
      <output>{found && <Outcome found={found} />}</output>
    </section>
  )
}

function useTest(channel: 'email' | 'sms') {
  const client = useQueryClient()
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send(to: string) {
    setBusy(true)
    setFound(undefined)
    setError(undefined)
    try {
      const answer = await api.post<{ data: Found }>('messages/test', { channel, ...(to.trim() && { to }) })
      setFound(isTimedOut(answer) ? noAnswer : answer.data)
      void client.invalidateQueries({ queryKey: keys.lists('messages') })
    } catch (refusal) {
      if (isApiError(refusal) && refusal.errors) setError(Object.values(refusal.errors).flat().join(' '))
      else if (isApiError(refusal)) setFound({ outcome: 'failed', detail: refusal.message })
      else throw refusal
    } finally {
      setBusy(false)
    }
  }

  return { found, error, busy, send }
}

const noAnswer: Found = {
  outcome: 'failed',
  detail: 'O servidor não respondeu a tempo. O que aconteceu está na lista das mensagens.',
}

function Outcome({ found }: { found: Found }) {
  const isSent = found.outcome === 'sent'
  const Icon = isSent ? IconCircleCheck : IconAlertCircle
  return (
    <div className={classes.outcome} data-tone={isSent ? 'green' : 'red'}>
      <Icon size="1.25rem" stroke={1.5} aria-hidden />
      <div>
        <strong>{isSent ? 'A mensagem de teste foi enviada.' : 'A mensagem de teste não saiu.'}</strong>
        {found.detail && <p>{found.detail}</p>}
      </div>
    </div>
  )
}
