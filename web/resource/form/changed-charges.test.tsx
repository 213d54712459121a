import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { explainerOf, renderAt } from '../../api/testing-page.tsx'
import { ChangedCharges } from './changed-charges.tsx'

const charges = explainerOf('quotaPlans').data['quotaPlans']?.charges

it('names the charges that new prices make different, with their sums, and asks what becomes of them', async () => {
  const found = [
    { description: 'Quota 2027', count: 12, from: 120, to: 144 },
    { description: 'Quota 2028', count: 1, from: 10, to: null },
  ]
  const { requests } = fakeServer(() => jsonResponse({ data: { charges: found } }))
  const onChange = vi.fn()
  const body = { validFrom: '2027-01-01', prices: [{ amount: 12 }] }
  renderAt(
    <ChangedCharges path="quota_plans/p/prices/preview" body={body} field={charges} onChange={onChange} />,
  )
  await screen.findByText(/12 cobranças, 120,00\s€ → 144,00\s€/)
  screen.getByText(/1 cobrança, 10,00\s€ anulada/)
  expect(requests.map(({ path, body: sent }) => [path, sent])).toEqual([
    ['quota_plans/p/prices/preview', body],
  ])
  const options = screen.getAllByRole('radio') as HTMLInputElement[]
  expect(options.map(({ value, checked }) => [value, checked])).toEqual([
    ['list', true],
    ['change', false],
    ['leave', false],
  ])
  fireEvent.click(screen.getByLabelText('Mudar'))
  expect(onChange).toHaveBeenCalledWith('change')
})

it('asks nothing while nothing would be different', async () => {
  const { requests } = fakeServer(() => jsonResponse({ data: { charges: [] } }))
  renderAt(
    <ChangedCharges
      path="quota_plans/p/charges/preview"
      body={{ name: 'Outro' }}
      field={charges}
      onChange={vi.fn()}
    />,
  )
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(screen.queryByRole('radio')).toBeNull()
})
