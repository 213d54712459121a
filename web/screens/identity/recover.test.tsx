import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { serverState } from '../../api/server-status.ts'
import { jsonResponse, fakeServer, fakeToken, neverRespond } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import { readSession, refreshToken } from '../../api/tokens.ts'
import { Toasts } from '../../ui/toasts.tsx'
import Recover from './recover.tsx'

const tokens = {
  access: fakeToken({ CustomUserInfo: { Name: 'Helena', ID: 'u1', Role: 'editor' } }),
  refresh: fakeToken(),
}
const spent = 'A ligação já não é válida'

it('shows a link that the server refuses with 403 as invalid', async () => {
  fakeServer(() => jsonResponse({ message: 'x' }, 403))
  renderAt(<Recover />)
  expect(await screen.findByText(spent)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pedir nova ligação' })).toBeTruthy()
})

it.each([
  [
    () => new Response('{}', { status: 429, headers: { 'retry-after': '90' } }),
    'Demasiados pedidos. Tente novamente dentro de 2 minutos.',
  ],
  [() => jsonResponse({ message: 'Ocorreu um erro.' }, 500), 'Ocorreu um erro.'],
])('%#: after another error, offers to retry the same link', async (refusal, words) => {
  let isRefused = true
  fakeServer(({ path }) => {
    if (path !== 'auth') return jsonResponse({}, 404)
    return isRefused ? refusal() : jsonResponse(tokens)
  })
  const page = renderAt(<Recover />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByText(spent)).toBeNull()
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await waitFor(() => expect(page.pathname()).toBe('/adminHome'))
})

it('offers to set a new password after a login by link', async () => {
  fakeServer(({ path }) => (path === 'auth' ? jsonResponse(tokens) : jsonResponse({}, 404)))
  const page = renderAt(
    <>
      <Recover />
      <Toasts />
    </>,
  )
  await waitFor(() => expect(page.pathname()).toBe('/adminHome'))
  // Toasts of earlier tests are still there, above this one.
  fireEvent.click(screen.getAllByText('Definir nova palavra-passe').at(-1) as HTMLElement)
  await waitFor(() => expect(page.pathname()).toBe('/utilizadores/u1'))
})

it('with an existing session of another user, waits for the login by link, and ends that session', async () => {
  logInAs('member', 'u0')
  const former = refreshToken()
  let respond: (answer: Response) => void = () => undefined
  const ended: unknown[] = []
  fakeServer(({ path, body }) => {
    if (path === 'auth/logout') ended.push(body)
    return path === 'auth' ? new Promise<Response>((resolve) => (respond = resolve)) : jsonResponse({}, 404)
  })
  const page = renderAt(<Recover />, '/autorizacao/loginporlink/x')
  await screen.findByText('A entrar')
  expect(page.pathname()).toBe('/autorizacao/loginporlink/x')
  respond(jsonResponse(tokens))
  await waitFor(() => expect(page.pathname()).toBe('/adminHome'))
  expect(readSession()?.id).toBe('u1')
  expect(ended).toEqual([{ refreshToken: former }])
})

it('without connection, shows the sign of the server status and a button to retry', async () => {
  fakeServer(() => Promise.reject(new TypeError('Failed to fetch')))
  renderAt(<Recover />)
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  expect(serverState().status).toBe('unreachable')
  expect(screen.queryByText(spent)).toBeNull()
})

it('a timeout shows a button to retry, without a message', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fakeServer(neverRespond)
  renderAt(<Recover />)
  await vi.advanceTimersByTimeAsync(10_001)
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(serverState().status).toBe('ok')
})
