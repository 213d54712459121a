import { counted } from '@agremia/resources/rules/plural.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { Values } from '../../../fields/index.ts'
import { owedFilter } from '../debt-filters.ts'

/** Recipients of a payment message: by members, by charges, or by a search of the list of charges. */
export interface PaymentAudience {
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
export interface PaymentComposerState {
  paymentAudience: Partial<PaymentAudience>
}

/** The server rejects longer lists of ids. */
export const maxChosen = 1000

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
