import type { Explainer } from '@agremia/resources/descriptor.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { jsonResponse, fakeServer, fakeToken } from '../../api/testing.ts'
import { beginAs, renderAt } from '../../api/testing-page.tsx'
import { storeTokens } from '../../api/tokens.ts'
import { typingPause } from '../../resource/form/validation.ts'
import UserPage from './user-page.tsx'

const account = {
  _id: 'u2',
  _created_at: '2026-01-01T00:00:00Z',
  _version: 1,
  name: 'Rui Reis',
  email: 'rui@exemplo.pt',
  role: 'editor',
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  beginAs('admin', explainer)
})

function open() {
  const server = fakeServer(({ method, path, body }) => {
    if (path === 'users/validate') return jsonResponse({ errors: {}, warnings: {} })
    if (method !== 'PATCH') return jsonResponse({ data: account })
    const { ownPassword, ...change } = body as { ownPassword?: string }
    return ownPassword === 'a minha'
      ? jsonResponse({ data: { ...account, ...change, _version: 2 } })
      : jsonResponse({ message: 'Não.', errors: { ownPassword: ['Não está certa.'] } }, 422)
  })
  renderAt(<UserPage />, '/utilizadores/u2', '/utilizadores/:id/:tab?')
  return server
}

const input = (label: string) => screen.queryByLabelText(new RegExp(`^${label}`), { selector: 'input' })
const type = (label: string, value: string) => fireEvent.change(input(label)!, { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: /^Guardar/ }))

it('asks for the own password when email or password of another account change, and not before', async () => {
  const { requests } = open()
  await waitFor(() => expect(input('Nome')).toBeTruthy())
  type('Nome', 'Rui Dias')
  expect(input('A sua palavra-passe')).toBeNull()
  type('Email', 'dias@exemplo.pt')
  await waitFor(() =>
    expect(input('A sua palavra-passe')?.getAttribute('autocomplete')).toBe('current-password'),
  )
  save()
  expect(await screen.findByText('Não está certa.')).toBeTruthy()
  const validations = () => requests.filter(({ path }) => path === 'users/validate').length
  const before = validations()
  await vi.advanceTimersByTimeAsync(2 * typingPause)
  expect(validations(), 'a validation, which does not know the password, would remove the error').toBe(before)
  type('A sua palavra-passe', 'a minha')
  save()
  await waitFor(() => expect(input('A sua palavra-passe')).toBeNull())
  expect(requests.findLast(({ method }) => method === 'PATCH')?.body).toMatchObject({
    email: 'dias@exemplo.pt',
    ownPassword: 'a minha',
  })
  expect(sessionStorage.length).toBe(0)
})

it('asks for none after a sign-in by link', async () => {
  const claims = { byLink: true, CustomUserInfo: { Name: 'Helena', ID: 'u1', Role: 'admin' as const } }
  storeTokens({ access: fakeToken(claims), refresh: fakeToken() })
  open()
  await waitFor(() => expect(input('Email')).toBeTruthy())
  type('Email', 'dias@exemplo.pt')
  expect(input('A sua palavra-passe')).toBeNull()
})

const may = { list: true, read: true, create: true, update: true, delete: true, export: true }
const text = { type: 'string' as const, validation: [], group: 'Conta', inputType: 'text' as const }
const explainer: Explainer = {
  data: {
    users: {
      name: { ...text, name: 'name', label: 'Nome' },
      email: { ...text, name: 'email', label: 'Email' },
      password: { ...text, name: 'password', label: 'Palavra-passe', inputType: 'password' },
      ownPassword: { ...text, name: 'ownPassword', label: 'A sua palavra-passe', inputType: 'password' },
    },
  },
  resources: {
    users: {
      name: 'users',
      path: 'users',
      label: { one: 'Utilizador', many: 'Utilizadores', new: 'Novo utilizador', gender: 'm' },
      may,
      actions: [],
      sort: 'name',
      title: 'name',
    },
  },
}
