import { Anchor, Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { type ApiError, isApiError } from '../../api/client.ts'
import { findFirstRun } from '../../api/first-run.ts'
import { useTerminology } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { linkPath } from '../../paths/account.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import stack from '../../ui/form-stack.module.css'
import { AppLink } from '../../ui/app-link.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { knowsPasskeys, signInWithPasskey } from '../security/index.ts'
import { EmailField, IdentityFrame } from './identity-frame.tsx'
import { SecondStep } from './second-step.tsx'
import { beginSession, logIn, useLoginRedirect } from './session.ts'
import { waitingTime } from './waiting-time.ts'

export default function Login() {
  const { name } = useTerminology()
  // Set while the second step is asked for; the password is not typed twice.
  const [first, setFirst] = useState<{ email: string; password: string }>()
  useLoginRedirect()
  return first ? (
    <IdentityFrame
      key="second"
      title="Segundo passo"
      subtitle="Escreva o código da aplicação de autenticação."
    >
      <SecondStep onCode={(code) => logIn({ ...first, code })} onBack={() => setFirst(undefined)} />
    </IdentityFrame>
  ) : (
    <IdentityFrame title={name} subtitle="Entre na área da secretaria">
      <LoginForm onCodeRequired={setFirst} />
      {knowsPasskeys() && <PasskeyLogin />}
      <Anchor component={AppLink} to={linkPath} fz="sm" fw={600} ta="center" mt="md">
        Esqueci-me da palavra-passe
      </Anchor>
    </IdentityFrame>
  )
}

interface LoginFormProps {
  onCodeRequired: (first: { email: string; password: string }) => void
}

function LoginForm({ onCodeRequired }: LoginFormProps) {
  const { form, busy, errorOf, message, onSubmit } = useSubmit(async ({ email = '', password = '' }) => {
    const first = { email: email.trim(), password }
    try {
      await logIn(first)
    } catch (error) {
      if (!isApiError(error) || error.code !== 'codeRequired') throw error
      onCodeRequired(first)
    }
  }, explain)
  return (
    <form ref={form} className={stack.stack} onSubmit={onSubmit} noValidate>
      <EmailField error={errorOf('email')} />
      <PasswordField
        name="password"
        label="Palavra-passe"
        autoComplete="current-password"
        error={errorOf('password')}
        required
        withAsterisk={false}
      />
      <FormMessage>{message}</FormMessage>
      <Button type="submit" size="md" loading={busy} fullWidth>
        Entrar
      </Button>
    </form>
  )
}

function PasskeyLogin() {
  const { form, busy, message, onSubmit } = useSubmit(async () => beginSession(await signInWithPasskey()))
  return (
    <form ref={form} className={stack.stack} onSubmit={onSubmit}>
      <FormMessage>{message}</FormMessage>
      <CommandButton
        icon={IconKey}
        label="Entrar com chave de acesso"
        type="submit"
        size="md"
        loading={busy}
        fullWidth
      />
    </form>
  )
}

const wrongCredentials = 'O email ou a palavra-passe não estão certos.'
const accountNotFound = 'Não existe nenhuma conta com este email.'

/** For waits above an hour, also suggests the login by link. */
function suggestLink(seconds = 0): string {
  return seconds > 3600 ? ', ou entre por ligação em «Esqueci-me da palavra-passe»' : ''
}

function explain({ status, code, errors, retryAfter }: ApiError): string | undefined {
  if (errors) return undefined
  if (status === 403 && code !== 'blocked' && code !== 'passkeyRequired') {
    void restartIfDatabaseEmpty()
    return wrongCredentials
  }
  if (status === 404) return accountNotFound
  if (status === 429)
    return `Demasiadas tentativas. Tente novamente ${waitingTime(retryAfter)}${suggestLink(retryAfter)}.`
  return undefined
}

/** If the database is new and empty, clears what this browser stored and starts the first run. */
async function restartIfDatabaseEmpty(): Promise<void> {
  if (!(await findFirstRun().catch(() => undefined))) return
  localStorage.clear()
  location.assign('/')
}
