import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshBrowser } from '../../api/testing.ts'
import { draw } from '../../api/testing-page.tsx'
import { noChoices, planPayment, type Debt } from './payment-plan.ts'
import { PaymentSummary } from './payment-summary.tsx'

beforeEach(freshBrowser)
afterEach(cleanup)

const ana = { id: 'ana', record: undefined, debts: undefined, error: null, retry: () => undefined }

/** What is said of somebody who owes 24,00 € for each of so many years. */
function saidOf(years: number): string[] {
  const debts = Array.from({ length: years }, (_, place): Debt => {
    const year = 1996 + place
    return {
      id: `${year}`,
      memberId: 'ana',
      type: 'quota',
      dueDate: `${year}-03-31`,
      description: `Quota ${year}`,
      openAmount: 2400,
    }
  })
  const plan = planPayment(debts, noChoices, new Set(debts.map(({ id }) => id)))
  draw(<PaymentSummary entry={{ plan, payers: [ana] }} />, '/pagamentos/novo')
  return screen.getAllByRole('term').map(({ textContent }) => textContent)
}

it('names each of the few debts that are settled', () => {
  expect(saidOf(4)).toEqual(['Quota 1996', 'Quota 1997', 'Quota 1998', 'Quota 1999', 'Fica em dívida'])
})

it('of many names the first and adds up the others, so that the button stays in sight', () => {
  expect(saidOf(30)).toEqual(['Quota 1996', 'Quota 1997', 'Quota 1998', 'E mais 27', 'Fica em dívida'])
  expect(screen.getByText('E mais 27').parentElement?.textContent).toMatch(/648,00\s€/)
})

it('says nothing of nobody', () => {
  const plan = planPayment([], noChoices, new Set())
  draw(<PaymentSummary entry={{ plan, payers: [] }} />, '/pagamentos/novo')
  expect(screen.queryByText('Fica em dívida')).toBeNull()
})
