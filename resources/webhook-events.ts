import type { ScopedResource } from './api-scopes.ts'
import { scopedResources } from './api-scopes.ts'
import { getDefinition } from './definitions/index.ts'

/** What may happen to a record. */
export const eventVerbs = ['created', 'updated', 'deleted'] as const
export type EventVerb = (typeof eventVerbs)[number]

/** The event of a webhook that a person sends to try it. */
export const testEvent = 'webhooks.test'

/** The resources that webhooks may tell of: those that secrets may be allowed to read. */
export function publishedResources(): ScopedResource[] {
  return scopedResources().filter(
    ({ name, verbs }) => verbs.includes('read') && getDefinition(name).kind !== 'computed',
  )
}

export function eventOf(path: string, verb: EventVerb): string {
  return `${path}.${verb}`
}

/** All events, as stored in webhooks: `member_categories.updated`. */
export function allEvents(): string[] {
  return publishedResources().flatMap(({ path }) => eventVerbs.map((verb) => eventOf(path, verb)))
}
