import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'

const { as } = await testApp()
const editor = await as('editor')
const created = async (path: string, body: object) => succeeded(await editor.post(path, body))
const listed = async (path: string) => succeeded(await editor.get(path)) as unknown as object[]

let accountId: string
let entityId: string
let centerId: string
const categories: Record<string, string> = {}

before(async () => {
  accountId = (
    await created('/treasury_accounts', { name: 'Caixa', kind: 'cash', openingDate: '2024-01-01' })
  )._id
  entityId = (await created('/external_entities', { name: 'Som da Beira' }))._id
  centerId = (await created('/cost_centers', { name: 'Teatro' }))._id
  for (const kind of ['income', 'expense']) {
    const [first] = (await listed(`/transaction_categories?_kind=${kind}&_limit=1`)) as { _id: string }[]
    categories[kind] = String(first?._id)
  }
})

const enter = (values: Record<string, unknown> & { kind: string }) =>
  created('/transactions', {
    accountId,
    categoryId: categories[values.kind],
    externalEntityId: entityId,
    description: 'Festa',
    ...values,
  })

test('a cost centre has its years with transactions or a budget, the latest first; a cancelled one counts nothing', async () => {
  await enter({ kind: 'income', date: '2024-06-01', amount: 100, costCenterId: centerId })
  await enter({ kind: 'expense', date: '2024-06-02', amount: 30.5, costCenterId: centerId })
  const { _id } = await enter({ kind: 'expense', date: '2025-06-02', amount: 9, costCenterId: centerId })
  succeeded(await editor.post(`/transactions/${_id}/cancel`, { reason: 'Engano' }))
  await created(`/cost_centers/${centerId}/cost_center_budgets`, { year: 2024, income: 80, expense: 40 })
  await created(`/cost_centers/${centerId}/cost_center_budgets`, { year: 2026, income: 10, expense: 0 })
  assert.deepEqual(await listed(`/cost_centers/${centerId}/years`), [
    { year: 2026, income: 0, expense: 0, budgetIncome: 10, budgetExpense: 0 },
    { year: 2025, income: 0, expense: 0, budgetIncome: null, budgetExpense: null },
    { year: 2024, income: 100, expense: 30.5, budgetIncome: 80, budgetExpense: 40 },
  ])
})

test('an external entity has the totals of its years; a missing one is not found', async () => {
  assert.deepEqual(await listed(`/external_entities/${entityId}/years`), [
    { year: 2025, income: 0, expense: 0 },
    { year: 2024, income: 100, expense: 30.5 },
  ])
  for (const path of [`/external_entities/${centerId}/years`, '/cost_centers/nada/years'])
    assert.equal((await editor.get(path)).status, 404)
})

test('transactions are filtered by whether they have a document', async () => {
  const document = await created('/treasury_docs', { description: 'Fatura', date: '2024-07-01' })
  const { _id } = await enter({ kind: 'expense', date: '2024-07-01', amount: 5, documentIds: [document._id] })
  const idsOf = async (query: string) =>
    (await listed(`/transactions?_year=2024&${query}`)).map((one) => (one as { _id: string })._id)
  assert.deepEqual(await idsOf('_hasDocument=true'), [_id])
  assert.equal((await idsOf('_hasDocument=false')).length, 2)
})

test('a transaction without an amount is validated, not compared with others', async () => {
  const answer = await editor.post('/transactions/validate', {
    accountId,
    date: '2024-07-01',
    kind: 'expense',
  })
  assert.equal(answer.status, 200)
  assert.ok((answer.body as { errors: Record<string, unknown> }).errors['amount'])
})
