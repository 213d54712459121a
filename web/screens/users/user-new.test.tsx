import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import { useParams } from '../../ui/router.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import UserNew from './user-new.tsx'
import UserPage from './user-page.tsx'

const user = {
  _id: 'u2',
  _version: 1,
  name: 'Eva Reis',
  email: 'eva@exemplo.pt',
  role: 'editor',
  blocked: false,
}
const held = 'A mensagem ficou retida: não há servidor de email.'
const link = 'https://clube.exemplo.pt/autorizacao/loginporlink/abc'

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

function Users() {
  return useParams()['id'] === 'novo' ? <UserNew /> : <UserPage />
}

function open(answer: object) {
  const { requests } = fakeServer(({ method, path }) => {
    if (path === 'users/validate') return jsonResponse({ errors: {}, warnings: {} })
    if (path === 'users/u2/login_link') return jsonResponse({ data: { link } })
    if (path === 'users' && method === 'POST') return jsonResponse({ data: user, ...answer }, 201)
    if (path.startsWith('users/u2')) return jsonResponse({ data: { ...user, lastLoginAt: null } })
    return jsonResponse({ data: [], meta: { total: 0 } })
  })
  renderAt(
    <>
      <Users />
      <Toasts />
    </>,
    '/utilizadores/novo',
    '/utilizadores/:id',
  )
  return requests
}

async function create() {
  fireEvent.change(await screen.findByLabelText(/^Nome/), { target: { value: 'Eva Reis' } })
  fireEvent.change(screen.getByLabelText(/^Email/), { target: { value: 'eva@exemplo.pt' } })
  fireEvent.click(await screen.findByRole('button', { name: /^Guardar/ }))
}

it('a new user whose link is held is told so, and the link can be copied at once', async () => {
  beginAs('admin', explainerOf('users', 'members'))
  const requests = open({ warning: held })
  await create()
  const toast = (await screen.findByText(`Guardado com sucesso. ${held}`)).closest<HTMLElement>(
    '[data-tone]',
  )!
  expect(toast.dataset['tone']).toBe('warning')
  const offer = [...toast.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Copiar ligação',
  )
  fireEvent.click(offer!)
  expect(await screen.findByText(link)).toBeTruthy()
  const asked = requests.filter(({ path }) => path === 'users/u2/login_link')
  expect(asked.map(({ body }) => body)).toEqual([{}])
  expect(screen.queryByLabelText(/palavra-passe/, { selector: 'dialog input' })).toBeNull()
})

it('a new user whose link leaves is a success, and no link is offered', async () => {
  beginAs('admin', explainerOf('users', 'members'))
  open({})
  await create()
  const toast = (await screen.findByText('Guardado com sucesso.')).closest<HTMLElement>('[data-tone]')!
  expect(toast.dataset['tone']).toBe('success')
  await waitFor(() => expect(location.pathname).toBe('/utilizadores/u2'))
  expect(toast.textContent).not.toContain('Copiar ligação')
})
