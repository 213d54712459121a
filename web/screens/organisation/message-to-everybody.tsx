import { Button, Textarea } from '@mantine/core'
import { api, isTimedOut } from '../../api/client.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Card } from '../../ui/with-side.tsx'
import classes from './organisation-settings.module.css'

const maxLength = 500

/** Sends a message that every open page shows at once. */
export function MessageToEverybody() {
  const { form, busy, errorOf, message, onSubmit } = useSubmit(async (values, sent) => {
    if (isTimedOut(await api.act('server_messages', values))) return
    sent.reset()
    toast('Mensagem mostrada em todas as páginas abertas.')
  })
  return (
    <div className={classes.room}>
      <Card title="Mensagem a quem está ligado">
        <form ref={form} className={classes.message} onSubmit={onSubmit} noValidate>
          <Textarea
            name="message"
            label="Mensagem"
            description="Aparece logo a quem tem a aplicação aberta, também a quem só vê a sua ficha. Quem a abrir depois já não a vê."
            placeholder="Vou reiniciar o servidor às 18:00: guarde o que tiver em mãos."
            maxLength={maxLength}
            rows={4}
            required
            error={errorOf('message')}
          />
          <FormMessage>{message}</FormMessage>
          <Button type="submit" loading={busy}>
            Mostrar a todos
          </Button>
        </form>
      </Card>
    </div>
  )
}
