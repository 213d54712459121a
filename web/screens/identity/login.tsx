import { Anchor, Button, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import type { ApiError } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { useSubmit, type Submission } from '../../api/use-submit.ts'
import { AzulejoFrame } from '../../ui/azulejo-frame.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { PasswordField } from '../../ui/password-field.tsx'
import { IdentityFoot } from './identity-foot.tsx'
import { linkPath } from '../../paths/account.ts'
import { logIn } from './log-in.ts'
import { startOverWhenEmpty } from './start-over-when-empty.ts'
import { useEnter } from './use-enter.ts'
import { waitingTime } from './waiting-time.ts'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'

export default function Login() {
  const { name } = useTerminology()
  const submission = useSubmit(
    ({ email = '', password = '' }) => logIn({ email: email.trim(), password }),
    explain,
  )
  useEnter()
  return (
    <AzulejoFrame
      logo={<OrganisationLogo />}
      title={name}
      subtitle="Entre na área da secretaria"
      foot={<IdentityFoot />}
    >
      <LoginForm submission={submission} />
    </AzulejoFrame>
  )
}

function LoginForm({ submission: { form, busy, errorOf, message, onSubmit } }: { submission: Submission }) {
  return (
    <form ref={form} className={stack.stack} onSubmit={onSubmit} noValidate>
      <TextInput
        name="email"
        type="email"
        label="Email"
        autoComplete="username"
        error={errorOf('email')}
        required
        withAsterisk={false}
      />
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
      <Anchor component={Link} to={linkPath} fz="sm" fw={600} ta="center">
        Esqueci-me da palavra-passe
      </Anchor>
    </form>
  )
}

/** Codes of the error catalogue and their words. */
const wrongCredentials = 'O email ou a palavra-passe não estão certos.'
const accountNotFound = 'Não existe nenhuma conta com este email.'

/** Nobody waits for hours: the way in that is left. */
function byLink(seconds = 0): string {
  return seconds > 3600 ? ', ou entre por ligação em «Esqueci-me da palavra-passe»' : ''
}

function explain({ status, code, errors, retryAfter }: ApiError): string | undefined {
  if (errors) return undefined
  if (status === 403 && code !== 'blocked') {
    void startOverWhenEmpty()
    return wrongCredentials
  }
  if (status === 404) return accountNotFound
  if (status === 429)
    return `Demasiadas tentativas. Tente novamente ${waitingTime(retryAfter)}${byLink(retryAfter)}.`
  return undefined
}
