import { randomUUID } from 'node:crypto'
import { isStaff } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { findDefinition } from '@agremia/resources/definitions/index.ts'
import { compareNames } from '@agremia/resources/rules/names.ts'
import { execute, sql } from '../database/sql.ts'
import { planOf } from '../rest/modules.ts'
import { findShared, shareOf } from '../rest/owners.ts'
import type { Connection } from './connections.ts'
import { send } from './connections.ts'
import type { World } from '../rest/modules.ts'

/** Channel between processes: who has which record open. */
const presenceChannel = 'agremia_presence'
/** Collects changes, so that somebody who walks through records causes few notifications. In ms. */
const announceDelayMs = 100
/** Interval of the heartbeat of a process with open records. In ms. */
const aliveEveryMs = 2_000
/** A process without notices for this long was killed. In ms. */
const silenceMs = 6_000
/** PostgreSQL limits payloads to 8000 bytes. */
const maxPeople = 20
const maxNameLength = 100

interface Person {
  id: string
  name: string
}

/** A record that a page shows. */
interface OpenRecord {
  resource: string
  id: string
}

/**
 * A notice to the other processes: who has a record open here. Records are sent only when they change, so there is also a heartbeat
 * (`alive`), the start of a complete list (`listing`), a request for the lists of the others (`requesting`), and `stopping`.
 */
type Notice = { process: string } & (
  | { record: string; people: Person[] }
  | { state: 'alive' | 'listing' | 'stopping' | 'requesting' }
)

export interface Presence {
  /** Handles a message of a client: the record that its page shows now, or null. */
  open(connection: Connection, payload: unknown): void
  /** The socket has another caller, who may see another's records or fewer. */
  identify(connection: Connection): void
  /** The socket closed. */
  close(connection: Connection): void
  /** Notifies the other processes that nobody is here any more. */
  stop(): Promise<void>
}

interface Viewer {
  record: string
  /** The last message, since only changes are sent. */
  sent: string
}

