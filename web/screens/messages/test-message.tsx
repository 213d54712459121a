import { useState, type FormEvent } from 'react'
import { Button, TextInput } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import classes from './test-message.module.css'

interface TestMessageProps {
  channel: 'email' | 'sms'
  /** Whether settings have unsaved changes, which the test does not use. */
  isUnsaved: boolean
}

interface TestResult {
  outcome: 'sent' | 'failed' | 'held'
  /** The answer of the remote server. */
  detail: string | null
}

/** Sends a test message and shows the answer of the remote server. */
export function TestMessage({ channel, isUnsaved }: TestMessageProps) {
  const [to, setTo] = useState('')
  const { result, error, busy, send } = useTest(channel)
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
      <output>{result && <Outcome result={result} />}</output>
    </section>
  )
}

function useTest(channel: 'email' | 'sms') {
  const client = useQueryClient()
  const [result, setResult] = useState<TestResult>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send(to: string) {
    setBusy(true)
    setResult(undefined)
    setError(undefined)
    try {
      const answer = await api.post<{ data: TestResult }>('messages/test', {
        channel,
        ...(to.trim() && { to }),
      })
      setResult(isTimedOut(answer) ? noAnswer : answer.data)
      void client.invalidateQueries({ queryKey: keys.lists('messages') })
    } catch (failure) {
      if (isApiError(failure) && failure.errors) setError(Object.values(failure.errors).flat().join(' '))
      else if (isApiError(failure)) setResult({ outcome: 'failed', detail: failure.message })
      else throw failure
    } finally {
      setBusy(false)
    }
  }

  return { result, error, busy, send }
}

const noAnswer: TestResult = {
  outcome: 'failed',
  detail: 'O servidor não respondeu a tempo. O que aconteceu está na lista das mensagens.',
}

function Outcome({ result }: { result: TestResult }) {
  const isSent = result.outcome === 'sent'
  const Icon = isSent ? IconCircleCheck : IconAlertCircle
  return (
    <div className={classes.outcome} data-tone={isSent ? 'green' : 'red'}>
      <Icon size="1.25rem" stroke={1.5} aria-hidden />
      <div>
        <strong>{isSent ? 'A mensagem de teste foi enviada.' : 'A mensagem de teste não saiu.'}</strong>
        {result.detail && <p>{result.detail}</p>}
      </div>
    </div>
  )
}
