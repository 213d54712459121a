import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { counted } from '@agremia/resources/rules/plural.ts'
import { keys, useResource } from '../../api/queries.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Batch } from './batch-progress.tsx'
import { countsOf } from './sending-state.tsx'
import { toastError } from '../../resource/toast-error.ts'

/** A button that cancels the unsent messages of a batch; hidden without permission or when all were sent. */
export function CancelBatch({ batch }: { batch: Batch }) {
  const client = useQueryClient()
  const mayCancel = useResource('messageBatches')?.actions.some(({ name }) => name === 'cancel') ?? false
  const { sent, waiting, held, toPrint } = countsOf(batch)
  const stopped = waiting + held + toPrint
  const isUnderWay = batch.state === 'composing' || stopped > 0
  if (!mayCancel || batch.state === 'cancelled' || !isUnderWay) return null

  async function cancel() {
    const sure = await confirmDialog({
      title: `Cancelar «${String(batch.subject)}»?`,
      message: [
        stopped > 0 && `${counted(stopped, 'mensagem não chega', 'mensagens não chegam')} a sair.`,
        batch.state === 'composing' && 'As que ainda não estão escritas também não.',
        sent > 0 && `${counted(sent, 'que já saiu não volta', 'que já saíram não voltam')} atrás.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'Cancelar o envio',
      cancelLabel: 'Voltar',
      kind: 'delete',
    })
    if (!sure) return
    try {
      await runAction('messageBatches', batch._id, 'cancel', {})
      toast('Envio cancelado.')
    } catch (error) {
      toastError(error, 'Não foi possível cancelar.')
    }
    void client.invalidateQueries({ queryKey: keys.records('messageBatches') })
    void client.invalidateQueries({ queryKey: keys.lists('messageBatches') })
    void client.invalidateQueries({ queryKey: keys.lists('messages') })
  }

  return (
    <Button
      variant="default"
      leftSection={<IconX size="1.125rem" stroke={1.5} />}
      onClick={() => void cancel()}
    >
      Cancelar o envio
    </Button>
  )
}
