import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { jsonResponse, fakeServer, fakeToken } from '../../api/testing.ts'
import { explainNothing, renderAt, logInAs } from '../../api/testing-page.tsx'
import { storeTokens } from '../../api/tokens.ts'
import { EmailForm } from './email-form.tsx'

beforeEach(() => {
  explainNothing()
})

function change(values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Mudar email' }))
}

it('requires the password, and says that the email changes only by the link in the message', async () => {
  logInAs('member')
  const { requests } = fakeServer(() => jsonResponse(undefined, 204))
  renderAt(<EmailForm email="ana@exemplo.pt" />)
  change({ 'Novo email': 'nova@exemplo.pt', 'A sua palavra-passe': 'segredo de ana' })
  expect(await screen.findByText(/Enviámos uma mensagem para nova@exemplo.pt.*só muda quando/)).toBeTruthy()
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['auth/email', { email: 'nova@exemplo.pt', password: 'segredo de ana' }],
  ])
  expect(screen.getByText('ana@exemplo.pt')).toBeTruthy()
})

it('without a mail server says that the message is held, not that it was sent', async () => {
  logInAs('member')
  fakeServer(() => jsonResponse({ data: { isHeld: true } }))
  renderAt(<EmailForm email="ana@exemplo.pt" />)
  change({ 'Novo email': 'nova@exemplo.pt', 'A sua palavra-passe': 'segredo de ana' })
  expect(
    await screen.findByText(/^A mensagem para nova@exemplo.pt ficou retida: não há servidor de email\./),
  ).toBeTruthy()
  expect(screen.queryByText(/Enviámos/)).toBeNull()
})

it('shows an error at its field, and does not say that a message was sent', async () => {
  logInAs('member')
  fakeServer(() =>
    jsonResponse({ message: 'Não.', errors: { password: ['A palavra-passe não está certa.'] } }, 422),
  )
  renderAt(<EmailForm email="ana@exemplo.pt" />)
  change({ 'Novo email': 'nova@exemplo.pt', 'A sua palavra-passe': 'errada' })
  expect(await screen.findByText('A palavra-passe não está certa.')).toBeTruthy()
  expect(screen.queryByText(/Enviámos/)).toBeNull()
})

it('does not ask for the password in a session that a link began', () => {
  const CustomUserInfo = { Name: 'Ana', ID: 'u1', Role: 'member' } as const
  storeTokens({ access: fakeToken({ CustomUserInfo, byLink: true }), refresh: fakeToken() })
  renderAt(<EmailForm email="ana@exemplo.pt" />)
  expect(screen.queryByLabelText(/A sua palavra-passe/)).toBeNull()
})
