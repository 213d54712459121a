import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconFileText } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, isApiError } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'
import { useResource } from '../../api/queries.ts'
import { openDocument } from '../../resource/open-document.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { toast } from '../../ui/toast.ts'
import type { Batch } from './batch.ts'
import { refreshCards } from './refresh-cards.ts'

/** Opens the PDF of a batch, or undoes the batch after a failed print. */
export function PrintActions({ batch }: { batch: Batch }) {
  const may = new Set(useResource('printBatches')?.actions.map(({ name }) => name))
  const undo = useUndo(batch)
  return (
    <Group gap="0.625rem">
      {batch.state === 'done' && may.has('undo') && (
        <Button variant="default" leftSection={<IconArrowBackUp {...icon} />} onClick={() => void undo()}>
          Não saíram bem
        </Button>
      )}
      {batch.fileBytes !== null && (
        <Button
          leftSection={<IconFileText {...icon} />}
          onClick={() => void openDocument(`${recordPath('printBatches', batch._id)}/document`)}
        >
          Abrir o PDF
        </Button>
      )}
    </Group>
  )
}

const icon = { size: '1.125rem', stroke: 1.5, 'aria-hidden': true } as const

function useUndo(batch: Batch) {
  const client = useQueryClient()
  return async () => {
    try {
      if (!(await confirmUndo(batch))) return
      await runAction('printBatches', batch._id, 'undo', {})
      toast('Os cartões estão outra vez por imprimir.')
    } catch (error) {
      toast(isApiError(error) ? error.message : 'Não foi possível concluir o pedido.', { tone: 'error' })
    }
    refreshCards(client)
  }
}

/** Asks for confirmation, with the number of cards that become unprinted and of those that keep their state. */
async function confirmUndo(batch: Batch): Promise<boolean> {
  const where = { printBatchId: [batch._id], status: ['printed'] }
  const { meta } = answered(await api.list('membershipCards', { where, limit: 1 }, { channel: 'undo' }))
  const unchanged = batch.count - meta.total
  if (meta.total === 0)
    return confirmDialog({
      title: 'Nenhum cartão deste lote volta atrás',
      message: `Já foram todos enviados, entregues ou substituídos: ${cards(batch.count)}.`,
      cancelLabel: 'Fechar',
    })
  const sentences = [
    `Do lote n.º ${String(batch.batchNumber)}, com ${cards(batch.count)}.`,
    unchanged > 0 &&
      `${counted(unchanged, 'já enviado ou entregue fica como está', 'já enviados ou entregues ficam como estão')}.`,
  ]
  return confirmDialog({
    title: `Pôr ${cards(meta.total)} outra vez por imprimir?`,
    message: sentences.filter(Boolean).join(' '),
    confirmLabel: 'Pôr por imprimir',
  })
}

function cards(count: number): string {
  return counted(count, 'cartão', 'cartões')
}
