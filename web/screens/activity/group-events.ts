import type { AuditEvent } from '../../resource/record-history.tsx'

export interface ActivityEvent extends Omit<AuditEvent, 'recordId'> {
  resource: string
  /** Null when the event is of no record, as an export. */
  recordId: string | null
  /** The record, or what was exported; null when the record no longer exists. */
  title: string | null
  /** Whether the list of the resource was exported. */
  isList: boolean
  /** Of an export: rows, format and filters. */
  details: string | null
  address: string | null
}

/** Consecutive events that would be the same line, as one with their number: the newest is shown. */
export function groupEvents(events: readonly ActivityEvent[]): { event: ActivityEvent; count: number }[] {
  const groups: { event: ActivityEvent; count: number; line: string }[] = []
  for (const event of events) {
    const line = lineOf(event)
    const last = groups.at(-1)
    if (last?.line === line) last.count += 1
    else groups.push({ event, count: 1, line })
  }
  return groups
}

/** What the line of an event shows. Records are compared where the line leads to them. */
function lineOf({ _id, _created_at, recordId, ...shown }: ActivityEvent): string {
  return JSON.stringify([shown, shown.title === null ? null : recordId])
}
