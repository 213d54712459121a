import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '../api/client.ts'
import { Toasts } from '../ui/toasts.tsx'
import { toastError } from './toast-error.ts'

it.each([
  [
    'a refusal shows the message of the server',
    new ApiError(409, 'A quota já foi paga.'),
    'A quota já foi paga.',
  ],
  ['an unexpected error shows the text of the screen', new TypeError('x'), 'Não foi possível eliminar.'],
])('%s', (_, error, message) => {
  render(<Toasts />)
  act(() => toastError(error, 'Não foi possível eliminar.'))
  expect(screen.getByText(message)).toBeTruthy()
})

it.each([
  ['lost contact, which the overlay shows', new ApiError(0, 'Sem ligação.', { code: 'network' })],
  ['an ended session, which leads to the login', new ApiError(401, 'A sessão terminou.')],
])('shows nothing after %s', (_, error) => {
  render(<Toasts />)
  act(() => toastError(error))
  expect(screen.queryByText(error.message)).toBeNull()
})
