import { expect, it } from 'vitest'
import { markReachable, markUnreachable, serverState, workWithoutServer } from './server-status.ts'

it('lost contact covers nothing while any screen can do without the server', () => {
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
