import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAt } from '../../api/testing-page.tsx'
import { noChoices, planPayment, type Debt } from './payment-plan.ts'
import { PaymentSummary } from './payment-summary.tsx'

const ana = { id: 'ana', record: undefined, debts: undefined, error: null, retry: () => undefined }

/** The labels of the summary for a debt of 24,00 € in each of `years` years. */
function labelsFor(years: number): string[] {
  const debts = Array.from({ length: years }, (_, index): Debt => {
    const year = 1996 + index
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
  renderAt(<PaymentSummary entry={{ plan, payers: [ana] }} />, '/pagamentos/novo')
  return screen.getAllByRole('term').map(({ textContent }) => textContent)
}

it('names each settled debt when they are few', () => {
  expect(labelsFor(4)).toEqual(['Quota 1996', 'Quota 1997', 'Quota 1998', 'Quota 1999', 'Fica em dívida'])
})

it('names the first three of many debts and sums the others', () => {
  expect(labelsFor(30)).toEqual(['Quota 1996', 'Quota 1997', 'Quota 1998', 'E mais 27', 'Fica em dívida'])
  expect(screen.getByText('E mais 27').parentElement?.textContent).toMatch(/648,00\s€/)
})

it('draws nothing without payers', () => {
  const plan = planPayment([], noChoices, new Set())
  renderAt(<PaymentSummary entry={{ plan, payers: [] }} />, '/pagamentos/novo')
  expect(screen.queryByText('Fica em dívida')).toBeNull()
})
