import { Button, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { CommandButton } from '../../ui/command-button.tsx'
import { EndOtherSessions, OwnPassword, endsOtherSessions } from './own-password.tsx'
import classes from './security.module.css'

interface Secret {
  secret: string
  uri: string
  qr: { size: number; path: string }
}

/** Sets up an authenticator app: password, QR code and first code, recovery codes. */
export function AppSetup({ onDone }: { onDone: () => void }) {
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (secret) return <FirstCode secret={secret} onCodes={setCodes} />
  return (
    <OwnPassword
      label="Continuar"
      onPassword={async (password) => {
        const answer = await api.post<{ data: Secret }>('auth/two_steps/begin', { password })
        if (!isTimedOut(answer)) setSecret(answer.data)
      }}
    >
      Vai precisar de uma aplicação de autenticação no telemóvel, como o Google Authenticator, o Microsoft
      Authenticator ou o Aegis.
    </OwnPassword>
  )
}

function FirstCode({ secret, onCodes }: { secret: Secret; onCodes: (codes: string[]) => void }) {
  const { qr } = secret
  const { form, busy, errorOf, message, onSubmit } = useSubmit(async (values) => {
    const answer = await api.post<{ data: { recoveryCodes: string[] } }>('auth/two_steps/confirm', {
      code: values.code ?? '',
      ...endsOtherSessions(values),
    })
    if (!isTimedOut(answer)) onCodes(answer.data.recoveryCodes)
  })
  return (
    <form ref={form} className={classes.steps} onSubmit={onSubmit} noValidate>
      <p>Leia este código com a aplicação de autenticação, e escreva o número que ela mostra.</p>
      <svg className={classes.qr} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="Código QR">
        <path d={qr.path} />
      </svg>
      <CopyField label="Ou escreva esta chave na aplicação" text={secret.secret} />
      <CodeInput label="Código de 6 algarismos" error={errorOf('code')} />
      <EndOtherSessions isChosen />
      <FormMessage>{message}</FormMessage>
      <Button type="submit" loading={busy}>
        Ativar
      </Button>
    </form>
  )
}

/** Input of a code of the second step. */
export function CodeInput({ label, error }: { label: string; error: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      ref={input}
      name="code"
      label={label}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
      required
      withAsterisk={false}
    />
  )
}

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <div className={classes.steps}>
      <p>
        Se perder o telemóvel, cada um destes códigos serve uma vez para entrar.{' '}
        <strong>Guarde-os agora</strong>: não voltam a ser mostrados.
      </p>
      <ul className={classes.codes} aria-label="Códigos de recuperação">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CommandButton
          icon={IconDownload}
          label="Transferir"
          onClick={() =>
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'codigos-de-recuperacao.txt')
          }
        />
        <Button onClick={onDone}>Já os guardei</Button>
      </div>
    </div>
  )
}
