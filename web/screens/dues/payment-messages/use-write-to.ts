import { useNavigate } from 'react-router'
import { useMay } from '../../../api/queries.ts'
import type { ChosenRecords } from '../../../resource/record-list.tsx'
import { toast } from '../../../ui/toast.ts'
import { mostChosen, type PaymentArrival, type PaymentAudience } from './payment-audience.ts'
import { newPaymentMessagePath } from '../../../paths/messages.ts'

/** Goes to write to those who owe the chosen debts; undefined for whoever may not. */
export function useWriteTo(): ((chosen: ChosenRecords) => Promise<void>) | undefined {
  const write = useWrite()
  if (!write) return undefined
  return async ({ ids, query }) => write(query ? { debts: { query } } : { unsettledPaymentIds: await ids() })
}

/** Goes to write to some, or to whoever owes when nobody is named; undefined for whoever may not. */
export function useWrite(): ((paymentAudience: Partial<PaymentAudience> | undefined) => void) | undefined {
  const navigate = useNavigate()
  const mayWrite = useMay('paymentMessage').create
  if (!mayWrite) return undefined
  return (paymentAudience) => {
    const { memberIds = [], unsettledPaymentIds = [] } = paymentAudience ?? {}
    if (Math.max(memberIds.length, unsettledPaymentIds.length) > mostChosen) return sayTooMany()
    const state: PaymentArrival | null = paymentAudience ? { paymentAudience } : null
    void navigate(newPaymentMessagePath, { state })
  }
}

function sayTooMany(): void {
  toast(`Uma a uma, no máximo ${mostChosen}: filtre a lista e escolha todas as da pesquisa.`, {
    tone: 'error',
  })
}
