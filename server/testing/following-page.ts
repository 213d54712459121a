import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../realtime/connections.ts'
import type { Service } from './load.ts'

/** A page that shows all members and follows their changes as `web/api/realtime.ts` does. */
export interface FollowingPage {
  /** Versions of the members that it shows, by id. */
  shown(): Map<string, number>
  /** Number of sockets so far. */
  connections(): number
}

/** As short as pages retry. In ms. */
const retryMs = 100

/** Opens a page. It connects again when its socket closes, each time to the next origin, and reads again after news. */
export function openFollowingPage({ origins, access }: Service, first = 0): FollowingPage {
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  const openedAt = performance.now()
  let members = new Map<string, number>()
  let count = first
  let socket: WebSocket | undefined
  let isReady = false
  let isClosed = false
  let reading: 'no' | 'yes' | 'again' = 'no'
  const origin = () => origins[count % origins.length] ?? ''

  async function read(): Promise<void> {
    if (reading !== 'no') {
      reading = 'again'
      return
    }
    for (reading = 'yes'; !isClosed; await sleep(retryMs)) {
      try {
        const answer = await fetch(`${origin()}/api/members?_limit=-1&_columns=memberNumber`, { headers })
        if (!answer.ok) continue
        const { data } = (await answer.json()) as { data: { _id: string; _version: number }[] }
        members = new Map(data.map(({ _id, _version }) => [_id, _version]))
      } catch {
        continue
      }
      if ((reading as string) !== 'again') break
      reading = 'yes'
    }
    reading = 'no'
  }

  function receive({ topic, payload }: Message): void {
    if (topic === 'handshake') {
      const { connectionId } = payload as { connectionId: string }
      const body = JSON.stringify({ connectionId, age: performance.now() - openedAt })
      // A page that lost contact is loaded again.
      fetch(`${origin()}/api/websocket/auth`, { method: 'POST', headers, body }).then(
        ({ ok }) => ok || socket?.close(),
        () => socket?.close(),
      )
    }
    // What changed before the first connection is told by the server.
    const isReconnected = topic === 'ready' && isReady
    if (topic === 'ready') isReady = true
    if (topic === 'members' || isReconnected) void read()
  }

  function connect(): void {
    socket = new WebSocket(`${origin().replace('http', 'ws')}/api/websocket`)
    socket.addEventListener('message', ({ data }) => receive(JSON.parse(String(data)) as Message))
    socket.addEventListener('close', () => {
      count++
      if (!isClosed) setTimeout(connect, retryMs)
    })
    // `close` follows.
    socket.addEventListener('error', () => {})
  }
  connect()
  void read()
  after(() => {
    isClosed = true
    socket?.close()
  })
  return { shown: () => members, connections: () => count - first + 1 }
}
