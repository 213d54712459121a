import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { jsonResponse, fakeServer, fakeToken } from '../../api/testing.ts'
import { explainNothing, renderAt } from '../../api/testing-page.tsx'
import { storeTokens } from '../../api/tokens.ts'
import { PasswordForm } from './password-form.tsx'

const CustomUserInfo = { Name: 'Helena', ID: 'u1', Role: 'editor' } as const

beforeEach(() => {
  explainNothing()
})

it('a session by link needs only the new password, and the session after it both', async () => {
  storeTokens({ access: fakeToken({ CustomUserInfo, byLink: true }), refresh: fakeToken() })
  const next = { access: fakeToken({ CustomUserInfo }), refresh: fakeToken() }
  const { requests } = fakeServer(() => jsonResponse(next))
  renderAt(<PasswordForm email="helena@exemplo.pt" />)
  expect(screen.getByText(/Entrou por ligação/)).toBeTruthy()
  expect(screen.queryByLabelText(/Palavra-passe atual/)).toBeNull()
  fireEvent.change(screen.getByLabelText(/Nova palavra-passe/), { target: { value: 'outra serra verde' } })
  fireEvent.click(screen.getByRole('button', { name: 'Mudar palavra-passe' }))
  await waitFor(() => expect(screen.getByLabelText(/Palavra-passe atual/)).toBeTruthy())
  expect(requests[0]).toMatchObject({
    path: 'auth/password',
    body: { currentPassword: '', newPassword: 'outra serra verde' },
  })
  expect(screen.queryByText(/Entrou por ligação/)).toBeNull()
})
