import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { definitions, everyDefinition, findDefinition } from '@agremia/resources/definitions/index.ts'
import type { ChangeNotice } from '../rest/changes.ts'
import type { Message } from './socket.ts'

/** What everybody is told when the settings change: they are read again. */
const settingsNews: Message = { topic: 'settings', payload: 'updated' }

/** What clients are told of a change: also of the records that show this one's fields as theirs, under the same ids. */
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

/** After a time in which changes went unheard: each list may have changed, nobody knows where. */
export function newsOfEverything(): Message[] {
  const resources = Object.keys(definitions).filter((resource) => resource !== 'settings')
  return [
    ...resources.map((topic) => ({ topic, payload: { action: 'updated', ids: [], version: 0 } })),
    settingsNews,
  ]
}

/**
 * Whether the caller's role is told of a topic: those who may list every record of the resource. Those who see only some are told of
 * theirs alone (`own-news.ts`), since even the id of another record would say too much.
 */
export function mayHear(caller: Caller, topic: string): boolean {
  if (topic === settingsNews.topic) return true
  const definition = findDefinition(topic)
  return definition !== undefined && decide(definition.access, 'list', caller) === true
}
