import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectRealtime } from '../api/realtime.ts'
import { markLive } from '../api/server-status.ts'
import { storeTokens } from '../api/tokens.ts'
import AlsoHere from './also-here.tsx'

let sent: unknown[] = []
class FakeSocket extends EventTarget {
  static OPEN = 1
  readyState = 1
  send = (text: string) => sent.push(JSON.parse(text))
  close() {}
}
let disconnect = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  storeTokens({ access: 'a', refresh: 'r' })
  disconnect = connectRealtime()
  markLive(true)
  sent = []
})
afterEach(() => {
  cleanup()
  vi.advanceTimersByTime(1_000)
  disconnect()
})

const page = (id: string) => <AlsoHere key={id} resource="members" id={id} />
const shown = (id: string | null) => ({
  topic: 'presence',
  payload: id === null ? null : { resource: 'members', id },
})
const receive = (id: string, ...names: string[]) =>
  act(() => {
    const people = names.map((name) => ({ id: name, name }))
    window.dispatchEvent(new CustomEvent('ws:presence', { detail: { resource: 'members', id, people } }))
  })
const text = () => screen.getByRole('status').textContent

it('tells the server of the record where a person stays, and again after a reconnection, but not of those passed by', () => {
  const { rerender, unmount } = render(page('a'))
  vi.advanceTimersByTime(299)
  rerender(page('b'))
  vi.advanceTimersByTime(299)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent.splice(0)).toEqual([shown('b')])
  window.dispatchEvent(new CustomEvent('ws:ready'))
  expect(sent.splice(0)).toEqual([shown('b')])
  unmount()
  vi.advanceTimersByTime(300)
  expect(sent).toEqual([shown(null)])
})

it('names the others who have the record open, and nobody of another record or without connection', () => {
  render(page('a'))
  expect(text()).toBe('')
  receive('b', 'Rui Tavares')
  expect(text()).toBe('')
  receive('a', 'Rui Tavares')
  expect(text()).toContain('Também aqui: Rui Tavares')
  receive('a', 'Ana Sá', 'Eva Reis', 'Ivo Luz', 'Rui Tavares', 'Zita Melo')
  expect(text()).toContain('Também aqui: Ana Sá, Eva Reis, Ivo Luz e mais 2')
  act(() => markLive(false))
  expect(text()).toBe('')
  act(() => markLive(true))
  receive('a')
  expect(text()).toBe('')
})
