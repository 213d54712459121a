import { beforeEach, expect, it, vi } from 'vitest'
import { api } from './client.ts'
import { listenForChanges } from './send.ts'
import { serverState } from './server-status.ts'
import { fakeServer } from './testing.ts'
import { storeTokens } from './tokens.ts'

let sent: FakeTransfer[]

beforeEach(() => {
  storeTokens({ access: 'old', refresh: 'r1' })
  sent = []
  vi.stubGlobal('XMLHttpRequest', FakeTransfer)
})

it('sends the usual headers, and marks the server unreachable on a network error', async () => {
  await expect(send(0)).rejects.toMatchObject({ status: 0, code: 'network', failure: 'Photo upload failed' })
  expect(sent[0]?.headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer old' })
  expect(sent[0]?.headers['calling-url']).toBe(location.href)
  expect(serverState().status).toBe('unreachable')
})

it('marks the server unreachable when the token refresh has no connection', async () => {
  fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(send(401)).rejects.toMatchObject({ code: 'network' })
  expect(serverState().status).toBe('unreachable')
  expect(localStorage.getItem('refreshToken')).toBe('r1')
})

it('a refusal throws the server’s message', async () => {
  await expect(send(413)).rejects.toMatchObject({ status: 413, message: 'Demasiado grande.' })
  expect(serverState().status).toBe('ok')
})

it('tells the listener which resources a stored file changed, and nothing of a refused one', async () => {
  const changed: (readonly string[])[] = []
  listenForChanges((resources) => changed.push(resources))
  await send(201)
  await expect(send(413)).rejects.toMatchObject({ status: 413 })
  listenForChanges(undefined)
  expect(changed).toEqual([['people', 'members']])
})

let answered: number

function send(status: number): Promise<unknown> {
  answered = status
  return api.upload({ path: 'photos/1', files: [new File(['x'], 'x.png')], failure: 'Photo upload failed' })
}

/** Answers at once with `status`; 0 is a network error. */
class FakeTransfer extends EventTarget {
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  readonly response = { message: 'Demasiado grande.' }
  status = 0

  open(): void {
    sent.push(this)
  }

  getResponseHeader(name: string): string | null {
    return name === 'x-changed' ? 'people,members' : null
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }

  send(): void {
    this.status = answered
    this.dispatchEvent(new Event(answered === 0 ? 'error' : 'load'))
  }
}
