import { Anchor, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '../../api/client.ts'
import { isTimedOut } from '../../api/timed-out.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { AzulejoFrame } from '../../ui/azulejo-frame.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { IdentityFoot } from './identity-foot.tsx'
import { loginPath } from '../../paths/account.ts'
import { requestLink } from './log-in.ts'
import { waitingTime } from './waiting-time.ts'
import { OrganisationLogo } from '../../resource/organisation-logo.tsx'

/** For those who forgot their password: a link by email that logs in. */
export default function RequestLink() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <AzulejoFrame
      logo={<OrganisationLogo />}
      title={sentTo ? 'Verifique o seu email' : 'Entrar por ligação'}
      subtitle={
        sentTo
          ? `Se existir uma conta com o email ${sentTo}, receberá dentro de momentos uma mensagem com uma ligação para entrar. A ligação é válida durante 15 minutos.`
          : 'Introduza o email da sua conta. Receberá uma ligação para entrar sem palavra-passe.'
      }
      foot={<IdentityFoot />}
    >
      {sentTo ? <BackToLogin /> : <RequestForm onSent={setSentTo} />}
    </AzulejoFrame>
  )
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, busy, errorOf, message, onSubmit } = useSubmit(async ({ email = '' }) => {
    if (!isTimedOut(await requestLink(email.trim()))) onSent(email.trim())
  }, explain)
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
      <FormMessage>{message}</FormMessage>
      <Button type="submit" size="md" loading={busy} fullWidth>
        Enviar ligação
      </Button>
      <BackToLogin />
    </form>
  )
}

function BackToLogin() {
  return (
    <Anchor component={Link} to={loginPath} fz="sm" fw={600} ta="center" mt="sm">
      Voltar a entrar com palavra-passe
    </Anchor>
  )
}

function explain({ status, retryAfter }: ApiError): string | undefined {
  return status === 429 ? `Demasiados pedidos. Tente novamente ${waitingTime(retryAfter)}.` : undefined
}
