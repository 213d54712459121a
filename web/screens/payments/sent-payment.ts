import { idempotencyKey } from '../../api/idempotency.ts'
import { storeInTab, readFromTab } from '../../api/browser-storage.ts'
import { accessToken, readSession } from '../../api/tokens.ts'
import type { Values } from '../../fields/index.ts'
import type { Choices, Debt } from './payment-plan.ts'
import type { ChosenMember, Payer } from './payer-queries.ts'

/** The person's input of one payment entry. */
export interface Draft {
  /** Number of the entry. */
  entry: number
  chosen: readonly ChosenMember[]
  /** The chosen payer; undefined means the first member. */
  payerId: string | undefined
  /** Lines that are not charged yet. */
  added: readonly Debt[]
  choices: Choices
  values: Values
}

/** A payment request, with the input and the payers' data at the time. */
export interface SentPayment {
  draft: Draft
  payers: readonly Payer[]
  body: Values
  /** Idempotency key. */
  key: string
}

export function createSentPayment(draft: Draft, payers: readonly Payer[], body: Values): SentPayment {
  return { draft, payers, body, key: idempotencyKey('payments', body) }
}

/** Stores the request in the tab until it is answered, so that it survives a reload. */
export function storeSentPayment(sent: SentPayment): void {
  storeInTab(storageKey(), sent)
}

export function clearSentPayment(): void {
  sessionStorage.removeItem(storageKey())
}

/** The unanswered request that was sent before the page was reloaded, as a new entry. */
export function resumeSentPayment(entry: number): SentPayment | undefined {
  const stored = readFromTab<SentPayment>(storageKey())
  if (stored === undefined) return undefined
  const { draft, payers, ...sent } = stored
  return {
    ...sent,
    draft: {
      ...draft,
      entry,
      chosen: payers.map(({ id, record }) => ({ id, record: record ?? undefined })),
    },
    payers: payers.map((payer) => ({ ...payer, error: null, retry: () => undefined })),
  }
}

/** Includes the account, so that another person in the same tab does not resume the payment. */
function storageKey(): string {
  return `sentPayment:${readSession(accessToken())?.id ?? ''}`
}
