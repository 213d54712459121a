import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderAt } from '../../api/testing-page.tsx'
import type { List } from '../../resource/record-list.tsx'
import { AccountChoice } from './transactions-lead.tsx'
import type { TreasuryAccount } from './treasury-accounts.ts'

it('an account that is no longer in use can be chosen, after the others', async () => {
  const accounts = [
    { _id: 'till', name: 'Caixa antiga', active: false, balance: 0 },
    { _id: 'bank', name: 'Banco', active: true, balance: 10 },
  ] as TreasuryAccount[]
  const change = vi.fn()
  const list = { state: { filters: {} }, change } as unknown as List
  renderAt(<AccountChoice list={list} accounts={accounts} />)
  fireEvent.click(screen.getByRole('combobox', { name: 'Conta' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent?.replace(/\d.*$/, ''))).toEqual([
    'Todas as contas',
    'Banco',
    'Caixa antiga (fora de uso)',
  ])
  fireEvent.click(options[2]!)
  expect(change).toHaveBeenCalledWith({ filters: { accountId: ['till'] } })
})
