import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cacheRecord, keys } from './queries.ts'
import { connectRealtime, refreshOnNews } from './realtime.ts'
import { announceChanges } from './send.ts'
import { serverState } from './server-status.ts'
import { jsonResponse, fakeServer } from './testing.ts'
import { storeTokens } from './tokens.ts'

class FakeSocket extends EventTarget {
  static all: FakeSocket[] = []
  sent: unknown[] = []
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.all.push(this)
  }

  send(text: string) {
    this.sent.push(JSON.parse(text))
  }

  close() {
    this.dispatchEvent(new Event('close'))
  }

  open() {
    this.dispatchEvent(new Event('open'))
  }

  receives(message: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

let disconnect = () => {}
const socket = (index: number) => {
  const found = FakeSocket.all.at(index)
  if (!found) throw new Error(`there is no socket ${index}`)
  return found
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  storeTokens({ access: 'a', refresh: 'r' })
})

afterEach(() => {
  disconnect()
})

it('connects only with a session', () => {
  localStorage.clear()
  disconnect = connectRealtime()
  expect(FakeSocket.all).toHaveLength(0)
})

it('pings on open and every 55 seconds', () => {
  disconnect = connectRealtime()
  expect(socket(0).url).toBe('ws://localhost/api/websocket')
  expect(serverState().live).toBe(false)
  socket(0).open()
  expect(serverState().live).toBe(true)
  vi.advanceTimersByTime(54_999)
  expect(socket(0).sent).toEqual([{ topic: 'ping' }])
  vi.advanceTimersByTime(1)
  expect(socket(0).sent).toHaveLength(2)
})

it('authenticates its connection after the handshake', async () => {
  const { requests } = fakeServer(() => jsonResponse(undefined, 204))
  disconnect = connectRealtime()
  socket(0).open()
  socket(0).receives({ topic: 'handshake', payload: { connectionId: 'c1' } })
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: 'websocket/auth',
    body: { connectionId: 'c1', age: expect.any(Number) },
  })
})

it('reconnects at once when an open socket closes', () => {
  disconnect = connectRealtime()
  socket(0).open()
  socket(0).close()
  expect(serverState().live).toBe(false)
  expect(FakeSocket.all).toHaveLength(2)
  socket(1).open()
  vi.advanceTimersByTime(5_000)
  expect(serverState()).toMatchObject({ live: true, status: 'ok' })
})

it('marks the server unreachable when it cannot reconnect within a second', () => {
  disconnect = connectRealtime()
  socket(0).open()
  socket(0).close()
  socket(1).close()
  vi.advanceTimersByTime(999)
  expect(serverState().status).toBe('ok')
  vi.advanceTimersByTime(1)
  expect(serverState().status).toBe('unreachable')
})

it('retries after five seconds when it never opened, without marking the server unreachable', () => {
  disconnect = connectRealtime()
  socket(0).close()
  vi.advanceTimersByTime(4_999)
  expect(FakeSocket.all).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(FakeSocket.all).toHaveLength(2)
  expect(serverState().status).toBe('ok')
})

it('does not reconnect after it is stopped', () => {
  connectRealtime()()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(1)
})

it('dispatches messages as window events', () => {
  const received: unknown[] = []
  window.addEventListener('ws:settings', (event) => received.push((event as CustomEvent).detail), {
    once: true,
  })
  disconnect = connectRealtime()
  socket(0).receives({ topic: 'settings', payload: 'updated' })
  socket(0).receives('no message')
  expect(received).toEqual(['updated'])
})

it('invalidates what changed, and everything after a reconnection', () => {
  const client = new QueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  const forget = refreshOnNews(client)
  disconnect = connectRealtime()
  const refreshed = () => invalidate.mock.calls.map(([filter]) => filter?.queryKey)
  socket(0).receives({ topic: 'members', payload: { action: 'updated', ids: ['7'], version: 2 } })
  expect(refreshed()).toEqual([keys.lists('members'), keys.record('members', '7')])
  invalidate.mockClear()
  socket(0).receives({ topic: 'settings', payload: 'updated' })
  expect(refreshed()).toContainEqual(keys.settings)
  invalidate.mockClear()
  socket(0).receives({ topic: 'ready', payload: {} })
  expect(refreshed()).toEqual([])
  socket(0).receives({ topic: 'ready', payload: {} })
  expect(refreshed()).toEqual(expect.arrayContaining([['list'], ['record'], keys.settings, keys.explainer]))
  forget()
})

it('invalidates the lists and records of the resources that an answer names', () => {
  const client = new QueryClient()
  const queryKeys = [
    keys.lists('payments'),
    keys.record('payments', '7'),
    keys.lists('members'),
    keys.record('members', '7'),
    keys.settings,
  ]
  for (const queryKey of queryKeys) client.setQueryData(queryKey, {})
  const stale = () => queryKeys.filter((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
  const forget = refreshOnNews(client)
  announceChanges(null)
  expect(stale()).toEqual([])
  announceChanges('payments,memberBalances')
  expect(stale()).toEqual([keys.lists('payments'), keys.record('payments', '7')])
  announceChanges('settings')
  expect(stale()).toContainEqual(keys.settings)
  forget()
  announceChanges('members')
  expect(stale()).not.toContainEqual(keys.lists('members'))
})

it('a first read that is in flight when its record changes is read again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const answers: ((text: string) => void)[] = []
  const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
  const forget = refreshOnNews(client)
  disconnect = connectRealtime()
  const stop = new QueryObserver(client, { queryKey: keys.record('members', '7'), queryFn }).subscribe(
    () => undefined,
  )
  for (const version of [2, 3])
    socket(0).receives({ topic: 'members', payload: { action: 'updated', ids: ['7'], version } })
  expect(queryFn).toHaveBeenCalledTimes(1)
  answers[0]?.('before')
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2))
  answers[1]?.('after')
  await vi.waitFor(() => expect(client.getQueryData(keys.record('members', '7'))).toBe('after'))
  expect(queryFn).toHaveBeenCalledTimes(2)
  stop()
  forget()
})

it('a first read of the settings that is in flight when they change is read again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const answers: ((text: string) => void)[] = []
  const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
  const forget = refreshOnNews(client)
  disconnect = connectRealtime()
  const stop = new QueryObserver(client, { queryKey: keys.explainer, queryFn }).subscribe(() => undefined)
  socket(0).receives({ topic: 'settings', payload: 'updated' })
  answers[0]?.('before')
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2))
  answers[1]?.('after')
  await vi.waitFor(() => expect(client.getQueryData(keys.explainer)).toBe('after'))
  stop()
  forget()
})

it('only an answer older than the announced version is read again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const forget = refreshOnNews(client)
  disconnect = connectRealtime()
  const again = (id: string) =>
    invalidate.mock.calls.filter(
      ([filter]) => JSON.stringify(filter?.queryKey) === JSON.stringify(keys.record('messageBatches', id)),
    ).length
  for (const [id, version] of [
    ['late', 2],
    ['own', 1],
  ] as const)
    socket(0).receives({ topic: 'messageBatches', payload: { action: 'updated', ids: [id], version } })
  invalidate.mockClear()
  for (const id of ['late', 'own', 'unannounced'])
    cacheRecord(client, 'messageBatches', { _id: id, _version: 1 })
  expect([again('late'), again('own'), again('unannounced')]).toEqual([1, 0, 0])
  expect(client.getQueryData(keys.record('messageBatches', 'own'))).toMatchObject({ _version: 1 })
  forget()
})
