import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { resetBrowser } from '../api/testing.ts'

// Generous timeout for busy machines; it costs nothing when elements appear at once.
configure({ asyncUtilTimeout: 15_000 })

// No test reaches the network. `fakeServer` replaces this.
globalThis.fetch = () => new Promise(() => undefined)

// The files of a worker share one page and one instance of each module.
beforeEach(resetBrowser)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
