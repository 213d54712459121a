/** What a member's timeline is made of. */
export const timelineKinds = [
  'state',
  'payment',
  'charge',
  'agreement',
  'card',
  'message',
  'consent',
  'change',
] as const

export type TimelineKind = (typeof timelineKinds)[number]

/** Something that happened with a member. What `what`, `detail` and `status` hold depends on the kind. */
export interface TimelineEntry {
  /** Of the record that it is about. */
  _id: string
  kind: TimelineKind
  /** ISO 8601. */
  at: string
  /** Only the day is known. */
  isDay: boolean
  event: string
  /** Verb of an action, in the past; null for other events. */
  verb: string | null
  what: string
  detail: string | null
  status: string | null
  /** Euros. */
  amount: number | null
  who: string | null
  /** Of a change: what each value read like, before and after. */
  changes: { field: string; label: string; from: string | null; to: string | null }[]
}
