import type { Caller, Constraint } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import { definitions, allDefinitions, findDefinition } from '@agremia/resources/definitions/index.ts'
import type { Field } from '@agremia/resources/fields.ts'
import { toCamelCase } from '@agremia/resources/paths.ts'
import { many, sql } from '../database/sql.ts'
import type { ChangeNotice } from '../rest/changes.ts'
import { whereOf } from '../rest/list-conditions.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { joinsOf } from '../rest/select-rows.ts'
import type { Connection, Message } from './connections.ts'
import { send } from './connections.ts'

/** Sent when settings change; pages load them again. */
const settingsMessage: Message = { topic: 'settings', payload: 'updated' }

/** Topics that every authenticated socket gets: settings, and messages of the server. */
const topicsForEverybody = new Set(['settings', 'panic', 'debug'])

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
    const readers = allDefinitions.filter(({ fields }) => Object.values(fields).some(shows))
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
 * messages about those (`sendToOwners`), since even the id of another record would reveal something.
 */
export function mayReceive(caller: Caller, topic: string): boolean {
  if (topicsForEverybody.has(topic)) return true
  const definition = findDefinition(topic)
  return definition !== undefined && decide(definition.access, 'list', caller) === true
}

interface ChangePayload {
  action: string
  ids: string[]
  version: number
}

/** A connection whose user sees only the records with `field` = `owner` that satisfy `also`. */
interface Owner {
  connection: Connection
  field: string
  owner: string
  also: Constraint
}

/**
 * Sends clients who see only their own records of a resource the changed ones that are theirs. One query, none if no such client is
 * connected. When records are deleted or not named, sends only that the list may have changed, without ids.
 */
export async function sendToOwners(
  engine: Engine,
  connections: Iterable<Connection>,
  { topic, payload }: Message,
): Promise<void> {
  const owners = ownersOf(connections, topic)
  const [first] = owners
  if (!first) return
  const { action, ids, version } = payload as ChangePayload
  if (ids.length === 0 || action === 'deleted') {
    const unnamed = { topic, payload: { action: 'updated', ids: [], version: 0 } }
    for (const { connection } of owners) send(connection.socket, unnamed)
    return
  }
  const plan = planOf(engine, topic)
  const expression = plan.expressions[first.field]?.sql
  if (plan.definition.kind === 'computed' || expression === undefined) return
  // The same for all members: only the owner differs.
  const also = whereOf(plan, { filters: [], words: [] }, first.also).sql
  const rows = await many(
    engine.world.database.pool,
    sql`SELECT t.id, ${expression}::text AS owner FROM ${plan.table} t ${joinsOf(plan.through)}
           WHERE t.id = ANY(${ids}::uuid[]) AND ${expression} = ANY(${[...new Set(owners.map(({ owner }) => owner))]}::uuid[]) AND ${also}`,
    { id: 'uuid', owner: 'text' },
  )
  const byOwner = Map.groupBy(rows, ({ owner }) => owner)
  for (const { connection, owner } of owners) {
    const own = byOwner.get(owner)?.map(({ id }) => id)
    if (own) send(connection.socket, { topic, payload: { action, ids: own, version } })
  }
}

function ownersOf(connections: Iterable<Connection>, topic: string): Owner[] {
  const definition = findDefinition(toCamelCase(topic))
  if (!definition) return []
  return [...connections].flatMap((connection) => {
    const decision = connection.identity && decide(definition.access, 'list', connection.identity.caller)
    if (typeof decision !== 'object') return []
    const [[field, owner] = [], ...others] = Object.entries(decision)
    if (field === undefined || typeof owner !== 'string') return []
    return [{ connection, field, owner, also: Object.fromEntries(others) }]
  })
}

/** Longer than from a page's first request to its socket, also on a slow phone. In ms. */
const maxAgeMs = 60_000
/** For delays of notifications and clock granularity. In ms. */
const marginMs = 2_000
/** An import changes thousands of records, but in few notices. */
const maxNotices = 500

/** Recent changes, for pages whose socket connects after their first reads. */
export interface RecentChanges {
  add(notice: ChangeNotice): void
  /** Changes of the last `age` milliseconds (at most a minute), oldest first; empty when `age` is 0. */
  since(age: number): ChangeNotice[]
}

export function createRecentChanges(now: () => number): RecentChanges {
  let notices: { at: number; notice: ChangeNotice }[] = []
  const sinceTime = (time: number) => notices.filter(({ at }) => at >= time)
  return {
    add(notice) {
      if (notices.length >= maxNotices) notices = sinceTime(now() - maxAgeMs).slice(-maxNotices / 2)
      notices.push({ at: now(), notice })
    },
    since(age) {
      if (age <= 0) return []
      return sinceTime(now() - Math.min(age + marginMs, maxAgeMs)).map(({ notice }) => notice)
    },
  }
}
