import { counted } from '@agremia/resources/rules/plural.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { Values } from '../../../fields/index.ts'
import { owed } from '../debt-filters.ts'

/** Whom a message about debts is for: what these members owe, these debts, or those of a search of the list of debts. */
export interface PaymentAudience {
  memberIds: string[]
  unsettledPaymentIds: string[]
  debts: { query: Record<string, string[]> } | null
}

/** Everybody who owes something. */
export const everybodyWhoOwes: PaymentAudience = {
  memberIds: [],
  unsettledPaymentIds: [],
  debts: { query: { _status: [...owed.status] } },
}

/** What comes with whoever was sent to write. */
export interface PaymentArrival {
  paymentAudience: Partial<PaymentAudience>
}

/** The server reads no more that are chosen one by one. */
export const mostChosen = 1000

/** The audience in what the address brings along, if there is one. */
export function arrivingPaymentAudience(state: unknown): PaymentAudience | undefined {
  const { paymentAudience } = (state ?? {}) as Partial<PaymentArrival>
  return paymentAudience && { memberIds: [], unsettledPaymentIds: [], debts: null, ...paymentAudience }
}

/** The audience of what is being written. */
export function audienceOf({ memberIds, unsettledPaymentIds, debts }: Values): PaymentAudience {
  return {
    memberIds: (memberIds ?? []) as string[],
    unsettledPaymentIds: (unsettledPaymentIds ?? []) as string[],
    debts: (debts ?? null) as PaymentAudience['debts'],
  }
}

/** `3 dívidas escolhidas`, `2 sócios`; undefined when a search says who. */
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
