import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { logInAs, renderAt } from '../../api/testing-page.tsx'
import { MonthChart } from './month-chart.tsx'
import type { Overview } from './overview-data.ts'

beforeEach(() => {
  logInAs('admin')
})

const paid = [100, 50.5, 30]
const overview = {
  year: 2026,
  today: '2026-03-15',
  back: 0,
  paid: { thisYear: 180.5, lastYearSoFar: 60, lastYear: 240 },
  byMonth: Array.from({ length: 12 }, (_, index) => ({
    month: index + 1,
    paid: paid[index] ?? 0,
    paidLastYear: 20,
    due: 40,
    owed: index === 0 ? 12 : 0,
  })),
} as unknown as Overview

const plain = (text: string | null | undefined) => text?.replaceAll('\u00A0', ' ')
const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => plain(textContent))
const chart = () => screen.findByRole('group', { name: /Recebido/ })

it('shows the sums of this year until today against all of last year, with axis, values and legend', async () => {
  renderAt(<MonthChart overview={overview} />)
  await chart()
  expect(texts('[data-value]').filter((text) => text?.includes('€'))).toEqual([
    '0 €',
    '50 €',
    '100 €',
    '150 €',
    '200 €',
    '250 €',
    '181 €',
    '240 €',
  ])
  expect(texts('li')).toEqual(['2026', '2025'])
  expect(document.querySelectorAll('[data-tone="primary"] circle')).toHaveLength(3)
  expect(document.querySelectorAll('[data-tone="pale"] circle')).toHaveLength(12)
  const links = screen.getAllByRole('link').map((link) => plain(link.getAttribute('aria-label')))
  expect(links[2]).toBe('Até ao fim de março: 180,50 € em 2026, 60,00 € em 2025')
  expect(links[3], 'a month of the future has no sum of this year').toBe(
    'Até ao fim de abril: 80,00 € em 2025',
  )
})

it('shows each month with its payments and debts, and the same numbers as a table', async () => {
  renderAt(<MonthChart overview={overview} />)
  fireEvent.click(screen.getByLabelText('Por mês'))
  await chart()
  const links = screen.getAllByRole('link').map((link) => plain(link.getAttribute('aria-label')))
  expect(links).toHaveLength(3 + 12 + 1)
  expect(links).toContain('janeiro: 12,00 € em dívida, do que se vence em 2026')
  fireEvent.click(screen.getByLabelText('Tabela'))
  const cells = screen.getAllByRole('row').map((row) => plain(row.textContent))
  expect(cells[2]).toBe('fevereiro50,50 €20,00 €40,00 €0,00 €')
  expect(cells.at(-1)).toBe('Total180,50 €240,00 €480,00 €12,00 €')
})
