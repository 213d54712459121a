import { screen } from '@testing-library/react'
import type { Explainer } from '@agremia/resources/descriptor.ts'
import { beforeEach, expect, it } from 'vitest'
import { jsonResponse, fakeServer } from '../../api/testing.ts'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import CardRunView from './card-run-view.tsx'

beforeEach(() => {
  logInAs('admin')
})

it('offers to print only the cards of the issue that are not printed yet', async () => {
  const { requests } = serve(45)
  renderAt(<CardRunView />, '/cartoesSocio/emissoes/r1', '/cartoesSocio/emissoes/:id')
  expect(await screen.findByRole('button', { name: 'Imprimir 45 cartões' })).toBeTruthy()
  const queries = requests.map(({ path }) => new URLSearchParams(path.split('?')[1]))
  expect(
    queries.some((query) => query.get('_cardRunId') === 'r1' && query.get('_status') === 'toPrint'),
  ).toBe(true)
})

it('offers no printing when all cards of the issue are printed', async () => {
  serve(0)
  renderAt(<CardRunView />, '/cartoesSocio/emissoes/r1', '/cartoesSocio/emissoes/:id')
  expect(await screen.findByText('Cartões emitidos')).toBeTruthy()
  await new Promise(requestAnimationFrame)
  expect(screen.queryByRole('button', { name: /^Imprimir/ })).toBeNull()
})

function serve(waiting: number) {
  return fakeServer(({ path }) => {
    if (path.startsWith('explain')) return jsonResponse(explainer)
    if (path.startsWith('card_runs/r1')) return jsonResponse({ data: run })
    return jsonResponse({ data: [], meta: { total: waiting } })
  })
}

const run = {
  _id: 'r1',
  _created_at: '2026-01-10T10:00:00Z',
  _version: 2,
  state: 'done',
  kind: 'renewal',
  type: 'physical',
  count: 260,
  leftOut: null,
  createdByName: 'Helena Matos',
}
const may = { list: true, read: true, create: true, update: true, delete: true, export: true }
const explainer: Explainer = {
  data: { cardRuns: {}, printBatches: {} },
  resources: Object.fromEntries(
    ['cardRuns', 'printBatches', 'membershipCards'].map((name) => [
      name,
      {
        name,
        path: name,
        label: { one: name, many: name, new: name, gender: 'm' },
        may,
        actions: [],
        sort: '_id',
        title: '_id',
      },
    ]),
  ),
}
