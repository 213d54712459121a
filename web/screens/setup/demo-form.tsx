import { Button } from '@mantine/core'
import { setUp, type DemoLogin, type FirstRun } from '../../api/first-run.ts'
import { isTimedOut } from '../../api/timed-out.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import stack from '../../ui/form-stack.module.css'
import { beginSession } from '../identity/index.ts'
import { CodeInput } from './code-input.tsx'

export interface DemoFormProps {
  firstRun: FirstRun
  onReady: (logins: DemoLogin[]) => void
}

export function DemoForm({ firstRun, onReady }: DemoFormProps) {
  const { form, busy, errorOf, message, onSubmit } = useSubmit(async ({ code }) => {
    const outcome = await setUp({ demo: true, ...(code === undefined ? {} : { code: code.trim() }) })
    beginSession(outcome)
    if (!isTimedOut(outcome)) onReady(outcome.logins ?? [])
  })
  return (
    <form ref={form} className={stack.stack} onSubmit={onSubmit} noValidate>
      <p>
        Cria uma organização fictícia, com sócios, quotas e pagamentos, para conhecer a aplicação sem risco.
        Nenhuma mensagem é enviada.
      </p>
      {firstRun.codeRequired && <CodeInput error={errorOf('code')} />}
      <FormMessage>{message}</FormMessage>
      <Button type="submit" size="md" loading={busy} fullWidth>
        Explorar
      </Button>
    </form>
  )
}
