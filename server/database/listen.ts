import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'

export interface Listener {
  /** Calls the handler with the payload of each notification. Resolves when LISTEN is active, with a function that stops it. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => void>
  /** Calls the handler after a reconnect: notifications may have been missed, so caches that depend on them are stale. */
  onGap(handler: () => void): void
  close(): Promise<void>
}

/** Opens a connection for LISTEN, apart from the pool, that reconnects until it is closed. */
export async function openListener({ url, log }: { url: string; log: Log }): Promise<Listener> {
  const channels = new Map<string, Set<(payload: string) => void>>()
  const gapHandlers = new Set<() => void>()
  let closed = false
  let client = await connect()
  let queue: Promise<unknown> = Promise.resolve()

  const heartbeat = setInterval(() => {
    const current = client
    // Detects a server that vanished without closing the connection; ending the client triggers `reconnect`.
    enqueue(() => current.query('select')).catch(() => void current.end().catch(() => {}))
  }, HEARTBEAT)
  heartbeat.unref()

  return {
    async listen(channel, handler) {
      const handlers = channels.get(channel) ?? new Set()
      handlers.add(handler)
      const isNew = !channels.has(channel)
      channels.set(channel, handlers)
      // If the connection is down, `connect` listens to every channel again.
      if (isNew) await enqueue(() => listenTo(client, channel)).catch(() => {})
      return () => handlers.delete(handler)
    },
    onGap(handler) {
      gapHandlers.add(handler)
    },
    async close() {
      closed = true
      clearInterval(heartbeat)
      await client.end().catch(() => {})
    },
  }

  /** Queues queries: the connection runs one at a time. */
  function enqueue<T>(query: () => Promise<T>): Promise<T> {
    const answer = queue.then(query)
    queue = answer.catch(() => {})
    return answer
  }

  async function connect(): Promise<pg.Client> {
    const newClient = new pg.Client({
      connectionString: url,
      application_name: 'agremia listen',
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
    })
    newClient.on('error', () => {})
    newClient.on('notification', ({ channel, payload }) => {
      for (const handler of channels.get(channel) ?? []) runHandler(() => handler(payload ?? ''))
    })
    try {
      await newClient.connect()
      for (const channel of channels.keys()) await listenTo(newClient, channel)
    } catch (error) {
      await newClient.end().catch(() => {})
      throw error
    }
    newClient.once('end', () => void reconnect())
    return newClient
  }

  async function reconnect(): Promise<void> {
    for (let wait = 50; !closed; wait = Math.min(wait * 2, MAX_WAIT)) {
      try {
        client = await connect()
        if (closed) return await client.end()
        for (const handler of gapHandlers) runHandler(handler)
        return
      } catch (error) {
        log.warn({ err: error }, 'LISTEN failed; retrying')
        await sleep(wait, undefined, { ref: false })
      }
    }
  }

  function runHandler(work: () => void): void {
    try {
      work()
    } catch (error) {
      log.error({ err: error }, 'a notification handler failed')
    }
  }
}

const HEARTBEAT = 30_000
const MAX_WAIT = 5000

async function listenTo(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`)
}
