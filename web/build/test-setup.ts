import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { resetBrowser } from '../api/testing.ts'

// Generous timeout for busy machines; it costs nothing when elements appear at once.
configure({ asyncUtilTimeout: 15_000 })
// The simulated page has no layout.
Element.prototype.scrollIntoView ??= () => undefined

// Each test finds the page, the cache and the session as in a new page.
beforeEach(() => {
  resetBrowser()
  queryClient.clear()
  history.replaceState(null, '', '/')
  // No test reaches the network. `fakeServer` replaces this.
  globalThis.fetch = () => new Promise(() => undefined)
})
// A failed test too leaves nothing to the next one.
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
