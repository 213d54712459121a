import { type FormEvent, useState } from 'react'
import { TextInput } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { keys } from '../../api/queries.ts'
import { NoticeSettings } from './notice-settings.tsx'
import { MessageTexts } from './message-texts.tsx'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import testClasses from './test-message.module.css'
import { SettingsPage, SettingsPanel, type SettingsTab } from '../../resource/settings/settings-page.tsx'
import { CommandButton } from '../../ui/command-button.tsx'

/** Settings of messages: texts by event, payment notices, sending, email server and SMS provider. */
export default function MessageSettings() {
  return <SettingsPage title="Configuração de mensagens" tabs={tabs()} />
}

const sendingNames: SettingName[] = ['SendMessages', 'messagesPerMinute', 'messagesFooter']
const mailNames: SettingName[] = [
  'mailHost',
  'mailPort',
  'mailSecurity',
  'mailUser',
  'mailPassword',
  'mailFromName',
  'mailFrom',
  'mailReplyTo',
]
const smsNames: SettingName[] = [
  'smsUrl',
  'smsMethod',
  'smsToken',
  'smsBody',
  'smsSender',
  'smsPricePerPart',
  'smsRemoveAccents',
]

/** The servers have a test message. */
const tabs = (): SettingsTab[] => [
  { name: 'textos', label: 'Mensagens automáticas', panel: <MessageTexts /> },
  { name: 'avisos', label: 'Avisos de dívida', panel: <NoticeSettings /> },
  { name: 'envio', label: 'Envio', panel: <SettingsPanel names={sendingNames} /> },
  {
    name: 'email',
    label: 'Servidor de email',
    changes: 'mailHost',
    panel: (
      <SettingsPanel
        names={mailNames}
        purpose="O servidor por onde saem os emails. Quem trata do correio eletrónico da organização tem estes dados."
      >
        {(isUnsaved) => <TestMessage channel="email" isUnsaved={isUnsaved} />}
      </SettingsPanel>
    ),
  },
  {
    name: 'sms',
    label: 'SMS',
    changes: 'smsUrl',
    panel: (
      <SettingsPanel
        names={smsNames}
        purpose="O serviço por onde saem os SMS, e quanto custam. O fornecedor dá estes dados."
      >
        {(isUnsaved) => <TestMessage channel="sms" isUnsaved={isUnsaved} />}
      </SettingsPanel>
    ),
  },
]

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
function TestMessage({ channel, isUnsaved }: TestMessageProps) {
  const [to, setTo] = useState('')
  const { result, error, busy, send } = useTest(channel)
  const isEmail = channel === 'email'
  return (
    <section className={testClasses.test} aria-labelledby="teste">
      <h2 id="teste">Enviar uma mensagem de teste</h2>
      <form
        data-part
        noValidate
        className={testClasses.form}
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
        <CommandButton icon={IconSend} label="Enviar teste" type="submit" loading={busy} />
      </form>
      {isUnsaved && <p className="note">O teste usa o que está guardado.</p>}
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
    <div className={testClasses.outcome} data-tone={isSent ? 'green' : 'red'}>
      <Icon size="1.25rem" stroke={1.5} aria-hidden />
      <div>
        <strong>{isSent ? 'A mensagem de teste foi enviada.' : 'A mensagem de teste não saiu.'}</strong>
        {result.detail && <p>{result.detail}</p>}
      </div>
    </div>
  )
}
