import { configure } from '@testing-library/react'

// Generous timeout for busy machines; it costs nothing when elements appear at once.
configure({ asyncUtilTimeout: 15_000 })

// No test reaches the network. `fakeServer` replaces this.
globalThis.fetch = () => new Promise(() => undefined)
