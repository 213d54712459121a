import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAt, logInAs } from '../../api/testing-page.tsx'
import { DebtorsTable } from './debt-tables.tsx'
import type { Overview } from './overview-data.ts'

beforeEach(() => {
  logInAs('admin')
})

it('debtors of the same name are told apart by their numbers', () => {
  const names = ['Ana Sousa', 'Rui Costa', 'Ana Sousa']
  const largestDebts = names.map((name, place) => ({
    memberId: `m${place}`,
    memberNumber: 10 + place,
    name,
    balance: 24,
    oldestDebt: null,
  }))
  renderAt(<DebtorsTable overview={{ largestDebts } as unknown as Overview} />)
  expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
    'Ana Sousa · n.º 10',
    'Rui Costa',
    'Ana Sousa · n.º 12',
  ])
})
