import type { Role } from '@agremia/resources/access.ts'
import { definitions, allDefinitions, findDefinition } from '@agremia/resources/definitions/index.ts'
import type { Field } from '@agremia/resources/fields.ts'
import type { ChangeNotice } from '../rest/changes.ts'
import { planOf } from '../rest/modules.ts'
import { findShared, shareOf } from '../rest/owners.ts'
import type { Share, SharedRecord } from '../rest/owners.ts'
import type { Message } from './connections.ts'
import type { World } from '../rest/modules.ts'

/** Sent when settings change; pages load them again. */
const settingsMessage: Message = { topic: 'settings', payload: 'updated' }

/** A message for the sockets whose users may read what it is about. */
export interface News extends Message {
  /** As JSON, made once for all sockets. */
  text: string
  /** Who gets it of a role: everybody, nobody, or those who may read one of the records. */
  access(role: Role): boolean | Share
  /**
   * Of a role that reads a share: for each owner its message, or one message for the whole role. Queried once, however many sockets
   * there are, and when the first one needs it.
   */
  shared(role: Role): Promise<Message | Map<string, Message> | undefined>
}

/** A message for everybody: settings, and messages of the server. */
export function newsForEverybody(message: Message): News {
  return {
    ...message,
    text: JSON.stringify(message),
    access: () => true,
    shared: async () => undefined,
  }
}

/** News of a change: of its resource and of resources that show its fields under the same id. */
export function newsOf(world: World, notice: ChangeNotice): News[] {
  if (notice.resource === 'settings') return [newsForEverybody(settingsMessage)]
  return [notice.resource, ...resourcesShowing(notice.resource)].map((topic) =>
    newsOfTopic(world, topic, notice),
  )
}

function newsOfTopic(world: World, topic: string, notice: ChangeNotice): News {
  const { action, ids, version } = notice
  const definition = findDefinition(topic)
  const payload = { action, ids, version }
  const shared = new Map<Role, ReturnType<News['shared']>>()
  const access = (role: Role) => definition !== undefined && shareOf(definition, role)
  return {
    topic,
    payload,
    text: JSON.stringify({ topic, payload }),
    access,
    shared(role) {
      const share = access(role)
      if (typeof share === 'boolean') return Promise.resolve(undefined)
      const known = shared.get(role) ?? messagesForShare(world, topic, notice, share)
      shared.set(role, known)
      return known
    },
  }
}

/**
 * When records are not named, or deleted and no longer known whose they were, everybody of the role is told that the list may have
 * changed, without ids: even the id of another's record would reveal something.
 */
async function messagesForShare(
  world: World,
  topic: string,
  { action, ids, version, owner }: ChangeNotice,
  share: Share,
): ReturnType<News['shared']> {
  const messageOf = (some: readonly string[]) => ({ topic, payload: { action, ids: some, version } })
  const { ownerField } = share
  if (ownerField !== undefined && owner !== undefined)
    return owner === null ? undefined : new Map([[owner, messageOf(ids)]])
  if (ids.length === 0 || action === 'deleted')
    return { topic, payload: { action: 'updated', ids: [], version: 0 } }
  if (findDefinition(topic)?.kind === 'computed') return undefined
  const plan = planOf(world, topic)
  const records = await findShared(world.database.pool, plan, ids, share)
  if (ownerField === undefined)
    return records.length === 0 ? undefined : messageOf(records.map(({ id }) => id))
  const owned = records.filter((record): record is SharedRecord & { owner: string } => record.owner !== null)
  const byOwner = Map.groupBy(owned, (record) => record.owner)
  return new Map([...byOwner].map(([of, some]) => [of, messageOf(some.map(({ id }) => id))]))
}

function resourcesShowing(resource: string): string[] {
  let names = namesByResource.get(resource)
  if (!names) {
    const shows = ({ storage }: Field) =>
      storage.in === 'beside' && storage.via === '_id' && storage.resource === resource
    const readers = allDefinitions.filter(({ fields }) => Object.values(fields).some(shows))
    namesByResource.set(resource, (names = readers.map(({ name }) => name)))
  }
  return names
}

const namesByResource = new Map<string, string[]>()

/** News after notifications were missed: every list may have changed. */
export function reloadNews(world: World): News[] {
  const resources = Object.keys(definitions).filter((resource) => resource !== 'settings')
  return [
    ...resources.map((resource) =>
      newsOfTopic(world, resource, { resource, action: 'updated', ids: [], version: 0 }),
    ),
    newsForEverybody(settingsMessage),
  ]
}

/** Longer than from a page's first request to its socket, also on a slow phone. In ms. */
const maxAgeMs = 60_000
/** For delays of notifications and clock granularity. In ms. */
const marginMs = 2_000
/** An import changes thousands of records, but in few notices. */
const maxNotices = 500

/** News of recent changes, for pages whose socket connects after their first reads. */
export interface RecentNews {
  add(news: readonly News[]): void
  /** News of the last `age` milliseconds (at most a minute), oldest first; empty when `age` is 0. */
  since(age: number): News[]
}

export function createRecentNews(now: () => number): RecentNews {
  let all: { at: number; news: readonly News[] }[] = []
  const sinceTime = (time: number) => all.filter(({ at }) => at >= time)
  return {
    add(news) {
      if (all.length >= maxNotices) all = sinceTime(now() - maxAgeMs).slice(-maxNotices / 2)
      all.push({ at: now(), news })
    },
    since(age) {
      if (age <= 0) return []
      return sinceTime(now() - Math.min(age + marginMs, maxAgeMs)).flatMap(({ news }) => news)
    },
  }
}
