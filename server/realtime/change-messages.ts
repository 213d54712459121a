import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { definitions, everyDefinition, findDefinition } from '@agremia/resources/definitions/index.ts'
import type { ChangeNotice } from '../rest/changes.ts'
import type { Message } from './socket.ts'

/** Sent when settings change; pages load them again. */
const settingsMessage: Message = { topic: 'settings', payload: 'updated' }

/** Messages for a change: for its resource and for resources that show its fields under the same id. */
export function messagesOf({ resource, action, ids, version }: ChangeNotice): Message[] {
  if (resource === 'settings') return [settingsMessage]
  return [resource, ...resourcesShowing(resource)].map((topic) => ({
    topic,
    payload: { action, ids, version },
  }))
}

function resourcesShowing(resource: string): string[] {
  let names = namesByResource.get(resource)
  if (!names) {
    const shows = ({ storage }: Field) =>
      storage.in === 'beside' && storage.via === '_id' && storage.resource === resource
    const readers = everyDefinition.filter(({ fields }) => Object.values(fields).some(shows))
    namesByResource.set(resource, (names = readers.map(({ name }) => name)))
  }
  return names
}

const namesByResource = new Map<string, string[]>()

/** Messages after notifications were missed: every list may have changed. */
export function reloadMessages(): Message[] {
  const resources = Object.keys(definitions).filter((resource) => resource !== 'settings')
  return [
    ...resources.map((topic) => ({ topic, payload: { action: 'updated', ids: [], version: 0 } })),
    settingsMessage,
  ]
}

/**
 * Whether the caller's role gets messages of a topic: it may list all records of the resource. Roles that see only some records get
 * messages about those (`own-records.ts`), since even the id of another record would reveal something.
 */
export function mayReceive(caller: Caller, topic: string): boolean {
  if (topic === settingsMessage.topic) return true
  const definition = findDefinition(topic)
  return definition !== undefined && decide(definition.access, 'list', caller) === true
}
