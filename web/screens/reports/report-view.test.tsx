import type { ReportTable } from '@agremia/resources/report-table.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { beginAs, renderAt } from '../../api/testing-page.tsx'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { RecordPathsContext } from '../../paths/records.ts'
import ReportView from './report-view.tsx'

const list = { resource: 'payments', filters: { date_from: ['2026-01-01'], status: ['registered'] } }
const table: ReportTable = {
  name: 'paymentsPerYear',
  title: 'Pagamentos por ano',
  question: 'Quanto se recebeu?',
  period: '2025 a 2026',
  parameters: [
    {
      name: 'from',
      label: 'De',
      kind: 'choice',
      value: '2025',
      options: [
        { value: '2025', label: '2025' },
        { value: '2024', label: '2024' },
      ],
    },
  ],
  columns: [
    { name: 'label', label: 'Ano', type: 'text' },
    { name: 'amount', label: 'Recebido', type: 'euros' },
  ],
  sections: [
    {
      title: null,
      rows: [
        [{ value: '2025' }, { value: 0 }],
        [{ value: '2026' }, { value: 1234.5, list: { ...list, sum: 'amount' } }],
      ],
      total: null,
    },
  ],
  total: [{ value: 'Total' }, { value: 1234.5 }],
  chart: { kind: 'bars', columns: [1], section: 0, rows: null },
  notes: ['Uma nota.'],
}

const nothing = { data: {}, resources: {} }

beforeEach(() => beginAs('admin', nothing))

const show = (address = '/relatorios/paymentsPerYear') =>
  renderAt(
    <RecordPathsContext value={{ payments: '/pagamentos/:id' }}>
      <ReportView />
    </RecordPathsContext>,
    address,
    '/relatorios/:name',
  )

it('shows the table, whose numbers lead to their lists, and the same numbers as a chart', async () => {
  fakeServer(() => jsonResponse({ data: table }))
  show()
  expect(await screen.findByRole('heading', { name: 'Pagamentos por ano' })).toBeTruthy()
  const address = '/pagamentos?todos=sim&date_from=2026-01-01&status=registered'
  const [inTable] = screen.getAllByRole('link', { name: /^1.234,50.€$/ })
  expect(inTable?.getAttribute('href')).toBe(address)
  const bar = await screen.findByRole('link', { name: /^2026, Recebido: 1.234,50/ })
  expect(bar.getAttribute('href')).toBe(address)
  expect(screen.getByRole('row', { name: /^2025/ }).querySelector('a'), 'zero leads nowhere').toBeNull()
  expect(screen.getByText('Uma nota.')).toBeTruthy()
})

it('reads the parameters of the address, and writes those that are chosen', async () => {
  const { requests } = fakeServer(() => jsonResponse({ data: table }))
  show('/relatorios/paymentsPerYear?de=2024&outro=1')
  const choice = await screen.findByLabelText('De')
  expect(requests.at(-1)?.path).toBe('reports/paymentsPerYear/table?from=2024')
  fireEvent.change(choice, { target: { value: '2025' } })
  await waitFor(() => expect(requests.at(-1)?.path).toBe('reports/paymentsPerYear/table?from=2025'))
  expect(location.search).toBe('?de=2025&outro=1')
})

it('says that a report does not exist, and that a period is empty', async () => {
  fakeServer(() => jsonResponse({ message: 'Não foi encontrado.' }, 404))
  show()
  expect(await screen.findByText('Não há este relatório')).toBeTruthy()
  cleanup()
  beginAs('admin', nothing)
  fakeServer(() => jsonResponse({ data: { ...table, sections: [], total: null, chart: null } }))
  show()
  expect(await screen.findByText('Não há dados para este período')).toBeTruthy()
})
