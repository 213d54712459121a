import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { explainerPart, sendEarlyRequest } from './early-requests.ts'
import { explainerQuery } from './queries.ts'
import { fakeServer, fakeToken, jsonResponse } from './testing.ts'

beforeEach(() => {
  localStorage.setItem('authentication', fakeToken())
})

const whole = { data: { members: {}, payments: {} }, resources: {} }

function explain() {
  const server = fakeServer(({ path }) =>
    jsonResponse(path === 'explainer' ? whole : { data: { members: {} }, resources: {} }),
  )
  const observer = new QueryObserver(new QueryClient(), explainerQuery)
  return { paths: () => server.requests.map(({ path }) => path), observer }
}

it('the part that was requested early comes first, the whole when the page is idle', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  const { paths, observer } = explain()
  sendEarlyRequest(explainerPart('members'))
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.data).toEqual({ members: {} }))
  expect(paths()).toEqual(['explainer?_resource=members'])
  for (const work of idle) work()
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(whole))
  expect(paths()).toEqual(['explainer?_resource=members', 'explainer'])
  stop()
})

it('without an early part the whole is requested', async () => {
  const { paths, observer } = explain()
  expect((await observer.refetch()).data).toEqual(whole)
  expect(paths()).toEqual(['explainer'])
})
