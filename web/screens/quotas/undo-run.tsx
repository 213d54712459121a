import type { Euros } from '@agremia/resources/rules/amount.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { plural } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { keys, useResource } from '../../api/queries.ts'
import { runAction } from '../../resource/action-dialog.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import { euros } from '../../ui/euros.tsx'
import { useQuotaCount } from './use-quota-count.ts'
import { toastError } from '../../resource/toast-error.ts'

interface UndoRunProps {
  run: StoredRecord & { year: number; count: number; total: Euros }
  isUnderWay: boolean
}

/** A button that undoes a generation, or cancels one that has not created charges yet; hidden without permission. */
export function UndoRun({ run, isUnderWay }: UndoRunProps) {
  const client = useQueryClient()
  const quotaCount = useQuotaCount()
  const mayUndo = useResource('quotaRuns')?.actions.some(({ name }) => name === 'undo') ?? false
  if (!mayUndo || (!isUnderWay && run.count === 0)) return null
  const verb = isUnderWay ? 'Cancelar a geração' : 'Desfazer'

  async function undo() {
    const sure = await confirmDialog({
      title: isUnderWay ? `Cancelar a geração de ${run.year}?` : `Desfazer a geração de ${run.year}?`,
      message: isUnderWay
        ? 'Não chega a gerar nada, se ainda for a tempo.'
        : `${plural(run.count, 'É anulada', 'São anuladas')} ${quotaCount(run.count)}, no total de ${euros(run.total)}, e o crédito usado volta a quem o tinha. Só é possível enquanto nada estiver pago de outra forma.`,
      confirmLabel: verb,
      cancelLabel: 'Voltar',
      kind: 'delete',
    })
    if (!sure) return
    try {
      await runAction('quotaRuns', run._id, 'undo', {})
      toast('Geração desfeita.')
    } catch (error) {
      toastError(error, 'Não foi possível desfazer.')
    }
    void client.invalidateQueries({ queryKey: keys.records('quotaRuns') })
    for (const resource of ['quotaRuns', 'unsettledPayments', 'memberBalances'])
      void client.invalidateQueries({ queryKey: keys.lists(resource) })
  }

  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size="1.125rem" stroke={1.5} />}
      onClick={() => void undo()}
    >
      {verb}
    </Button>
  )
}
