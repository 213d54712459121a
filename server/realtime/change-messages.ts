import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { definitions, everyDefinition, findDefinition } from '@agremia/resources/definitions/index.ts'
import type { ChangeNotice } from '../rest/changes.ts'
import type { Message } from './socket.ts'

/** Sent when settings change; pages load them again. */
const settingsNews: Message = { topic: 'settings', payload: 'updated' }

/** Messages for a change: for its resource and for resources that show its fields under the same id. */
export function newsOf({ resource, action, ids, version }: ChangeNotice): Message[] {
  if (resource === 'settings') return [settingsNews]
  return [resource, ...shownIn(resource)].map((topic) => ({ topic, payload: { action, ids, version } }))
}

function shownIn(resource: string): string[] {
  let names = known.get(resource)
  if (!names) {
    const shows = ({ storage }: Field) =>
      storage.in === 'beside' && storage.via === '_id' && storage.resource === resource
    const readers = everyDefinition.filter(({ fields }) => Object.values(fields).some(shows))
    known.set(resource, (names = readers.map(({ name }) => name)))
  }
  return names
}

const known = new Map<string, string[]>()

/** Messages after notifications were missed: every list may have changed. */
export function newsOfEverything(): Message[] {
  const resources = Object.keys(definitions).filter((resource) => resource !== 'settings')
  return [
    ...resources.map((topic) => ({ topic, payload: { action: 'updated', ids: [], version: 0 } })),
    settingsNews,
  ]
}

/**
 * Whether the caller's role gets messages of a topic: it may list all records of the resource. Roles that see only some records get
 * messages about those (`own-records.ts`), since even the id of another record would reveal something.
 */
export function mayHear(caller: Caller, topic: string): boolean {
  if (topic === settingsNews.topic) return true
  const definition = findDefinition(topic)
  return definition !== undefined && decide(definition.access, 'list', caller) === true
}
