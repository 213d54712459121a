import { beforeEach, expect, it, vi } from 'vitest'
import { isTimedOut } from '../../api/client.ts'
import { serverState } from '../../api/server-status.ts'
import { jsonResponse, fakeServer, neverRespond } from '../../api/testing.ts'
import { storeTokens } from '../../api/tokens.ts'
import { exportList } from './export-list.ts'

/** Names of the saved files. */
let saved: string[]
const members = { resource: 'members', params: {}, columns: ['name'], format: 'csv' } as const

beforeEach(() => {
  saved = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  storeTokens({ access: 'old', refresh: 'r1' })
})

it('sends the usual headers', async () => {
  const { requests } = fakeServer(() => new Response('Nome'))
  await exportList(members)
  expect(requests[0]?.path).toBe('members/export')
  expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({
    accept: 'application/json',
    authorization: 'Bearer old',
    'calling-url': location.href,
  })
  expect(URL.createObjectURL).toHaveBeenCalledExactlyOnceWith(expect.any(Blob))
  expect(saved).toEqual(['members.csv'])
})

it('ends the session when the token refresh is refused', async () => {
  fakeServer(() => jsonResponse({ message: 'A sessão expirou.' }, 401))
  await expect(exportList(members)).rejects.toMatchObject({ status: 401, message: 'A sessão expirou.' })
  expect(localStorage).toHaveLength(0)
})

it('marks the server unreachable on a network error', async () => {
  fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(exportList(members)).rejects.toMatchObject({ code: 'network' })
  expect(serverState().status).toBe('unreachable')
})

it('saves no file and throws no error when the token refresh times out', async () => {
  vi.useFakeTimers()
  fakeServer(({ path }) => (path === 'auth/refresh' ? neverRespond() : jsonResponse({}, 401)))
  const outcome = exportList(members)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(isTimedOut(await outcome)).toBe(true)
  expect(saved).toEqual([])
})
