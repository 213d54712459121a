import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { fakeServer, jsonResponse } from '../../api/testing.ts'
import { beginAs, explainerOf } from '../../api/testing-page.tsx'
import type { FormControls } from '../../resource/record-form.tsx'
import { inTree } from './category-input.tsx'
import { transferText } from './transaction-cells.tsx'
import type { Party } from './party-search.ts'
import { freeValues, proposalOf, useProposal } from './use-proposal.ts'

const categories = [
  { _id: 'light', name: 'Eletricidade', kind: 'expense', active: true },
  { _id: 'water', name: 'Água', kind: 'expense', active: true },
  { _id: 'old', name: 'Telex', kind: 'expense', active: false },
  { _id: 'dues', name: 'Quotas', kind: 'income', active: true },
] as const
const last = { categoryId: 'water', description: 'Água da sede', method: 'directDebit', accountId: 'bank' }
const accounts = [
  { _id: 'bank', name: 'Banco', active: true },
  { _id: 'till', name: 'Caixa antiga', active: false },
]
const shared = { last, categories, accounts, kind: 'expense' }

it('the usual category of the entity comes before that of the last transaction', () => {
  expect(proposalOf({ ...shared, party: { defaultCategoryId: 'light' } })).toMatchObject({
    categoryId: 'light',
    categoryLabel: 'Eletricidade',
    description: 'Água da sede',
    method: 'directDebit',
    accountId: 'bank',
  })
  expect(proposalOf({ ...shared, party: {} }).categoryId).toBe('water')
})

it('a category of another kind, or that is not in use, is not proposed', () => {
  expect(proposalOf({ ...shared, party: { defaultCategoryId: 'dues' } }).categoryId).toBe('water')
  expect(proposalOf({ ...shared, party: { defaultCategoryId: 'old' } }).categoryId).toBe('water')
  expect(proposalOf({ ...shared, last: undefined, party: {} })).toEqual({})
})

it('an account that is not in use is not proposed', () => {
  const proposal = proposalOf({ ...shared, last: { ...last, accountId: 'till' }, party: {} })
  expect(proposal).toMatchObject({ categoryId: 'water', description: 'Água da sede' })
  expect(proposal.accountId).toBeUndefined()
})

it('what the person wrote stays; what was proposed before is replaced', () => {
  const proposal = { categoryId: 'water', categoryLabel: 'Água', description: 'Água da sede', method: null }
  const values = { categoryId: 'light', description: 'Fuga na cave', method: 'cash' }
  expect(freeValues(proposal, values, {})).toEqual({})
  expect(freeValues(proposal, values, { categoryId: 'light' })).toEqual({
    categoryId: 'water',
    categoryLabel: 'Água',
  })
  expect(freeValues(proposal, {}, {})).toEqual({
    categoryId: 'water',
    categoryLabel: 'Água',
    description: 'Água da sede',
  })
})

it('categories are followed by those that are part of them, also when the whole is not shown', () => {
  const all = [
    { _id: 'b1', parentId: 'b' },
    { _id: 'a', parentId: null },
    { _id: 'b', parentId: null },
    { _id: 'c1', parentId: 'gone' },
    { _id: 'b2', parentId: 'b' },
  ]
  expect(inTree(all).map(({ _id }) => _id)).toEqual(['a', 'b', 'b1', 'b2', 'c1'])
})

it('a transfer is from one account to another, on both of its movements', () => {
  const departure = {
    _id: '1',
    kind: 'transfer',
    accountLabel: 'Caixa',
    fromAccountId: null,
    toAccountLabel: 'Banco',
  } as ResourceRecord<'transactions'>
  const arrival = {
    _id: '2',
    kind: 'transfer',
    accountLabel: 'Banco',
    fromAccountId: '1',
    fromAccountLabel: 'Caixa',
  } as ResourceRecord<'transactions'>
  expect([departure, arrival].map(transferText)).toEqual(['Caixa → Banco', 'Caixa → Banco'])
  expect(transferText({ ...departure, kind: 'income' })).toBeUndefined()
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

it('is made once for a party: what others save meanwhile does not move the focus again', async () => {
  beginAs('admin', explainerOf('transactions', 'transactionCategories', 'treasuryAccounts'))
  const { promise: later, resolve: answerLater } = Promise.withResolvers<void>()
  const { requests } = fakeServer(async ({ path }) => {
    if (path.startsWith('transactions?') && asked() > 1) await later
    const [resource] = path.split('?')
    const data = { transaction_categories: categories, treasury_accounts: accounts }[resource ?? ''] ?? [last]
    return jsonResponse({ data, meta: { total: data.length } })
  })
  const asked = () => requests.filter(({ path }) => path.startsWith('transactions?')).length
  const form = { base: {}, values: { kind: 'expense' }, setMany: vi.fn() }
  const onProposed = vi.fn()
  let renders = 0
  const partyOf = (_id: string) => ({ _id, resource: 'externalEntities' }) as Party
  const { rerender } = renderHook(
    (party: Party | undefined) => {
      renders++
      useProposal(form as unknown as FormControls<'transactions'>, party, onProposed)
    },
    { wrapper: within, initialProps: partyOf('e1') },
  )
  await waitFor(() => expect(onProposed).toHaveBeenCalledTimes(1))
  expect(onProposed).toHaveBeenLastCalledWith(true)
  const saved = queryClient.invalidateQueries({ queryKey: keys.lists('transactions') })
  await waitFor(() => expect(asked()).toBe(2))
  const seen = renders
  answerLater()
  await act(() => saved)
  await waitFor(() => expect(renders).toBeGreaterThan(seen))
  expect(onProposed).toHaveBeenCalledTimes(1)
  rerender(undefined)
  rerender(partyOf('e1'))
  await waitFor(() => expect(onProposed).toHaveBeenCalledTimes(2))
  rerender(partyOf('e2'))
  await waitFor(() => expect(onProposed).toHaveBeenCalledTimes(3))
})
