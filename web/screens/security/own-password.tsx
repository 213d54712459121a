import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import classes from './security.module.css'

interface OwnPasswordProps {
  /** Label of the button. */
  label: string
  isDestructive?: boolean
  /** Further inputs. */
  fields?: (errorOf: (field: string) => string | undefined) => ReactNode
  /** Throws `ApiError` when refused. */
  onPassword: (password: string, values: Record<string, string>) => Promise<unknown>
  /** What will be done. */
  children: ReactNode
}

/** A form that asks for the person's own password. A session by link needs none. */
export function OwnPassword({ label, isDestructive, fields, onPassword, children }: OwnPasswordProps) {
  const { form, busy, errorOf, message, onSubmit } = useSubmit((values) =>
    onPassword(values.password ?? '', values),
  )
  return (
    <form ref={form} className={classes.steps} onSubmit={onSubmit} noValidate>
      <p>{children}</p>
      {fields?.(errorOf)}
      <OwnPasswordField error={errorOf('password')} withAsterisk={false} />
      <FormMessage>{message}</FormMessage>
      <Button type="submit" loading={busy} {...(isDestructive && { color: 'red' })}>
        {label}
      </Button>
    </form>
  )
}

/** For forms that add a second step, which open sessions do not need. */
export function EndOtherSessions({ isChosen = false }: { isChosen?: boolean }) {
  return (
    <Checkbox
      name={endOtherSessions}
      label="Terminar as sessões noutros dispositivos"
      description="Quem já tenha entrado com a palavra-passe sai, e precisa do segundo passo para voltar."
      defaultChecked={isChosen}
    />
  )
}

const endOtherSessions = 'endOtherSessions'

/** What the form sends of `EndOtherSessions`. */
export const endsOtherSessions = (values: Record<string, string>) => ({
  endOtherSessions: endOtherSessions in values,
})

interface OwnPasswordFieldProps {
  error: string | undefined
  withAsterisk?: boolean
}

/** Input of the person's own password; a session by link needs none. */
export function OwnPasswordField({ error, withAsterisk = true }: OwnPasswordFieldProps) {
  if (useSession()?.byLink) return null
  return (
    <PasswordField
      name="password"
      label="A sua palavra-passe"
      autoComplete="current-password"
      error={error}
      required
      withAsterisk={withAsterisk}
    />
  )
}
