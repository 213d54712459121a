import { expect, it } from 'vitest'
import { markReachable, markUnreachable, serverState, allowOffline } from './server-status.ts'

it('the server is not marked unreachable while any screen works offline', () => {
  const [first, second] = [allowOffline(), allowOffline()]
  markUnreachable()
  first()
  markUnreachable()
  expect(serverState().status).toBe('ok')
  second()
  markUnreachable()
  expect(serverState().status).toBe('unreachable')
  markReachable()
})
