import { counted } from '@agremia/resources/rules/plural.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { Values } from '../../../fields/index.ts'
import { owedFilter } from '../debt-filters.ts'
import { useMay } from '../../../api/queries.ts'
import type { ChosenRecords } from '../../../resource/record-list.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { useNavigate } from '../../../ui/router.tsx'
import { newPaymentMessagePath } from '../../../paths/messages.ts'
import type { BatchPreview } from '../../messages/index.ts'
import { type Preview, usePreview } from '../../../resource/preview/use-preview.ts'

/** Recipients of a payment message: by members, by charges, or by a search of the list of charges. */
interface PaymentAudience {
  memberIds: string[]
  unsettledPaymentIds: string[]
  debts: { query: Record<string, string[]> } | null
}

/** Every member with open charges. */
export const allDebtors: PaymentAudience = {
  memberIds: [],
  unsettledPaymentIds: [],
  debts: { query: { _status: [...owedFilter.status] } },
}

/** Navigation state of the composer. */
interface PaymentComposerState {
  paymentAudience: Partial<PaymentAudience>
}

/** The server rejects longer lists of ids. */
const maxChosen = 1000

/** The audience in the navigation state, if there is one. */
export function readPaymentAudience(state: unknown): PaymentAudience | undefined {
  const { paymentAudience } = (state ?? {}) as Partial<PaymentComposerState>
  return paymentAudience && { memberIds: [], unsettledPaymentIds: [], debts: null, ...paymentAudience }
}

/** The audience in form values or in a record. */
export function audienceOf({ memberIds, unsettledPaymentIds, debts }: Values): PaymentAudience {
  return {
    memberIds: (memberIds ?? []) as string[],
    unsettledPaymentIds: (unsettledPaymentIds ?? []) as string[],
    debts: (debts ?? null) as PaymentAudience['debts'],
  }
}

/** `3 dívidas escolhidas`, `2 sócios`; undefined when a search defines the audience. */
export function chosenText(
  { memberIds, unsettledPaymentIds, debts }: PaymentAudience,
  { memberSingular, memberPlural }: Pick<Terminology, 'memberSingular' | 'memberPlural'>,
): string | undefined {
  const parts = [
    unsettledPaymentIds.length > 0 &&
      counted(unsettledPaymentIds.length, 'dívida escolhida', 'dívidas escolhidas'),
    memberIds.length > 0 && counted(memberIds.length, memberSingular, memberPlural),
  ].filter((part) => part !== false)
  if (parts.length > 0) return parts.join(' e ')
  return debts === null ? 'Ninguém escolhido' : undefined
}

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
    navigate(newPaymentMessagePath, { state })
  }
}

function showTooMany(): void {
  toast(`Uma a uma, no máximo ${maxChosen}: filtre a lista e escolha todas as da pesquisa.`, {
    tone: 'error',
  })
}

/** Previews a payment message as if sent now. */
export function usePaymentPreview(values: Values, at: number): Preview<BatchPreview> {
  const { channel, subject, body, smsText } = values
  return usePreview<BatchPreview>('payment_message', {
    ...audienceOf(values),
    channel,
    subject: subject ?? '',
    body: body ?? '',
    smsText: smsText ?? null,
    at,
  })
}
