import type { AuditChange } from './audit-change.ts'
import type { Euros } from './rules/amount.ts'
/** Kinds of entries in a member's timeline. */
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

/** An event in a member's timeline. The content of `what`, `detail` and `status` depends on the kind. */
export interface TimelineEntry {
  /** Id of the record that the entry is about. */
  _id: string
  kind: TimelineKind
  /** ISO 8601. */
  at: string
  /** Whether only the day is known, not the time. */
  isDay: boolean
  event: string
  /** Verb of an action, in the past; null for other events. */
  verb: string | null
  what: string
  detail: string | null
  status: string | null
  /** Euros. */
  amount: Euros | null
  who: string | null
  /** The record of the changes; null where there are none. */
  record: { resource: string; id: string } | null
  changes: AuditChange[]
}
