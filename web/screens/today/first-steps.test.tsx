import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, renderAt } from '../../api/testing-page.tsx'
import FirstSteps from './first-steps.tsx'

const known = [
  { name: 'members', isDone: false },
  { name: 'quotaPrices', isDone: true },
] as const

function begin(role: 'admin' | 'editor', steps: Parameters<typeof FirstSteps>[0]['steps'] = known) {
  beginAs(role, { data: {}, resources: {} })
  const { requests } = fakeServer(() => jsonResponse({ data: [], resources: {} }))
  renderAt(<FirstSteps steps={steps} />, '/socios')
  return requests
}

it('each step leads to its screen in the words of the organisation, and says whether it is done', () => {
  begin('editor')
  const items = screen.getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Importar a lista de sócios ou inscrever o primeiro sócio',
    'Definir os preços das quotas (feito)',
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/importacoes/nova',
    '/socios/novo',
    '/configuracaoSocios?separador=planos',
  ])
  expect(screen.getByText('1 de 2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Arrumar' })).toBeNull()
})

it('an administrator puts them away', async () => {
  const requests = begin('admin')
  fireEvent.click(screen.getByRole('button', { name: 'Arrumar' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: 'settings/showsFirstSteps',
      body: { value: 'false' },
    }),
  )
})

it('nothing is shown once all are done', () => {
  begin('admin', [{ name: 'members', isDone: true }])
  expect(screen.queryByRole('complementary')).toBeNull()
})
