import { allEvents, eventOf } from '@agremia/resources/webhook-events.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import type { Change } from './change.ts'

/** On this channel every process is notified of new events for webhooks. */
export const eventsChannel = 'agremia_webhooks'

const published = new Set(allEvents())

/**
 * Calls of `record_event`, to be part of a statement in the transaction of the changes. The database decides which webhooks want them: a
 * list in each process could miss a webhook that another has just committed.
 */
export function eventCalls(changes: readonly Change[]): Sql[] {
  const calls: Sql[] = []
  const named: Change[] = []
  for (const change of changes) {
    if (!published.has(nameOf(change))) continue
    if (change.id !== '') named.push(change)
    else if (change.ids)
      calls.push(
        sql`CASE WHEN EXISTS (SELECT FROM webhooks) THEN record_event(${nameOf(change)}, NULL, ARRAY(${change.ids})) END`,
      )
  }
  const effects = new Map<string, Change>()
  for (const change of named) {
    const key = `${change.resource} ${change.id}`
    effects.set(key, combined(effects.get(key), change))
  }
  const groups = Map.groupBy(effects.values(), (change) => `${nameOf(change)} ${change.by}`)
  for (const [first, ...others] of groups.values()) {
    if (!first) continue
    const ids = [first, ...others].map(({ id }) => id)
    calls.push(sql`record_event(${nameOf(first)}, ${first.by ?? null}, ${ids}::uuid[])`)
  }
  return calls
}

function nameOf({ resource, action }: Change): string {
  return eventOf(resourcePath(resource), action)
}

/** What two changes of a record in one transaction come to. */
function combined(earlier: Change | undefined, later: Change): Change {
  if (!earlier || later.action === 'deleted') return later
  return {
    ...later,
    action: earlier.action === 'created' ? 'created' : later.action,
    by: later.by ?? earlier.by,
  }
}
