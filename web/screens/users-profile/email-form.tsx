import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import card from '../../ui/form-card.module.css'
import { OwnPasswordField } from '../security/index.ts'
import classes from './profile.module.css'

/** Requests a change of email, which the link sent to the new address completes. A session by link needs no password. */
export function EmailForm({ email }: { email: string }) {
  const [sent, setSent] = useState<{ to: string; isHeld: boolean }>()
  const { form, busy, errorOf, message, onSubmit } = useSubmit(
    async ({ email: newEmail = '', password = '' }, written) => {
      setSent(undefined)
      const answer = await api.post<{ data: { isHeld: boolean } } | undefined>('auth/email', {
        email: newEmail,
        password,
      })
      if (isTimedOut(answer)) return
      written.reset()
      setSent({ to: newEmail.trim(), isHeld: answer?.data.isHeld === true })
    },
  )
  return (
    <form ref={form} className={card.card} onSubmit={onSubmit} noValidate>
      <h2>Email</h2>
      <p>
        O email da conta, que serve para entrar, é <strong>{email}</strong>.
      </p>
      <div className={classes.pair}>
        <TextInput
          name="email"
          type="email"
          label="Novo email"
          autoComplete="email"
          error={errorOf('email')}
          required
        />
        <OwnPasswordField error={errorOf('password')} />
      </div>
      <FormMessage>{message}</FormMessage>
      <output>
        {sent &&
          `${
            sent.isHeld
              ? `A mensagem para ${sent.to} ficou retida: não há servidor de email.`
              : `Enviámos uma mensagem para ${sent.to}.`
          } O email da conta só muda quando abrir a ligação que ela traz.`}
      </output>
      <Button type="submit" className={classes.submit} loading={busy}>
        Mudar email
      </Button>
    </form>
  )
}