/** Who else of the staff has a record open, in all processes. Nothing is stored: a process that was killed is forgotten. */
export async function createPresence(world: World): Promise<Presence> {
  const me = randomUUID()
  const now = () => world.clock().getTime()
  const wanted = new Map<Connection, OpenRecord | undefined>()
  const viewers = new Map<Connection, Viewer>()
  const viewersOf = new Map<string, Set<Connection>>()
  const others = new Map<string, { lastNoticeAt: number; records: Map<string, Person[]> }>()
  const changed = new Set<string>()
  let isStopping = false
  let notified: Promise<unknown> = Promise.resolve()
  let announcing: ReturnType<typeof setTimeout> | undefined

  const stopListening = await world.listener.listen(presenceChannel, (payload) =>
    receive(JSON.parse(payload) as Notice),
  )
  world.listener.onGap(() => {
    void notify([{ process: me, state: 'requesting' }])
    sendList()
  })
  const alive = setInterval(() => {
    if (viewers.size > 0) void notify([{ process: me, state: 'alive' }])
    for (const [process, { lastNoticeAt }] of others)
      if (lastNoticeAt < now() - silenceMs) others.delete(process)
    for (const record of viewersOf.keys()) updatePages(record)
  }, aliveEveryMs)
  alive.unref()
  void notify([{ process: me, state: 'requesting' }])

  return {
    open: (connection, payload) => show(connection, recordOf(payload)),
    identify(connection) {
      const record = wanted.get(connection)
      // Copies the record, so that the result of a check for the former caller, which compares objects, is ignored.
      show(connection, record && { ...record })
    },
    close(connection) {
      wanted.delete(connection)
      leave(connection)
    },
    async stop() {
      isStopping = true
      clearInterval(alive)
      clearTimeout(announcing)
      stopListening()
      await notify([{ process: me, state: 'stopping' }])
    },
  }

  function show(connection: Connection, record: OpenRecord | undefined): void {
    leave(connection)
    wanted.set(connection, record)
    if (record === undefined) return
    mayRead(world, connection, record).then(
      (isAllowed) => {
        // The page may show another record meanwhile.
        if (isAllowed && wanted.get(connection) === record) enter(connection, record)
      },
      (error: unknown) => world.log.warn({ err: error }, 'could not check who may see who has a record open'),
    )
  }

  function enter(connection: Connection, { resource, id }: OpenRecord): void {
    leave(connection)
    const record = `${resource}/${id}`
    viewers.set(connection, { record, sent: '' })
    viewersOf.set(record, (viewersOf.get(record) ?? new Set()).add(connection))
    announce(record)
  }

  function leave(connection: Connection): void {
    const viewer = viewers.get(connection)
    if (!viewer) return
    viewers.delete(connection)
    const same = viewersOf.get(viewer.record)
    same?.delete(connection)
    if (same?.size === 0) viewersOf.delete(viewer.record)
    announce(viewer.record)
  }

  function announce(record: string): void {
    if (isStopping) return
    changed.add(record)
    updatePages(record)
    announcing ??= setTimeout(() => {
      announcing = undefined
      const notices = [...changed].map((one) => ({ process: me, record: one, people: peopleHere(one) }))
      changed.clear()
      void notify(notices)
    }, announceDelayMs)
  }

  function sendList(): void {
    if (isStopping) return
    const records = [...viewersOf.keys()]
    void notify([
      { process: me, state: 'listing' },
      ...records.map((record) => ({ process: me, record, people: peopleHere(record) })),
    ])
  }

  function peopleHere(record: string): Person[] {
    const callers = [...(viewersOf.get(record) ?? [])].flatMap(({ identity }) => identity?.caller ?? [])
    return distinct(callers.map(({ id, name }) => ({ id, name: name.slice(0, maxNameLength) })))
  }

  /** One after the other: over several connections, a later notice could arrive before an earlier one. */
  function notify(notices: Notice[]): Promise<unknown> {
    const payloads = notices.map((notice) => JSON.stringify(notice))
    notified = notified
      .then(() =>
        execute(
          world.database.pool,
          sql`SELECT pg_notify(${presenceChannel}, payload) FROM unnest(${payloads}::text[]) AS payload`,
        ),
      )
      .catch((error: unknown) =>
        world.log.warn({ err: error }, 'could not notify other processes of open records'),
      )
    return notified
  }

  function receive(notice: Notice): void {
    if (notice.process === me) return
    if ('state' in notice && notice.state === 'requesting') return sendList()
    if ('state' in notice && notice.state === 'stopping') return forget(notice.process)
    const known = others.get(notice.process)
    const other = known ?? { lastNoticeAt: 0, records: new Map<string, Person[]>() }
    other.lastNoticeAt = now()
    others.set(notice.process, other)
    if ('record' in notice) {
      if (notice.people.length > 0) other.records.set(notice.record, notice.people)
      else other.records.delete(notice.record)
      updatePages(notice.record)
    } else if (notice.state === 'listing') {
      // The next heartbeat removes people of records that are not listed again.
      other.records.clear()
    } else if (!known) void notify([{ process: me, state: 'requesting' }])
  }

  function forget(process: string): void {
    const records = others.get(process)?.records ?? []
    others.delete(process)
    for (const [record] of records) updatePages(record)
  }

  /** Sends the pages of this process that show a record who else has it open, if that changed. */
  function updatePages(record: string): void {
    const connections = viewersOf.get(record)
    if (!connections) return
    const elsewhere = [...others.values()].flatMap(({ records }) => records.get(record) ?? [])
    const people = distinct([...peopleHere(record), ...elsewhere])
    const [resource, id] = record.split('/')
    for (const connection of connections) {
      const viewer = viewers.get(connection)
      const rest = people.filter((person) => person.id !== connection.identity?.caller.id)
      const text = JSON.stringify(rest)
      if (!viewer || viewer.sent === text || (viewer.sent === '' && rest.length === 0)) continue
      viewer.sent = text
      send(connection.socket, { topic: 'presence', payload: { resource, id, people: rest } })
    }
  }
}

/** Each person once, by name. */
function distinct(people: readonly Person[]): Person[] {
  const byId = new Map(people.map((person) => [person.id, person]))
  return [...byId.values()].sort((a, b) => compareNames(a.name, b.name)).slice(0, maxPeople)
}

function recordOf(payload: unknown): OpenRecord | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined
  const { resource, id } = payload as Record<string, unknown>
  return typeof resource === 'string' && isId(id) ? { resource, id: id.toLowerCase() } : undefined
}

/** Whether the connection's user is of the staff and may read the record. */
async function mayRead(
  world: World,
  { identity }: Connection,
  { resource, id }: OpenRecord,
): Promise<boolean> {
  const definition = findDefinition(resource)
  if (!identity || !definition || definition.kind === 'computed' || !isStaff(identity.caller)) return false
  const share = shareOf(definition, identity.caller.role)
  if (typeof share === 'boolean') return share
  const { caller } = identity
  const [found] = await findShared(world.database.pool, planOf(world, resource), [id], share)
  const isOwn = found?.owner === caller.id || found?.owner === caller.personId
  return found !== undefined && (share.ownerField === undefined || isOwn)
}
