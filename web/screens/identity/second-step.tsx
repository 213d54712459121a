import { Anchor, Button } from '@mantine/core'
import { useSubmit } from '../../api/use-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { CodeInput } from '../security/index.ts'
import { waitingTime } from './waiting-time.ts'

interface SecondStepProps {
  /** Signs in with the code. Throws `ApiError`. */
  onCode: (code: string) => Promise<unknown>
  onBack: () => void
}

/** Form of the code that follows the password or the link. */
export function SecondStep({ onCode, onBack }: SecondStepProps) {
  const { form, busy, errorOf, message, onSubmit } = useSubmit(
    ({ code = '' }) => onCode(code),
    ({ status, retryAfter }) =>
      status === 429 ? `Demasiadas tentativas. Tente novamente ${waitingTime(retryAfter)}.` : undefined,
  )
  return (
    <form ref={form} className={stack.stack} onSubmit={onSubmit} noValidate>
      <CodeInput label="Código" error={errorOf('code')} />
      <FormMessage>{message}</FormMessage>
      <Button type="submit" size="md" loading={busy} fullWidth>
        Entrar
      </Button>
      <p className={stack.note}>Sem o telemóvel, serve um dos códigos de recuperação que guardou.</p>
      <Anchor component="button" type="button" fz="sm" fw={600} ta="center" onClick={onBack}>
        Voltar
      </Anchor>
    </form>
  )
}
