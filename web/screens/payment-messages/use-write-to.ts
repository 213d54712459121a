import { useNavigate } from 'react-router'
import { useMay } from '../../api/queries.ts'
import type { ChosenRecords } from '../../resource/record-list.tsx'
import { toast } from '../../ui/toast.ts'
import { mostChosen, type PaymentArrival } from './payment-audience.ts'
import { newPaymentMessagePath } from './payment-message-paths.ts'

/** Goes to write to those who owe the chosen debts; undefined for whoever may not. */
export function useWriteTo(): ((chosen: ChosenRecords) => Promise<void>) | undefined {
  const navigate = useNavigate()
  const mayWrite = useMay('paymentMessage').create
  if (!mayWrite) return undefined
  return async ({ count, ids, query }) => {
    if (query === undefined && count > mostChosen) {
      toast(`São demasiadas para escolher uma a uma: o máximo são ${mostChosen}.`, { tone: 'error' })
      return
    }
    const paymentAudience = query ? { debts: { query } } : { unsettledPaymentIds: await ids() }
    const state: PaymentArrival = { paymentAudience }
    void navigate(newPaymentMessagePath, { state })
  }
}
