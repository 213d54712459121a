import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { isTimedOut } from '../../api/timeout.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { AppLink } from '../../ui/app-link.tsx'
import { EmailField, IdentityFrame } from './identity-frame.tsx'
import { loginPath } from '../../paths/account.ts'
import { requestLink } from './session.ts'
import { waitingTime } from './waiting-time.ts'

/** For a forgotten password: requests an email with a link that logs in. */
export default function RequestLink() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <IdentityFrame
      title={sentTo ? 'Verifique o seu email' : 'Entrar por ligação'}
      subtitle={
        sentTo
          ? `Se existir uma conta com o email ${sentTo}, segue para lá uma mensagem com uma ligação para entrar, válida durante 15 minutos. Se não chegar, veja no lixo eletrónico ou contacte a secretaria.`
          : 'Introduza o email da sua conta. Receberá uma ligação para entrar sem palavra-passe.'
      }
    >
      {sentTo ? <BackToLogin /> : <RequestForm onSent={setSentTo} />}
    </IdentityFrame>
  )
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, busy, errorOf, message, onSubmit } = useSubmit(async ({ email = '' }) => {
    if (!isTimedOut(await requestLink(email.trim()))) onSent(email.trim())
  }, explain)
  return (
    <form ref={form} className={stack.stack} onSubmit={onSubmit} noValidate>
      <EmailField error={errorOf('email')} />
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
    <Anchor component={AppLink} to={loginPath} fz="sm" fw={600} ta="center" mt="sm">
      Voltar a entrar com palavra-passe
    </Anchor>
  )
}

function explain({ status, retryAfter }: ApiError): string | undefined {
  return status === 429 ? `Demasiados pedidos. Tente novamente ${waitingTime(retryAfter)}.` : undefined
}
