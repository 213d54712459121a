import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestRecord } from '../testing/caller.ts'
import { testApp } from '../testing/test-app.ts'

const { as, another, sql } = await testApp()
const admin = await as('admin')
const box = {
  name: 'Caixa',
  kind: 'cash',
  openingDate: '2026-01-01',
  openingBalance: 120.5,
  methods: ['cash'],
}
const bank = { name: 'Banco', kind: 'bank', openingDate: '2026-01-01', methods: ['transfer'] }

const countAccounts = async () => (await sql('SELECT FROM treasury_accounts')).length

test('one request begins the treasury: all of it, or nothing, and once', async () => {
  const [category] = (await admin.get('/transaction_categories?_name=Rendas')).body.data as TestRecord[]
  const wrong = await admin.post('/treasury_setup', {
    accounts: [box, { ...bank, name: '' }],
    costCenters: ['Teatro'],
    hasCostCenters: true,
  })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['accounts.1.name']])
  assert.equal(await countAccounts(), 0)
  for (const body of [
    {},
    { accounts: [] },
    { accounts: 'x' },
    { accounts: [box], hasCostCenters: 'sim' },
    { accounts: [box], nada: 1 },
    { accounts: [box], fiscalYearStart: '13' },
    { accounts: [box], fiscalYearStart: 9 },
  ])
    assert.equal((await admin.post('/treasury_setup', body)).status, 422, JSON.stringify(body))
  const input = {
    accounts: [box, bank],
    inactiveCategoryIds: [category?._id],
    hasCostCenters: true,
    costCenters: ['Teatro', 'Banda'],
    fiscalYearStart: '9',
  }
  const editor = await another('editor')
  const byEditor = await editor.post('/treasury_setup', input)
  assert.deepEqual(Object.keys(byEditor.body.errors), ['fiscalYearStart'])
  const key = { 'idempotency-key': 'primeira-tesouraria' }
  const answers = await Promise.all([
    admin.post('/treasury_setup', input, key),
    admin.post('/treasury_setup', input, key),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201],
  )
  assert.equal((await another('admin').then((other) => other.post('/treasury_setup', input))).status, 409)
  assert.equal((await admin.get('/settings/fiscalYearStart')).body.data['value'], '9')
  const accounts = (await admin.get('/treasury_accounts?_sort=order')).body.data
  assert.deepEqual(
    accounts.map(({ name, balance }) => [name, balance]),
    [
      ['Caixa', 120.5],
      ['Banco', 0],
    ],
  )
  assert.equal((await admin.get('/settings/treasuryHasCostCenters')).body.data['value'], 'true')
  assert.equal((await admin.get('/cost_centers')).body.meta.total, 2)
  const { data } = (await admin.get(`/transaction_categories/${category?._id}`)).body
  assert.equal(data['active'], false)
})
