import type { Explainer } from '@agremia/resources/descriptor.ts'
import type { QueryClient } from '@tanstack/react-query'
import { toCamelCase } from '@agremia/resources/letter-case.ts'
import { keys, refreshSettings, rememberNewsVersion } from './queries.ts'
import { invalidate } from './query-client.ts'
import { onRefreshed } from './refresh.ts'
import { listenForChanges, send } from './send.ts'
import { markLive, markUnreachable } from './server-status.ts'
import { accessToken } from './tokens.ts'

interface RealtimeMessage {
  topic: string
  payload?: unknown
}

interface ResourceNews {
  action: 'created' | 'updated' | 'deleted'
  ids: string[]
  version?: number
}

const pingInterval = 55_000
const unreachableAfter = 1_000
const quickRetry = 250
const slowRetry = 5_000

/**
 * Keeps a WebSocket open while somebody is logged in, and dispatches its messages as window events `ws:<topic>`
 * with the payload in `detail`. Returns a function that closes it.
 */
export function connectRealtime(): () => void {
  if (accessToken() === null || !('WebSocket' in window)) return () => undefined
  const connection = new Connection()
  connection.open()
  return () => connection.stop()
}

/** Sends a message if the connection is open. */
export function sendToServer(message: RealtimeMessage): void {
  if (openSocket?.readyState === WebSocket.OPEN) openSocket.send(JSON.stringify(message))
}

let openSocket: WebSocket | undefined

/** Invalidates queries of what news and answers to writes say that changed. Returns the unsubscriber. */
export function refreshOnNews(client: QueryClient): () => void {
  let isFirst = true
  const onMessage = (event: Event) => {
    const { topic, payload } = (event as CustomEvent<RealtimeMessage>).detail
    if (topic === 'settings' && (payload === 'updated' || isNews(payload))) void refreshSettings(client)
    if (topic === 'ready') isFirst = catchUp(client, isFirst)
    if (isNews(payload)) refresh(client, toCamelCase(topic), payload)
  }
  window.addEventListener(anyMessage, onMessage)
  listenForChanges((resources) => {
    for (const resource of resources) refresh(client, resource, { ids: [] })
    if (resources.includes('settings')) void refreshSettings(client)
  })
  const forget = onRefreshed(() => {
    void invalidate(client, keys.settings)
    void invalidate(client, keys.explainer)
  })
  return () => {
    window.removeEventListener(anyMessage, onMessage)
    listenForChanges(undefined)
    forget()
  }
}

const anyMessage = 'ws'

function refresh(
  client: QueryClient,
  resource: string,
  { ids, version = 0 }: Pick<ResourceNews, 'ids' | 'version'>,
): void {
  void invalidate(client, keys.lists(resource))
  if (isWork(client, resource)) void invalidate(client, keys.work)
  if (ids.length === 0) void invalidate(client, keys.records(resource))
  for (const id of ids) {
    rememberNewsVersion(resource, id, version)
    void invalidate(client, keys.record(resource, id))
  }
}

/** Whether the resource's records are background work. */
function isWork(client: QueryClient, resource: string): boolean {
  return client.getQueryData<Explainer>(keys.explainer)?.resources[resource]?.work !== undefined
}

/**
 * After a reconnection everything is invalidated, because news may have been missed. The first connection needs
 * none: the server sends the changes since the page was loaded.
 */
function catchUp(client: QueryClient, isFirst: boolean): false {
  if (!isFirst) {
    void client.invalidateQueries({ queryKey: ['list'] })
    void client.invalidateQueries({ queryKey: ['record'] })
    void refreshSettings(client)
  }
  return false
}

class Connection {
  #socket: WebSocket | undefined
  #ping: ReturnType<typeof setInterval> | undefined
  #check: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #stopped = false

  open(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/websocket`)
    this.#socket = socket
    openSocket = socket
    let wasOpen = false
    socket.addEventListener('open', () => {
      wasOpen = true
      this.#opened()
    })
    socket.addEventListener('message', (event) => receive(event.data))
    socket.addEventListener('close', () => this.#closed(wasOpen))
  }

  stop(): void {
    this.#stopped = true
    this.#clearTimers()
    this.#cancelCheck()
    markLive(false)
    this.#socket?.close()
  }

  #opened(): void {
    this.#cancelCheck()
    markLive(true)
    ping()
    this.#ping = setInterval(ping, pingInterval)
  }

  /**
   * A socket that was open reconnects at once; if that fails for a second, the server is unreachable. A socket
   * that never opened is retried slowly: a proxy may block WebSockets while HTTP works.
   */
  #closed(wasOpen: boolean): void {
    this.#clearTimers()
    if (this.#stopped) return
    markLive(false)
    if (wasOpen) {
      this.#check = setTimeout(() => this.#lost(), unreachableAfter)
      this.open()
    } else {
      this.#retry = setTimeout(() => this.open(), this.#check === undefined ? slowRetry : quickRetry)
    }
  }

  #lost(): void {
    this.#check = undefined
    markUnreachable()
  }

  #cancelCheck(): void {
    clearTimeout(this.#check)
    this.#check = undefined
  }

  #clearTimers(): void {
    clearInterval(this.#ping)
    clearTimeout(this.#retry)
  }
}

function ping(): void {
  sendToServer({ topic: 'ping' })
}

function receive(data: unknown): void {
  const message = parse(data)
  if (!message) return
  if (message.topic === 'handshake') void authenticate(message.payload)
  window.dispatchEvent(new CustomEvent(`ws:${message.topic}`, { detail: message.payload }))
  window.dispatchEvent(new CustomEvent<RealtimeMessage>(anyMessage, { detail: message }))
}

/**
 * Authenticates the connection; without it the server sends no news of the organisation. Refusals are logged by
 * the server.
 */
async function authenticate(payload: unknown): Promise<void> {
  const connectionId = isObject(payload) ? payload.connectionId : payload
  await send({
    method: 'POST',
    path: 'websocket/auth',
    body: { connectionId, age: performance.now() },
  }).catch(() => undefined)
}

function parse(data: unknown): RealtimeMessage | undefined {
  try {
    const message = JSON.parse(String(data)) as unknown
    return isObject(message) && typeof message.topic === 'string'
      ? { topic: message.topic, payload: message.payload }
      : undefined
  } catch {
    return undefined
  }
}

function isNews(payload: unknown): payload is ResourceNews {
  return isObject(payload) && Array.isArray(payload.ids)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
