import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { jsonResponse, fakeServer, type FakeRequest } from '../api/testing.ts'
import { beginAs, renderAt } from '../api/testing-page.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { formTab, historyTab, RecordPage } from './record-page.tsx'
import { NewRecordPage } from './new-record-page.tsx'

/** A resource of these tests alone. */
const loans = 'loans' as string as ResourceName

beforeEach(() => beginAs('editor', explainer))

it('shows name, form, history and deletion from the explainer', async () => {
  fakeServer(serve)
  renderAt(<RecordPage resource={loans} />, '/emprestimos/l1', '/emprestimos/:id/:tab?')
  expect(await screen.findByRole('heading', { name: 'Tenda' })).toBeTruthy()
  expect(field('Equipamento').value).toBe('Tenda')
  const tabs = screen.getByRole('navigation', { name: 'Partes do registo' })
  expect([...tabs.querySelectorAll('a')].map((link) => link.pathname)).toEqual([
    '/emprestimos/l1',
    '/emprestimos/l1/historico',
  ])
  expect(screen.getByRole('button', { name: 'Eliminar' })).toBeTruthy()
})

it('runs an action without fields at once, and hides it when the record no longer allows it', async () => {
  const { requests } = fakeServer(serve)
  renderAt(<RecordPage resource={loans} />, '/emprestimos/l1', '/emprestimos/:id/:tab?')
  fireEvent.click(await screen.findByRole('button', { name: 'Devolver' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Devolver' })).toBeNull())
  expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    'loans/l1/return',
  ])
})

it('shows why an action was refused, and still offers it', async () => {
  fakeServer((request) =>
    request.path === 'loans/l1/return' ? jsonResponse({ message: 'Hoje não.' }, 409) : serve(request),
  )
  const page = (
    <>
      <RecordPage resource={loans} />
      <Toasts />
    </>
  )
  renderAt(page, '/emprestimos/l1', '/emprestimos/:id/:tab?')
  fireEvent.click(await screen.findByRole('button', { name: 'Devolver' }))
  expect(await screen.findByText('Hoje não.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Devolver' })).toBeTruthy()
})

it('keeps unsaved changes while another tab is open', async () => {
  fakeServer(serve)
  const photos = { name: 'fotos', label: 'Fotografias', panel: () => <p>Nenhuma</p> }
  const page = <RecordPage resource={loans} tabs={[formTab, photos, historyTab]} />
  renderAt(page, '/emprestimos/l1', '/emprestimos/:id/:tab?')
  fireEvent.change(await screen.findByLabelText(/^Equipamento/), { target: { value: 'Toldo' } })
  fireEvent.click(screen.getByRole('link', { name: 'Fotografias' }))
  await screen.findByText('Nenhuma')
  fireEvent.click(screen.getByRole('link', { name: 'Ficha' }))
  await waitFor(() => expect(field('Equipamento').value).toBe('Toldo'))
})

it('a missing record links to the list; an unknown tab has its own message', async () => {
  fakeServer(serve)
  renderAt(<RecordPage resource={loans} />, '/emprestimos/nada', '/emprestimos/:id/:tab?')
  expect(await screen.findByText('Este empréstimo não existe')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  const listLink = screen.getByRole<HTMLAnchorElement>('link', { name: 'Ver todos os empréstimos' })
  expect(listLink.pathname).toBe('/emprestimos')
  cleanup()
  renderAt(<RecordPage resource={loans} />, '/emprestimos/l1/nada', '/emprestimos/:id/:tab?')
  expect(await screen.findByText('Página não encontrada')).toBeTruthy()
  expect(screen.getByText('Este registo não tem esta parte.')).toBeTruthy()
})

it('opens the new record after saving', async () => {
  const { requests } = fakeServer(serve)
  const page = renderAt(<NewRecordPage resource={loans} initial={{ item: 'Som' }} />, '/emprestimos/novo')
  expect(screen.getByRole('heading', { name: 'Novo empréstimo' })).toBeTruthy()
  fireEvent.change(field('Equipamento'), { target: { value: 'Tenda' } })
  fireEvent.click(screen.getByRole('button', { name: /^Guardar/ }))
  await waitFor(() => expect(page.pathname()).toBe('/emprestimos/l1'))
  expect(requests.find(({ path }) => path === 'loans')?.body).toMatchObject({ item: 'Tenda' })
})

const loan = { _id: 'l1', _created_at: '2026-01-01T00:00:00Z', _version: 1, item: 'Tenda', returnedOn: null }
const shared = { validation: [], group: '' }
const may = { list: true, read: true, create: true, update: true, delete: true, export: true }
const explainer: Explainer = {
  data: {
    loans: {
      item: { ...shared, name: 'item', label: 'Equipamento', type: 'string', inputType: 'text' },
      returnedOn: { ...shared, name: 'returnedOn', label: 'Devolvido em', type: 'date', inputType: 'date' },
    },
  },
  resources: {
    loans: {
      name: 'loans',
      path: 'loans',
      label: { one: 'Empréstimo', many: 'Empréstimos', new: 'Novo empréstimo', gender: 'm' },
      may,
      actions: [
        {
          name: 'return',
          label: 'Devolver',
          icon: 'return',
          done: 'Devolvido.',
          question: false,
          when: [{ is: { returnedOn: null }, otherwise: 'Já foi devolvido.' }],
        },
      ],
      sort: 'item',
      title: 'item',
    },
  },
}

function serve({ method, path }: FakeRequest): Response {
  if (path === 'loans/l1/return')
    return jsonResponse({ data: { ...loan, _version: 2, returnedOn: '2026-03-07' } })
  if (path === 'loans/validate') return jsonResponse({ errors: {}, warnings: {} })
  if (path === 'loans/l1' || method === 'POST') return jsonResponse({ data: loan })
  return path === 'loans/nada'
    ? jsonResponse({ message: 'Não.' }, 404)
    : jsonResponse({ data: [], meta: { total: 0 } })
}

function field(label: string): HTMLInputElement {
  return screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' })
}
