import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import { DialogHost } from '../../ui/confirm-dialog.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { AccountForm } from './account-form.tsx'

const account = {
  _id: 'u1',
  _created_at: '2026-01-01T00:00:00Z',
  _version: 3,
  name: 'Ana',
  email: 'ana@exemplo.pt',
} as ResourceRecord<'users'>
const field = { type: 'string', validation: ['required'], group: '', inputType: 'text' }
const fields = {
  name: { ...field, name: 'name', label: 'Nome' },
}

beforeEach(() => {
  logInAs('member')
  queryClient.setQueryData(keys.explainer, { data: { users: fields }, resources: {} })
})

it('validates while typing, and sends the version with the change', async () => {
  const { requests } = fakeServer(({ method, body }) => {
    const { name } = body as { name?: string }
    if (method === 'PATCH') return jsonResponse({ data: { ...account, name, _version: 4 } })
    return jsonResponse({ errors: name === '1' ? { name: ['Nome inválido.'] } : {}, warnings: {} })
  })
  renderAt(<AccountForm account={account} />)
  type('1')
  fireEvent.blur(box())
  expect(await screen.findByText('Nome inválido.')).toBeTruthy()
  type('Ana Leal')
  await waitFor(() => expect(screen.queryByText('Nome inválido.')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: /^Guardar/ }))
  await waitFor(() => expect(screen.queryByText('1 alteração por guardar')).toBeNull())
  expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
    path: 'users/u1',
    body: { name: 'Ana Leal', _version: 3 },
  })
})

it('asks before leaving with unsaved changes', async () => {
  fakeServer(() => jsonResponse({ errors: {}, warnings: {} }))
  const page = renderAt(
    <>
      <AccountForm account={account} />
      <AppLink to="/outro">Sair</AppLink>
      <DialogHost />
    </>,
  )
  type('Ana Leal')
  fireEvent.click(screen.getByRole('link', { name: 'Sair' }))
  expect(await screen.findByText('Sair sem guardar?')).toBeTruthy()
  expect(page.pathname()).toBe('/')
})

function box(): HTMLInputElement {
  return screen.getByLabelText(/^Nome/, { selector: 'input' })
}

function type(text: string): void {
  fireEvent.change(box(), { target: { value: text } })
}
