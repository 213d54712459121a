import { idempotencyKey } from '../../api/idempotency.ts'
import { keepInTab, recallInTab } from '../../api/browser-storage.ts'
import { accessToken, readSession } from '../../api/tokens.ts'
import type { Values } from '../../fields/index.ts'
import type { Choices, Debt } from './payment-plan.ts'
import type { ChosenMember, Payer } from './use-payers.ts'

/** An entry as far as somebody has chosen and written it. */
export interface Draft {
  /** Tells one entry from the next. */
  entry: number
  chosen: readonly ChosenMember[]
  /** Who of them pays; the first, unless somebody chose another. */
  payerId: string | undefined
  /** Lines for what is not charged yet. */
  added: readonly Debt[]
  choices: Choices
  values: Values
}

/** A payment as it was sent, with what was seen of it then. */
export interface Sent {
  draft: Draft
  payers: readonly Payer[]
  body: Values
  /** The server registers once what comes with the same key. */
  key: string
}

export function newSent(draft: Draft, payers: readonly Payer[], body: Values): Sent {
  return { draft, payers, body, key: idempotencyKey('payments', body) }
}

/** Keeps what is on its way until its answer comes, also while the page is loaded again. */
export function keepSent(sent: Sent): void {
  keepInTab(place(), sent)
}

export function forgetSent(): void {
  sessionStorage.removeItem(place())
}

/** What was sent before this page was loaded and had no answer, as an entry of its own. */
export function resumeSent(entry: number): Sent | undefined {
  const kept = recallInTab<Sent>(place())
  if (kept === undefined) return undefined
  const { draft, payers, ...sent } = kept
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

/** Each person has their own. */
function place(): string {
  return `sentPayment:${readSession(accessToken())?.id ?? ''}`
}
