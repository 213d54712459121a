import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { jsonResponse, fakeServer, fakeToken } from '../../api/testing.ts'
import { renderAt } from '../../api/testing-page.tsx'
import Login from './login.tsx'

const tokens = {
  access: fakeToken({ CustomUserInfo: { Name: 'Helena', ID: 'u1', Role: 'editor' } }),
  refresh: fakeToken(),
}

function submitLogin() {
  const page = renderAt(<Login />, '/autorizacao/entrar')
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ' helena@cro.pt ' } })
  fireEvent.change(screen.getByLabelText('Palavra-passe'), { target: { value: 'segredo' } })
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  return page
}

/** Answers the login alone. */
const answerOf =
  (answer: Response) =>
  ({ path }: { path: string }) =>
    path === 'auth' ? answer.clone() : jsonResponse({}, 404)

/** Leaves out the GET requests of the surrounding page. */
const isWrite = ({ method }: { method: string }) => method !== 'GET'

it('logs in and opens the home page', async () => {
  const { requests } = fakeServer(answerOf(jsonResponse(tokens)))
  const page = submitLogin()
  await waitFor(() => expect(page.pathname()).toBe('/adminHome'))
  expect(requests.find(isWrite)?.body).toEqual({ email: 'helena@cro.pt', password: 'segredo' })
  expect(localStorage.getItem('authentication')).toBe(tokens.access)
  expect(localStorage.getItem('refreshToken')).toBe(tokens.refresh)
})

it('returns to the page that asked for the login', async () => {
  sessionStorage.setItem('returnPath', '/socios/7')
  fakeServer(answerOf(jsonResponse(tokens)))
  const page = submitLogin()
  await waitFor(() => expect(page.pathname()).toBe('/socios/7'))
})

it('stores nothing if the response has no tokens', async () => {
  const { requests } = fakeServer(() => jsonResponse(undefined, 204))
  submitLogin()
  await waitFor(() => expect(requests.filter(isWrite)).toHaveLength(1))
  expect(localStorage.getItem('authentication')).toBeNull()
})

it.each([
  [jsonResponse({ message: 'x' }, 403), 'O email ou a palavra-passe não estão certos.'],
  [
    jsonResponse({ message: 'Esta conta está bloqueada.', code: 'blocked' }, 403),
    'Esta conta está bloqueada.',
  ],
  [jsonResponse({ message: 'x' }, 404), 'Não existe nenhuma conta com este email.'],
  [
    new Response('{}', { status: 429, headers: { 'retry-after': '90' } }),
    'Demasiadas tentativas. Tente novamente dentro de 2 minutos.',
  ],
  [
    new Response('{}', { status: 429, headers: { 'retry-after': '86390' } }),
    'Demasiadas tentativas. Tente novamente dentro de 24 horas, ou entre por ligação em «Esqueci-me da palavra-passe».',
  ],
  [jsonResponse({ message: 'x', errors: { email: ['Email inválido.'] } }, 422), 'Email inválido.'],
])('%#: explains why the login failed', async (refusal, words) => {
  fakeServer(answerOf(refusal))
  submitLogin()
  expect(await screen.findByText(words)).toBeTruthy()
  expect(localStorage.getItem('authentication')).toBeNull()
})

it('focuses the field with an error', async () => {
  fakeServer(() => jsonResponse({ message: 'x', errors: { password: ['Campo obrigatório.'] } }, 422))
  submitLogin()
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('password'))
})
