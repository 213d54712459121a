import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { markUnreachable } from '../api/server-status.ts'
import { explainNothing, renderAt, logInAs } from '../api/testing-page.tsx'
import { ServerOverlay } from './server-overlay.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  logInAs('editor')
  explainNothing()
})

it('covers the page, polls each second, counts down from 3 and reloads half a second after a response', async () => {
  let isThere = false
  const fetch = vi.fn(async () => new Response('{}', { status: isThere ? 200 : 502 }))
  vi.stubGlobal('fetch', fetch)
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  renderAt(<ServerOverlay />)
  expect(document.querySelector('dialog')).toBeNull()

  act(markUnreachable)
  expect(screen.getAllByText('Perdido o contacto com o servidor')).toHaveLength(2)
  expect(screen.getByText('A tentar restabelecer ligação ao servidor').textContent).toContain('3')
  await pass(1_000)
  expect(fetch).toHaveBeenCalledTimes(1)
  const headers = { accept: 'application/json', 'calling-url': location.href }
  expect(fetch).toHaveBeenCalledWith('/api/', {
    headers: { ...headers, authorization: `Bearer ${localStorage.getItem('authentication')}` },
  })
  expect(screen.getByText('A tentar restabelecer ligação ao servidor').textContent).toContain('2')
  await pass(2_000)
  expect(fetch).toHaveBeenCalledTimes(3)

  isThere = true
  await pass(1_000)
  await pass(499)
  expect(reload).not.toHaveBeenCalled()
  await pass(1)
  expect(reload).toHaveBeenCalledTimes(1)
})
