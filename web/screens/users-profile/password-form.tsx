import { Button } from '@mantine/core'
import { api, isTimedOut } from '../../api/client.ts'
import { useSession } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import card from '../../ui/form-card.module.css'
import classes from './profile.module.css'

/** Changes the password. The server ends the other sessions; this one gets new tokens. A session by link needs no old password. */
export function PasswordForm({ email }: { email: string }) {
  const needsPassword = !useSession()?.byLink
  const { form, busy, errorOf, message, onSubmit } = useSubmit(
    async ({ currentPassword = '', newPassword }, sent) => {
      if (isTimedOut(await api.replaceSession('auth/password', { currentPassword, newPassword }))) return
      sent.reset()
      toast('Palavra-passe alterada. As sessões noutros dispositivos terminaram.')
    },
  )
  return (
    <form ref={form} className={card.card} onSubmit={onSubmit} noValidate>
      <h2>Palavra-passe</h2>
      <input
        className="visually-hidden"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      {!needsPassword && (
        <p>Entrou por ligação: durante 15 minutos, pode definir outra sem escrever a que tinha.</p>
      )}
      <div className={classes.pair}>
        {needsPassword && (
          <PasswordField
            name="currentPassword"
            label="Palavra-passe atual"
            autoComplete="current-password"
            error={errorOf('currentPassword')}
            required
          />
        )}
        <PasswordField
          name="newPassword"
          label="Nova palavra-passe"
          description="Pelo menos 10 caracteres. Uma frase é mais fácil de lembrar."
          autoComplete="new-password"
          error={errorOf('newPassword')}
          required
        />
      </div>
      <FormMessage>{message}</FormMessage>
      <Button type="submit" className={classes.submit} loading={busy}>
        Mudar palavra-passe
      </Button>
    </form>
  )
}
