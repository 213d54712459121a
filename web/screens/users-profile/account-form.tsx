import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, isTimedOut, type StoredRecord } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep-answer.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './profile.module.css'

export interface Account extends StoredRecord {
  name: string
  email: string
}

export function AccountForm({ account }: { account: Account }) {
  const client = useQueryClient()
  const { form, busy, errorOf, message, onSubmit } = useSubmit(async ({ name = '', email = '' }) => {
    const saved = await api.modify('users', account._id, { name, email, _version: account._version })
    if (isTimedOut(saved)) return
    keepAnswer(client, 'users', saved)
    toast('Guardado com sucesso.')
  })
  return (
    <form ref={form} className={classes.card} onSubmit={onSubmit} noValidate>
      <h2>Conta</h2>
      <div className={classes.pair}>
        <TextInput
          name="name"
          label="Nome"
          autoComplete="name"
          defaultValue={account.name}
          error={errorOf('name')}
          required
        />
        <TextInput
          name="email"
          type="email"
          label="Email"
          description="Serve para entrar."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="email"
          defaultValue={account.email}
          error={errorOf('email')}
          required
        />
      </div>
      <FormMessage>{message}</FormMessage>
      <Button type="submit" className={classes.submit} loading={busy}>
        Guardar
      </Button>
    </form>
  )
}
