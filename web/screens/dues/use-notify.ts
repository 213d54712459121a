import { useNavigate } from 'react-router'
import { useTerminology } from '../../api/queries.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { toast } from '../../ui/toast.ts'
import { notifyPath } from '../../paths/dues.ts'

/** What comes with whoever was sent to tell those who owe. */
export interface NotifyArrival {
  /** Only these debts. */
  chargeIds?: string[]
  /** Only what these members owe. */
  memberIds?: string[]
}

/** The server reads no longer lists. */
const mostChosen = 20_000

/** Goes to tell those who owe the chosen debts. */
export function useNotify(): (chosen: ChosenRecords) => Promise<void> {
  const navigate = useNavigate()
  const terminology = useTerminology()
  return async ({ count, ids }) => {
    if (count > mostChosen) {
      toast('São demasiadas: escolha-as em «Notificar», pelo valor, pela idade ou pela categoria.', {
        tone: 'error',
      })
      return
    }
    const state: NotifyArrival = { chargeIds: await ids() }
    void navigate(notifyPath(terminology), { state })
  }
}

/** What somebody brought along, if anything. */
export function arrivingDebts(state: unknown): NotifyArrival {
  const { chargeIds, memberIds } = (state ?? {}) as NotifyArrival
  return { ...(chargeIds && { chargeIds }), ...(memberIds && { memberIds }) }
}
