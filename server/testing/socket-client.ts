import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Message } from '../realtime/connections.ts'
import type { TestUser } from './test-app.ts'

/** Timeout in ms for messages that never come. */
export const messageTimeoutMs = 60_000

export interface SocketClient {
  connectionId: string
  received: Message[]
  socket: WebSocket
  closed: Promise<{ code: number; reason: string }>
  /** Resolves with the payload of the next message of the topic, and removes it from `received`. */
  next(topic: string): Promise<unknown>
  /** Resolves when the client has received everything that the server sent it until now. */
  caughtUp(): Promise<void>
}

const clients: SocketClient[] = []
after(() => clients.forEach(({ socket }) => socket.close()))

/** Opens a socket of the application at an address. */
export async function openSocket(address: string): Promise<SocketClient> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/websocket`)
  const received: Message[] = []
  const waiting = new Set<() => void>()
  socket.addEventListener('message', ({ data }) => {
    received.push(JSON.parse(String(data)) as Message)
    for (const wake of waiting) wake()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason })),
  )
  const next = async (topic: string): Promise<unknown> => {
    const deadline = Date.now() + messageTimeoutMs
    for (;;) {
      const index = received.findIndex((message) => message.topic === topic)
      if (index >= 0) return received.splice(index, 1)[0]?.payload
      if (Date.now() > deadline) throw new Error(`no message on ${topic}`)
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, 200)
        waiting.add(wake)
      })
    }
  }
  const caughtUp = async () => {
    socket.send('{"topic":"ping"}')
    await next('pong')
  }
  const client = { connectionId: '', received, socket, closed, next, caughtUp }
  clients.push(client)
  const { connectionId } = (await next('handshake')) as { connectionId: string }
  return Object.assign(client, { connectionId })
}

/** Authenticates a socket through the process at the address, which need not be the socket's. Returns the status. */
export async function authenticateSocket(
  { connectionId }: Pick<SocketClient, 'connectionId'>,
  user: TestUser,
  address: string,
  age?: number,
): Promise<number> {
  const response = await fetch(`${address}/api/websocket/auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.tokens.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ connectionId, age }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Opens a socket of a user. */
export async function openSocketOf(user: TestUser, address: string): Promise<SocketClient> {
  const client = await openSocket(address)
  assert.equal(await authenticateSocket(client, user, address), 204)
  await client.next('ready')
  return client
}
