/** The outcome of an attempt to send a message. `detail` is for users, and quotes the answer of the other server. */
export type Outcome =
  | { kind: 'sent'; detail: string | null }
  /** A temporary error: it is retried. */
  | { kind: 'postponed'; detail: string }
  /** A permanent error: it is not retried. */
  | { kind: 'refused'; detail: string }
  /** It was transmitted but not confirmed: it may have arrived. */
  | { kind: 'interrupted'; detail: string }
  /** No server is configured. */
  | { kind: 'held'; detail: string }

/** A message with decrypted content and its attachments, ready to be sent. */
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
