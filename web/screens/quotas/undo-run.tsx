import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { plural } from '@agremia/resources/rules/plural.ts'
import { ActionButtons } from '../../resource/actions/action-buttons.tsx'
import { useUnderWay } from '../../resource/actions/work-panel.tsx'
import { euros } from '../../ui/euros.tsx'
import { useQuotaCount } from './use-quota-count.ts'

/** A button that undoes a generation, or cancels one that has not created charges yet; hidden without permission. */
export function UndoRun({ run }: { run: ResourceRecord<'quotaRuns'> }) {
  const quotaCount = useQuotaCount()
  const isUnderWay = useUnderWay('quotaRuns')(run)
  const undo = isUnderWay
    ? {
        label: 'Cancelar a geração',
        title: `Cancelar a geração de ${run.year}?`,
        text: 'Não chega a gerar nada, se ainda for a tempo.',
      }
    : {
        isOffered: run.count > 0,
        text: `${plural(run.count, 'É anulada', 'São anuladas')} ${quotaCount(run.count)}, no total de ${euros(run.total)}, e o crédito usado volta a quem o tinha. Só é possível enquanto nada estiver pago de outra forma.`,
      }
  return <ActionButtons resource="quotaRuns" record={run} setups={{ undo }} names={['undo']} />
}
