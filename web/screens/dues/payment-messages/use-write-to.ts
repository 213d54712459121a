import { useNavigate } from 'react-router'
import { useMay } from '../../../api/queries.ts'
import type { ChosenRecords } from '../../../resource/record-list.tsx'
import { toast } from '../../../ui/toast.ts'
import { maxChosen, type PaymentComposerState, type PaymentAudience } from './payment-audience.ts'
import { newPaymentMessagePath } from '../../../paths/messages.ts'

/** Returns a function that opens the composer for the debtors of chosen charges; undefined without permission. */
export function useWriteToChosen(): ((chosen: ChosenRecords) => Promise<void>) | undefined {
  const openComposer = useOpenPaymentComposer()
  if (!openComposer) return undefined
  return async ({ ids, query }) =>
    openComposer(query ? { debts: { query } } : { unsettledPaymentIds: await ids() })
}

/** Returns a function that opens the composer with an audience, or for all debtors; undefined without permission. */
export function useOpenPaymentComposer():
  | ((paymentAudience: Partial<PaymentAudience> | undefined) => void)
  | undefined {
  const navigate = useNavigate()
  const mayWrite = useMay('paymentMessage').create
  if (!mayWrite) return undefined
  return (paymentAudience) => {
    const { memberIds = [], unsettledPaymentIds = [] } = paymentAudience ?? {}
    if (Math.max(memberIds.length, unsettledPaymentIds.length) > maxChosen) return showTooMany()
    const state: PaymentComposerState | null = paymentAudience ? { paymentAudience } : null
    void navigate(newPaymentMessagePath, { state })
  }
}

function showTooMany(): void {
  toast(`Uma a uma, no máximo ${maxChosen}: filtre a lista e escolha todas as da pesquisa.`, {
    tone: 'error',
  })
}
