import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { jsonResponse, fakeServer, fakeToken } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import ConfirmEmail from './confirm-email.tsx'

/** Leaves out the GET requests of the surrounding page. */
const isWrite = ({ method }: { method: string }) => method !== 'GET'

it('confirms the email and links to the login', async () => {
  const { requests } = fakeServer(() => jsonResponse(undefined, 204))
  renderAt(<ConfirmEmail />)
  expect(await screen.findByText('Email confirmado')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/autorizacao/entrar')
  expect(requests.filter(isWrite).map(({ path }) => path)).toEqual(['auth/email/confirm'])
  expect(localStorage.getItem('authentication')).toBeNull()
})

it('stores the new tokens of the session that confirms', async () => {
  logInAs('member')
  const CustomUserInfo = { Name: 'Ana', ID: 'u1', Role: 'member' } as const
  const tokens = { access: fakeToken({ CustomUserInfo, iat: 1 }), refresh: fakeToken({ iat: 1 }) }
  fakeServer(() => jsonResponse(tokens))
  renderAt(<ConfirmEmail />)
  expect(await screen.findByText('Email confirmado')).toBeTruthy()
  expect(localStorage.getItem('authentication')).toBe(tokens.access)
  expect(screen.getByRole('link', { name: 'Ir para o perfil' }).getAttribute('href')).toBe('/utilizadores/u1')
})

it.each([
  [jsonResponse({ message: 'x', code: 'wrongCode' }, 403), 'A ligação já não é válida'],
  [
    jsonResponse({ message: 'Este email é agora o de outra conta.' }, 409),
    'Este email é agora o de outra conta.',
  ],
])('%#: explains a refusal and links to the login', async (refusal, words) => {
  fakeServer(() => refusal.clone())
  renderAt(<ConfirmEmail />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Entrar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull()
})

it('after an error of the server, retries with the same code', async () => {
  let isDown = true
  const { requests } = fakeServer(() =>
    isDown ? jsonResponse({ message: 'Ocorreu um erro.' }, 500) : jsonResponse(undefined, 204),
  )
  renderAt(<ConfirmEmail />)
  expect(await screen.findByText('Ocorreu um erro.')).toBeTruthy()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByText('Email confirmado')).toBeTruthy()
  await waitFor(() => expect(requests.filter(isWrite)).toHaveLength(2))
})
