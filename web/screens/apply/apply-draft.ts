import { keepInTab, recallInTab } from '../../api/browser-storage.ts'
import type { Values } from '../../fields/index.ts'

/** What somebody was writing, in this tab until it is sent. */
export interface ApplyDraft {
  values: Values
  /** What was last sent without an answer, and the key that it was sent with. */
  sent?: { body: string; key: string }
}

const place = 'application-draft'

export function recallDraft(): ApplyDraft | undefined {
  return recallInTab<ApplyDraft>(place)
}

export function keepDraft(draft: ApplyDraft): void {
  keepInTab(place, draft)
}

export function forgetDraft(): void {
  sessionStorage.removeItem(place)
}

/** The key of a sending: the same for as long as the same application has no answer, also after the page is loaded anew. */
export function sendingKey(body: Values): string {
  const text = JSON.stringify(body)
  const draft = recallDraft()
  if (draft?.sent?.body === text) return draft.sent.key
  const key = crypto.randomUUID()
  keepDraft({ values: draft?.values ?? {}, sent: { body: text, key } })
  return key
}
