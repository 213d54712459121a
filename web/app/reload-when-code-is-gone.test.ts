import { beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import { serverState } from '../api/server-status.ts'
import { answer, fakeServer, freshBrowser } from '../api/testing.ts'
import { reloadWhenCodeIsGone } from './reload-when-code-is-gone.ts'

reloadWhenCodeIsGone()
let reload: MockInstance<() => void>

beforeEach(() => {
  freshBrowser()
  reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
})

function lackCode(): boolean {
  const event = new Event('vite:preloadError', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('of a server that answers loads the page again, once', async () => {
  fakeServer(() => answer({ status: 'ok' }))
  expect(lackCode()).toBe(true)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(lackCode(), 'the screen says that it broke').toBe(false)
  expect(serverState().status).toBe('ok')
})

it('of a server that does not answer is lost contact, and the page stays', async () => {
  fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(lackCode()).toBe(true)
  await vi.waitFor(() => expect(serverState().status).toBe('unreachable'))
  expect(reload).not.toHaveBeenCalled()
})
