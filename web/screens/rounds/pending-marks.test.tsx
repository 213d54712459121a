import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { allowOffline } from '../../api/server-status.ts'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { logInAs } from '../../api/testing-page.tsx'
import { usePendingMarks } from './pending-marks.ts'

let endOffline: () => void

beforeEach(() => {
  logInAs('member')
  endOffline = allowOffline()
})
afterEach(() => {
  cleanup()
  endOffline()
  queryClient.clear()
  vi.restoreAllMocks()
})

const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
/** The marks of a round of its own, since lost contact is remembered by round. */
let round = 0
const open = (id = `r${++round}`) => renderHook(() => usePendingMarks(id), { wrapper: within }).result
const marked = (id: string) => jsonResponse({ data: { _id: id, _version: 2, outcome: 'paid' } })
const visit = (id: string) => ({ id, name: 'Ana Costa' })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const keyOf = ({ headers }: { headers: Headers }) => headers.get('idempotency-key')

it('a mark is sent once, and is gone when the server has it', async () => {
  const { requests } = fakeServer(() => marked('v1'))
  const marks = open()
  act(() => marks.current.add(visit('v1'), { outcome: 'paid', amount: 24 }))
  await waitFor(() => expect(marks.current.pending).toEqual([]))
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['round_visits/v1/mark', { outcome: 'paid', amount: 24, note: null }],
  ])
  expect(keyOf(requests[0]!)).toMatch(/^[0-9a-f]{32}$/)
})

it('without contact a mark stays on the device, also after a reload, and is sent again with its key', async () => {
  let isOnline = false
  const { requests } = fakeServer(() => (isOnline ? marked('v1') : lost()))
  const id = `r${++round}`
  const marks = open(id)
  act(() => marks.current.add(visit('v1'), { outcome: 'absent' }))
  await waitFor(() => expect(marks.current.isWaiting).toBe(true))
  expect(marks.current.pending).toHaveLength(1)
  cleanup()
  isOnline = true
  const again = open(id)
  await waitFor(() => expect(again.current.pending).toEqual([]))
  expect(again.current.isWaiting).toBe(false)
  expect(new Set(requests.map(keyOf)).size).toBe(1)
})

it('a newer mark of a visit replaces one that was not sent', async () => {
  let isOnline = false
  const { requests } = fakeServer(() => (isOnline ? marked('v1') : lost()))
  const marks = open()
  act(() => marks.current.add(visit('v1'), { outcome: 'absent' }))
  await waitFor(() => expect(marks.current.isWaiting).toBe(true))
  isOnline = true
  act(() => marks.current.add(visit('v1'), { outcome: 'refused' }))
  await waitFor(() => expect(marks.current.pending).toEqual([]))
  expect(requests.at(-1)?.body).toEqual({ outcome: 'refused', amount: null, note: null })
  expect(new Set(requests.map(keyOf)).size).toBe(2)
})

it('a refused mark says why and does not hold up the others', async () => {
  fakeServer(({ path }) =>
    path.includes('v1')
      ? jsonResponse({ message: 'Há um campo por corrigir.', errors: { amount: ['Só faltam 5,00 €.'] } }, 422)
      : marked('v2'),
  )
  const marks = open()
  act(() => {
    marks.current.add(visit('v1'), { outcome: 'paid', amount: 24 })
    marks.current.add(visit('v2'), { outcome: 'paid', amount: 24 })
  })
  await waitFor(() => expect(marks.current.pending).toHaveLength(1))
  await waitFor(() => expect(marks.current.pending[0]?.refusal).toBe('Só faltam 5,00 €.'))
  act(() => marks.current.discard(marks.current.pending[0]?.key ?? ''))
  expect(marks.current.pending).toEqual([])
})
