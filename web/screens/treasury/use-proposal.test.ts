import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { expect, it } from 'vitest'
import { inTree } from './category-input.tsx'
import { transferText } from './transaction-cells.tsx'
import { freeValues, proposalOf } from './use-proposal.ts'

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
