import { expect, it } from 'vitest'
import { markReachable, markUnreachable, serverState, workWithoutServer } from './server-status.ts'

it('the server is not marked unreachable while any screen works offline', () => {
  const [first, second] = [workWithoutServer(), workWithoutServer()]
  markUnreachable()
  first()
  markUnreachable()
  expect(serverState().status).toBe('ok')
  second()
  markUnreachable()
  expect(serverState().status).toBe('unreachable')
  markReachable()
})
