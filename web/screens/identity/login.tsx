import { Anchor, Button } from '@mantine/core'
import type { ApiError } from '../../api/client.ts'
import { findFirstRun } from '../../api/first-run.ts'
import { useTerminology } from '../../api/queries.ts'
import { type Submission, useSubmit } from '../../api/use-submit.ts'
import { linkPath } from '../../paths/account.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import stack from '../../ui/form-stack.module.css'
import { AppLink } from '../../ui/app-link.tsx'
import { EmailField, IdentityFrame } from './identity-frame.tsx'
import { logIn, useLoginRedirect } from './session.ts'
import { waitingTime } from './waiting-time.ts'

export default function Login() {
  const { name } = useTerminology()
  const submission = useSubmit(
    ({ email = '', password = '' }) => logIn({ email: email.trim(), password }),
    explain,
  )
  useLoginRedirect()
  return (
    <IdentityFrame title={name} subtitle="Entre na área da secretaria">
      <LoginForm submission={submission} />
    </IdentityFrame>
  )
}

function LoginForm({ submission: { form, busy, errorOf, message, onSubmit } }: { submission: Submission }) {
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
      <Anchor component={AppLink} to={linkPath} fz="sm" fw={600} ta="center">
        Esqueci-me da palavra-passe
      </Anchor>
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
  if (status === 403 && code !== 'blocked') {
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
