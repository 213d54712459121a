import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { allowOffline, markReachable, markUnreachable } from '../api/server-status.ts'
import { explainNothing, renderAt, logInAs } from '../api/testing-page.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ServerMessages } from './server-messages.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  logInAs('editor')
  explainNothing()
  renderAt(
    <>
      <ServerMessages />
      <Toasts />
    </>,
  )
})

const receive = (topic: string, detail?: unknown) =>
  act(() => window.dispatchEvent(new CustomEvent(`ws:${topic}`, { detail })))
const dialog = () => screen.queryByRole('dialog', { name: 'Mensagem do servidor' })
const texts = () => [...(dialog()?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)

it('shows a message of an administrator as text, as a toast for 3 seconds and in a dialog until OK', async () => {
  await receive('debug', 'Vou <b>reiniciar</b>\nàs 18:00.')
  expect(texts()).toEqual(['Vou <b>reiniciar</b>\nàs 18:00.'])
  expect(screen.getAllByText(/reiniciar/)).toHaveLength(2)
  // Then its animation.
  for (const milliseconds of [3_000, 300]) await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  expect(screen.getAllByText(/reiniciar/)).toHaveLength(1)
  await receive('ready')
  expect(dialog()).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Recarregar' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(dialog()).toBeNull()
})

it('keeps a message when another arrives, and shows an equal one once', async () => {
  for (const text of ['Às 18:00.', 'Às 19:00.', 'Às 18:00.']) await receive('debug', text)
  expect(texts()).toEqual(['Às 19:00.', 'Às 18:00.'])
})

it('a message of a server that stops disappears when the page is connected again, others stay', async () => {
  await receive('debug', 'Às 18:00.')
  await receive('panic', 'O servidor vai parar.')
  expect(texts()).toEqual(['Às 18:00.', 'O servidor vai parar.'])
  await receive('ready')
  expect(texts()).toEqual(['Às 18:00.'])
})

it('the overlay for lost contact replaces the messages', async () => {
  await receive('panic', 'O servidor vai parar.')
  act(markUnreachable)
  expect(dialog()).toBeNull()
  act(markReachable)
  expect(dialog()).not.toBeNull()
})

it('a server that stops is not announced over a screen that works offline', async () => {
  const endOffline = allowOffline()
  await receive('panic', 'O servidor vai parar.')
  endOffline()
  expect(dialog()).toBeNull()
  await receive('panic', 'O servidor vai parar.')
  expect(dialog()).not.toBeNull()
})
