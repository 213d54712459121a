import { useNavigate } from 'react-router'
import { useTerminology } from '../../api/queries.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { toast } from '../../ui/toast.ts'
import { notifyPath } from '../../paths/dues.ts'

/** Charges or members that another screen chose; passed as navigation state. */
export interface ChosenDebts {
  /** Only these debts. */
  chargeIds?: string[]
  /** Only the charges of these members. */
  memberIds?: string[]
}

/** The server rejects longer lists. */
const maxChosen = 20_000

/** Opens the page that sends notices, for the chosen charges. */
export function useNotify(): (chosen: ChosenRecords) => Promise<void> {
  const navigate = useNavigate()
  const terminology = useTerminology()
  return async ({ count, ids }) => {
    if (count > maxChosen) {
      toast('São demasiadas: escolha-as em «Notificar», pelo valor, pela idade ou pela categoria.', {
        tone: 'error',
      })
      return
    }
    const state: ChosenDebts = { chargeIds: await ids() }
    void navigate(notifyPath(terminology), { state })
  }
}

/** Reads the choice from the navigation state; empty when there is none. */
export function readChosenDebts(state: unknown): ChosenDebts {
  const { chargeIds, memberIds } = (state ?? {}) as ChosenDebts
  return { ...(chargeIds && { chargeIds }), ...(memberIds && { memberIds }) }
}
