import { beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import { serverState } from '../api/server-status.ts'
import { jsonResponse, fakeServer } from '../api/testing.ts'
import { reloadWhenCodeIsGone } from './reload-page.ts'

reloadWhenCodeIsGone()
let reload: MockInstance<() => void>

beforeEach(() => {
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
})

function failPreload(): boolean {
  const event = new Event('vite:preloadError', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('reloads once when the server responds', async () => {
  fakeServer(() => jsonResponse({ status: 'ok' }))
  expect(failPreload()).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(failPreload(), 'the error screen is shown').toBe(false)
  expect(serverState().status).toBe('ok')
})

it('marks the server unreachable, without a reload, when it does not respond', async () => {
  fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(failPreload()).toBe(true)
  await vi.waitFor(() => expect(serverState().status).toBe('unreachable'))
  expect(reload).not.toHaveBeenCalled()
})
