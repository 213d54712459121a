import { keepInTab, recallInTab } from '../../api/tab-storage.ts'
import type { Values } from '../../fields/index.ts'

/** The unsent application, kept in the tab's `sessionStorage`. */
export interface ApplyDraft {
  values: Values
  /** The last request without a response, and its idempotency key. */
  sent?: { body: string; key: string }
}

const storageKey = 'application-draft'

export function recallDraft(): ApplyDraft | undefined {
  return recallInTab<ApplyDraft>(storageKey)
}

export function keepDraft(draft: ApplyDraft): void {
  keepInTab(storageKey, draft)
}

export function forgetDraft(): void {
  sessionStorage.removeItem(storageKey)
}

/** The idempotency key: the same for the same body until a response arrives, also after a reload. */
export function sendingKey(body: Values): string {
  const text = JSON.stringify(body)
  const draft = recallDraft()
  if (draft?.sent?.body === text) return draft.sent.key
  const key = crypto.randomUUID()
  keepDraft({ values: draft?.values ?? {}, sent: { body: text, key } })
  return key
}
