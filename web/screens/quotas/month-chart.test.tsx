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
const points = (series: string) =>
  document.querySelector(`polyline[data-series="${series}"]`)?.getAttribute('points')?.split(' ')

it('shows the sums of this year until today against all of last year, with axis, values and legend', () => {
  renderAt(<MonthChart overview={overview} />)
  expect(texts('em')).toEqual(['0 €', '100 €', '200 €', '300 €', '181 €', '240 €'])
  expect(points('this')).toHaveLength(3)
  expect(points('this')?.at(-1)).toBe(`2.5,${1 - 180.5 / 300}`)
  expect(points('last')).toHaveLength(12)
  expect(points('last')?.at(-1)).toBe(`11.5,${1 - 240 / 300}`)
  expect(texts('[data-look="sums"] > span')).toEqual(['2026', '2025'])
  const links = screen.getAllByRole('link').map(({ dataset }) => plain(dataset.hint))
  expect(links[2]).toBe('Até ao fim de março: 180,50 € em 2026, 60,00 € em 2025')
  expect(links[3], 'a month of the future has no sum of this year').toBe(
    'Até ao fim de abril: 80,00 € em 2025',
  )
})

it('shows each month with its value on an axis, and the same numbers as a table', () => {
  renderAt(<MonthChart overview={overview} />)
  fireEvent.click(screen.getByLabelText('Por mês'))
  expect(texts('li em')).toEqual(['100', '12', '51', '30'])
  expect(texts('em').slice(0, 3)).toEqual(['25 €', '0 €', '25 €'])
  fireEvent.click(screen.getByLabelText('Tabela'))
  const cells = screen.getAllByRole('row').map((row) => plain(row.textContent))
  expect(cells[2]).toBe('fevereiro50,50 €20,00 €40,00 €0,00 €')
  expect(cells.at(-1)).toBe('Total180,50 €240,00 €480,00 €12,00 €')
})
