import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, fakeServer, freshBrowser } from '../../api/testing.ts'
import { logInAs } from '../../api/testing-page.tsx'
import { clearLocalStorage } from '../../api/tokens.ts'
import { advanced, startNotices, useNoticeRun, type NoticeRun } from './notice-run.ts'

const begun: NoticeRun = {
  asked: {},
  startedAt: '2026-03-07T10:00:00Z',
  total: 450,
  done: 0,
  held: 0,
  failed: [],
  problems: [],
  skipped: [],
  skippedByReason: [],
  after: 0,
  key: 'k0',
  state: 'running',
}
const portion = {
  done: 199,
  held: 40,
  problems: [],
  skipped: [],
  skippedByReason: [],
  failed: [],
  remaining: 250,
  last: 812,
}
const one = { memberId: 'm', memberNumber: 7, name: 'Rui', reasonLabel: 'Tente de novo.' }

test('each portion adds to what was done, and the next one has another key', () => {
  const next = advanced(begun, { ...portion, failed: [one] })
  expect(next).toMatchObject({ done: 199, held: 40, failed: [one], after: 812, total: 450, state: 'running' })
  expect(next.key).not.toBe('k0')
  const last = advanced(next, { ...portion, done: 251, remaining: 0, last: 1900 })
  expect(last).toMatchObject({ done: 450, held: 80, total: 451, state: 'over' })
})

test('a problem that many portions have is said once', () => {
  const next = advanced(begun, { ...portion, problems: ['Sem Multibanco.'] })
  expect(advanced(next, { ...portion, problems: ['Sem Multibanco.'] }).problems).toEqual(['Sem Multibanco.'])
})

test('who is passed over is named by the first portion', () => {
  const skipped = [{ ...one, reason: 'ended', reasonLabel: 'Já saiu' }]
  const skippedByReason = [{ reason: 'ended', reasonLabel: 'Já saiu', count: 1 }]
  const next = advanced(begun, { ...portion, skipped, skippedByReason })
  expect(advanced(next, portion)).toMatchObject({ skipped, skippedByReason })
})

test('a run whose session ends goes on for its person alone', async () => {
  freshBrowser()
  logInAs('admin', 'u1')
  vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  fakeServer(() => answer({ message: 'A sessão terminou.' }, 401))
  const { result, rerender } = renderHook(() => useNoticeRun())
  startNotices({}, 450)
  await waitFor(() => expect(result.current).toBeUndefined())
  logInAs('admin', 'u2')
  rerender()
  expect(result.current).toBeUndefined()
  logInAs('admin', 'u1')
  rerender()
  expect(result.current).toMatchObject({ state: 'stopped', total: 450 })
  clearLocalStorage()
})
