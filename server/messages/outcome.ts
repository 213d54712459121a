/** What became of a try at delivering a message. `detail` is for people, with the other server's own words. */
export type Outcome =
  | { kind: 'sent'; detail: string | null }
  /** Not now: it is tried again later. */
  | { kind: 'postponed'; detail: string }
  /** Never: trying again would change nothing. */
  | { kind: 'refused'; detail: string }
  /** It was handed over and no answer came: it may have arrived. */
  | { kind: 'interrupted'; detail: string }
  /** There is nothing to send it with. */
  | { kind: 'held'; detail: string }

/** A message as it leaves. */
export interface Outgoing {
  id: string
  kind: 'service' | 'news'
  recipient: string
  recipientName: string | null
  personId: string | null
  subject: string
  text: string
  html: string | null
  attachments: { fileName: string; mediaType: string; content: Buffer }[]
}
