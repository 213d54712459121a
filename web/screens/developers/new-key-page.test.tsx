import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf, renderAt } from '../../api/testing-page.tsx'
import SecretNew from './secret-new.tsx'

const record = { _id: 'k1', _version: 1, name: 'Sítio', scopes: '' }

beforeEach(() => beginAs('admin', explainerOf('apiSecrets')))

/** Fills the form and saves it, by a second press of the key too. */
function save(issued: () => Response) {
  const { requests } = fakeServer(({ path }) => {
    if (path === 'api_secrets/k1/issue') return issued()
    if (path === 'api_secrets/validate') return jsonResponse({ errors: {} })
    return jsonResponse({ data: record }, 201)
  })
  const page = renderAt(<SecretNew />, '/apiSecrets/new', '/apiSecrets/new')
  fireEvent.change(screen.getByLabelText(/^Nome/), { target: { value: 'Sítio' } })
  fireEvent.click(screen.getByRole('button', { name: /^Guardar/ }))
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  const sent = (path: string) => requests.filter((one) => one.method === 'POST' && one.path === path)
  return { page, sent }
}

it('saving a new key makes it once and shows it before its page opens', async () => {
  const { page, sent } = save(() => jsonResponse({ data: { secret: 'agr_abc' } }, 201))
  expect(await screen.findByText('agr_abc')).toBeTruthy()
  expect(page.pathname()).toBe('/apiSecrets/new')
  fireEvent.click(screen.getByRole('button', { name: 'Já a guardei' }))
  await waitFor(() => expect(page.pathname()).toBe('/apiSecrets/k1'))
  expect(sent('api_secrets')).toHaveLength(1)
  expect(sent('api_secrets/k1/issue').map(({ body }) => body)).toEqual([{ overlapHours: 0 }])
})

it('opens the page of the key, which can make it, when making it fails', async () => {
  const { page } = save(() => jsonResponse({ message: 'A chave foi revogada: crie outra.' }, 409))
  await waitFor(() => expect(page.pathname()).toBe('/apiSecrets/k1'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
