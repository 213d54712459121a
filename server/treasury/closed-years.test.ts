import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import type { ReportTable } from '@agremia/resources/report-table.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { duesTools } from '../dues/testing.ts'
import { maintain } from '../maintenance.ts'
import type { TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { jobsDone } from '../testing/wait.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const editor = await as('editor')
const { category, charge, generate, pay, read, set } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))
const last = year - 1
const silvester = `${last}-12-31`
const opening = `${year}-01-01`
await set('hasTreasury', 'true')

const listed = async (path: string) => succeeded(await admin.get(path)) as unknown as TestRecord[]
const close = async () => succeeded(await admin.post(`/treasury_years/${last}/close`, {}))
const posted = async (paymentId: string) =>
  (await listed(`/payments/${paymentId}/transactions?_sort=number`)).map(({ date, amount, accountId }) => [
    date,
    amount,
    accountId,
  ])
/** The daily work, with the jobs that it adds. */
async function doDailyWork() {
  await maintain(app.app.world)
  await jobsDone(app, 'treasuryPosting')
}

interface YearState {
  accounts: { _id: string; name: string; opening: number; closing: number }[]
  underWay: { count: number; amount: number }
}
const stateOf = async (of: number) =>
  succeeded(await admin.get(`/treasury_years/${of}`)) as unknown as YearState
async function sectionsOf(report: string, of: number) {
  const table = succeeded(await admin.get(`/reports/${report}/table?year=${of}`)) as unknown as ReportTable
  return table.sections.map(({ title, rows }) => [title, rows.map((row) => row.map((cell) => cell?.value))])
}
/** The sums of a year in the reports, without the charges owed on its last day: these have no history, and follow later cancellations. */
const sumsOf = async (of: number) => ({
  accounts: (await stateOf(of)).accounts,
  map: (await sectionsOf('cashMap', of)).filter(([title]) => title !== 'Direitos futuros'),
  centers: await sectionsOf('cashMapByCenter', of),
  budget: await sectionsOf('budget', of),
})
/** Accounts of a test, which receive nothing else. */
async function accountsOf(...given: Record<string, unknown>[]): Promise<TestRecord[]> {
  await sql('UPDATE treasury_accounts SET active = false')
  const made = []
  for (const one of given)
    made.push(await make.account({ openingDate: `${last - 1}-01-01`, openingBalance: 0, ...one }))
  return made
}
const named = /As contas estão fechadas até 31\/12\/\d{4}: .*quem administra/

afterEach(() => set('closedUntil', ''))

describe('late posting', () => {
  test('writes nothing into closed days when another account receives their payments, which is warned about', async () => {
    const [box, bank] = await accountsOf(
      { kind: 'cash', methods: ['cash'], openingDate: `${last}-07-01` },
      { methods: ['transfer'], openingBalance: 100 },
    )
    assert.ok(box && bank)
    const { _id: memberId } = await make.member()
    const early = await pay({ memberId, amount: 5, method: 'cash', date: `${last}-03-05` })
    const back = await pay({ memberId, amount: 6, method: 'cash', date: `${last}-03-06` })
    succeeded(await admin.post(`/payments/${back._id}/return`, { date: `${last}-03-07`, reason: 'other' }))
    const refund = { amount: 1, date: `${last}-03-08`, method: 'cash', reason: 'Saiu.' }
    succeeded(await admin.post(`/members/${memberId}/refund_credit`, refund))
    await close()
    const before = await sumsOf(last)
    succeeded(await admin.patch(`/treasury_accounts/${box._id}`, { methods: [] }))
    const { _id, name, kind, order, openingDate, openingBalance } = bank
    const change = { _id, name, kind, order, openingDate, openingBalance, active: true }
    const warningsOf = async (methods: string[]) =>
      (await admin.post('/treasury_accounts/validate', { ...change, methods })).body.warnings
    assert.deepEqual(await warningsOf(['transfer', 'cheque']), {})
    assert.match(
      (await warningsOf(['transfer', 'cash']))['methods']?.[0] ?? '',
      new RegExp(`2 pagamentos são de dias fechados \\(05/03/${last} a 06/03/${last}\\) .*reabrir`),
    )
    succeeded(await admin.patch(`/treasury_accounts/${bank._id}`, { methods: ['transfer', 'cash'] }))
    assert.deepEqual(await warningsOf(['transfer', 'cash', 'cheque']), {}, 'said once')
    await doDailyWork()
    assert.deepEqual(await sumsOf(last), before)
    assert.deepEqual([await posted(early._id), await posted(back._id)], [[], []])
    const now = await pay({ memberId, amount: 7, method: 'cash' })
    assert.deepEqual(await posted(now._id), [[day, 7, bank._id]], 'open days are posted')

    succeeded(await admin.post(`/treasury_years/${last}/reopen`, { reason: 'Lançar o que falta' }))
    await doDailyWork()
    assert.deepEqual(await posted(early._id), [[`${last}-03-05`, 5, bank._id]])
    const { closing } = (await stateOf(last)).accounts.find((account) => account._id === bank._id) ?? {}
    assert.equal(closing, 104, 'with the return and the refund')
  })

  test('is done first when the setting closes later days, and not when it opens some', async () => {
    const [bank] = await accountsOf({ methods: ['transfer'] })
    const { _id: memberId } = await make.member()
    const payment = await pay({ memberId, amount: 9, date: `${last}-02-02` })
    const back = await pay({ memberId, amount: 8, date: `${last}-02-03` })
    succeeded(await admin.post(`/payments/${back._id}/return`, { date: `${last}-02-04`, reason: 'other' }))
    const refund = { amount: 2, date: `${last}-02-05`, method: 'transfer', reason: 'Saiu.' }
    succeeded(await admin.post(`/members/${memberId}/refund_credit`, refund))
    const forget = () =>
      sql('DELETE FROM transactions WHERE member_id = $1 AND account_id = $2', [memberId, bank?._id])
    await forget()
    await set('closedUntil', silvester)
    const closed = await sumsOf(last)
    assert.deepEqual(
      closed.accounts.find(({ _id }) => _id === bank?._id),
      { _id: bank?._id, name: bank?.['name'], opening: 0, closing: 7 },
    )
    await doDailyWork()
    assert.deepEqual(await sumsOf(last), closed)
    await forget()
    await set('closedUntil', `${last - 1}-12-31`)
    assert.deepEqual(await posted(payment._id), [])
    await doDailyWork()
    assert.deepEqual(await sumsOf(last), closed, 'what is open again is posted by the daily work')
  })

  test('leaves nothing for the next day', async () => {
    await accountsOf({ methods: ['transfer'] })
    const { _id: memberId } = await make.member()
    const payment = await pay({ memberId, amount: 9 })
    succeeded(await admin.post(`/payments/${payment._id}/return`, { date: day, reason: 'other' }))
    const waiting = await pay({ memberId, amount: 3 })
    await sql('DELETE FROM transactions WHERE payment_id = $1', [payment._id])
    await sql('DELETE FROM transactions WHERE payment_id = $1', [waiting._id])
    await doDailyWork()
    assert.deepEqual(
      (await posted(payment._id)).map(([, amount]) => amount),
      [9, -9],
    )
    assert.equal((await posted(waiting._id)).length, 1)
  })
})

describe('an account', () => {
  test('of a closed year is not deleted: it is taken out of use', async () => {
    const [old, later] = await accountsOf({}, { openingDate: `${year}-01-01`, openingBalance: 10.5 })
    await set('closedUntil', silvester)
    const before = await sumsOf(last)
    const refused = await editor.delete(`/treasury_accounts/${old?._id}`)
    assert.equal(refused.status, 409)
    assert.match(String(refused.body.message), named)
    succeeded(await editor.patch(`/treasury_accounts/${old?._id}`, { active: false }))
    assert.equal((await editor.delete(`/treasury_accounts/${later?._id}`)).status, 204)
    assert.deepEqual(await sumsOf(last), before)
  })

  test('that is not in use takes no new transaction, and keeps those that it has', async () => {
    const [old, other] = await accountsOf({}, {})
    const entry = await make.transaction({ accountId: old?._id, amount: 4, date: `${last}-05-05` })
    const transfer = { kind: 'transfer', accountId: other?._id, categoryId: undefined, amount: 2 }
    succeeded(await admin.patch(`/treasury_accounts/${old?._id}`, { active: false }))
    const { kind, categoryId } = entry
    const input = { kind, categoryId, amount: 3, description: 'Tarde', date: day }
    const refused = await editor.post('/transactions', { ...input, accountId: old?._id })
    assert.equal(refused.status, 422)
    assert.match(String(refused.body.errors['accountId']), /não está em uso/)
    const arriving = await editor.post('/transactions', {
      ...input,
      ...transfer,
      toAccountId: old?._id,
    })
    assert.deepEqual(Object.keys(arriving.body.errors), ['toAccountId'])
    const elsewhere = await make.transaction({ accountId: other?._id })
    const moved = await editor.patch(`/transactions/${elsewhere._id}`, { accountId: old?._id })
    assert.deepEqual(Object.keys(moved.body.errors), ['accountId'])
    succeeded(await editor.patch(`/transactions/${entry._id}`, { amount: 5, date: `${last}-05-06` }))
    succeeded(await editor.patch(`/transactions/${entry._id}`, { accountId: other?._id }))
  })

  test('closed in June is in the sums of each year in which it moved', async () => {
    const [old, other] = await accountsOf({ openingBalance: 50 }, {})
    const given = { kind: 'transfer', accountId: old?._id, toAccountId: other?._id, categoryId: undefined }
    await make.transaction({ ...given, amount: 50, date: `${last}-06-15` })
    succeeded(await admin.patch(`/treasury_accounts/${old?._id}`, { active: false }))
    const balances = async (of: number) => {
      const { opening, closing } = (await stateOf(of)).accounts.find(({ _id }) => _id === old?._id) ?? {}
      return [opening, closing]
    }
    assert.deepEqual(
      [await balances(last - 1), await balances(last)],
      [
        [50, 50],
        [50, 0],
      ],
    )
    assert.equal((await listed(`/transactions?_accountId=${old?._id}&_year=${last}`)).length, 1)
  })
})

describe('a closed year keeps', () => {
  test('its donations in kind, except their notes', async () => {
    const given = { description: 'Piano', value: 800, date: `${last}-05-01` }
    const old = succeeded(await editor.post('/donations_in_kind', given))
    const now = succeeded(await editor.post('/donations_in_kind', { ...given, date: day }))
    await set('closedUntil', silvester)
    const refusals = [
      await editor.post('/donations_in_kind', given),
      await editor.patch(`/donations_in_kind/${old._id}`, { value: 900 }),
      await editor.patch(`/donations_in_kind/${old._id}`, { date: day }),
      await editor.patch(`/donations_in_kind/${now._id}`, { date: silvester }),
    ]
    for (const { body } of refusals) assert.match(String(body.errors['date']), named)
    const cancelled = await editor.post(`/donations_in_kind/${old._id}/cancel`, { reason: 'Engano' })
    assert.equal(cancelled.status, 409)
    assert.match(String(cancelled.body.message), named)
    succeeded(await editor.patch(`/donations_in_kind/${old._id}`, { notes: 'Está na sala.' }))
    assert.equal((await read('donations_in_kind', old._id))['value'], 800)
    const gone = succeeded(await editor.post(`/donations_in_kind/${now._id}/cancel`, { reason: 'Engano' }))
    assert.deepEqual([gone['status'], gone['cancelReason']], ['cancelled', 'Engano'])
  })

  test('its list of assets; a later disposal, and how they are today, can be entered', async () => {
    const given = { description: 'Carrinha', cost: 5000, acquiredOn: `${last}-05-01` }
    const old = succeeded(await editor.post('/fixed_assets', given))
    const gone = succeeded(await editor.post('/fixed_assets', { ...given, disposedOn: silvester }))
    await set('closedUntil', silvester)
    const before = await sumsOf(last)
    const refusals: [Awaited<ReturnType<typeof editor.post>>, string][] = [
      [await editor.post('/fixed_assets', given), 'acquiredOn'],
      [await editor.post('/fixed_assets', { ...given, recordedOn: silvester }), 'recordedOn'],
      [await editor.patch(`/fixed_assets/${old._id}`, { recordedOn: opening }), 'recordedOn'],
      [
        await editor.patch(`/fixed_assets/${old._id}`, { recordedOn: opening, acquiredOn: opening }),
        'recordedOn',
      ],
      [await editor.patch(`/fixed_assets/${old._id}`, { cost: 1 }), 'acquiredOn'],
      [await editor.patch(`/fixed_assets/${old._id}`, { acquiredOn: day }), 'acquiredOn'],
      [await editor.patch(`/fixed_assets/${old._id}`, { disposedOn: silvester }), 'disposedOn'],
      [await editor.patch(`/fixed_assets/${gone._id}`, { disposedOn: null }), 'disposedOn'],
    ]
    for (const [{ body }, field] of refusals) {
      assert.deepEqual(Object.keys(body.errors), [field])
      assert.match(String(body.errors[field]), named)
    }
    const deleted = await editor.delete(`/fixed_assets/${old._id}`)
    assert.match(String(deleted.body.message), named)
    succeeded(await editor.patch(`/fixed_assets/${old._id}`, { disposedOn: day, notes: 'Vendida.' }))
    assert.deepEqual(await sumsOf(last), before)
  })

  test('what was acquired in it and never recorded enters the first open day, with what it had lost by then', async () => {
    await set('closedUntil', silvester)
    const before = await sumsOf(last)
    const assetsOf = async (year: number) =>
      (
        succeeded(await editor.get(`/reports/cashMap/table?year=${year}`)) as unknown as ReportTable
      ).sections.find(({ title }) => title?.startsWith('Património'))
    const earlier = await assetsOf(last)
    const given = { description: 'Piano', cost: 3000, acquiredOn: `${last - 9}-05-01`, recordedOn: opening }
    for (const [change, field] of [
      [{ depreciation: 3000.01 }, 'depreciation'],
      [{ depreciation: -1 }, 'depreciation'],
      [{ recordedOn: null, acquiredOn: opening, depreciation: 1 }, 'depreciation'],
      [{ disposedOn: silvester }, 'disposedOn'],
    ] as const) {
      const { status, body } = await editor.post('/fixed_assets', { ...given, ...change })
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(change))
    }
    const piano = succeeded(await editor.post('/fixed_assets', { ...given, depreciation: 1200.5 }))
    assert.equal(piano['value'], 1799.5)
    const rowOf = async (year: number) =>
      (await assetsOf(year))?.rows
        .find(([label]) => String(label?.value).startsWith('Piano'))
        ?.map(({ value }) => value)
    assert.deepEqual(await rowOf(last + 1), [`Piano, 01/05/${last - 9}, bom, já depreciado em parte`, 1799.5])
    assert.deepEqual(await assetsOf(last), earlier, 'the closed list is as it was')
    assert.deepEqual(await sumsOf(last), before)
    succeeded(await editor.patch(`/fixed_assets/${piano._id}`, { depreciation: 1300 }))
    const early = await editor.patch(`/fixed_assets/${piano._id}`, { recordedOn: null, depreciation: 0 })
    assert.deepEqual(Object.keys(early.body.errors), ['acquiredOn'])
    await set('closedUntil', opening)
    assert.match(
      String((await editor.delete(`/fixed_assets/${piano._id}`)).body.message),
      /fechadas até 01\/01\/.*quem administra/,
    )
    await set('closedUntil', silvester)
    assert.equal((await editor.delete(`/fixed_assets/${piano._id}`)).status, 204)
  })

  test('its budgets, also when their cost centre would be deleted', async () => {
    const { _id: costCenterId } = await make.costCenter()
    const budget = { costCenterId, income: 10, expense: 20 }
    const old = succeeded(await editor.post('/cost_center_budgets', { ...budget, year: last }))
    const now = succeeded(await editor.post('/cost_center_budgets', { ...budget, year }))
    await set('closedUntil', silvester)
    const before = await sumsOf(last)
    for (const { body } of [
      await editor.post('/cost_center_budgets', { ...budget, year: last - 1 }),
      await editor.patch(`/cost_center_budgets/${old._id}`, { income: 11 }),
      await editor.patch(`/cost_center_budgets/${now._id}`, { year: last - 1 }),
    ])
      assert.match(String(body.errors['year']), named)
    for (const path of [`cost_center_budgets/${old._id}`, `cost_centers/${costCenterId}`]) {
      const { status, body } = await editor.delete(`/${path}`)
      assert.equal(status, 409)
      assert.match(String(body.message), named)
    }
    succeeded(await editor.patch(`/cost_center_budgets/${old._id}`, { notes: 'Aprovado em março.' }))
    succeeded(await editor.patch(`/cost_center_budgets/${now._id}`, { income: 12 }))
    assert.deepEqual(await sumsOf(last), before)
  })
})

test('the cash sheet of 31 December is reopened while the year is open, and not when it is closed', async () => {
  const [box] = await accountsOf({ kind: 'cash', methods: ['cash'] })
  const { _id: memberId } = await make.member()
  await pay({ memberId, amount: 10, method: 'cash', date: silvester })
  const count = (countedCash: number) => editor.post('/cash_sheets', { date: silvester, countedCash })
  const sheet = succeeded(await count(10))
  const reopen = (id: string) => editor.post(`/cash_sheets/${id}/reopen`, { reason: 'Faltava um recibo' })
  const reopened = succeeded(await reopen(sheet._id))
  const { status, reopenReason, reopenedByName } = reopened
  assert.deepEqual([status, reopenReason], ['reopened', 'Faltava um recibo'])
  assert.match(String(reopenedByName), /^editor /)
  await pay({ memberId, amount: 4, method: 'cash', date: silvester })
  const again = succeeded(await count(14))
  const ofBox = async (of: number) => (await stateOf(of)).accounts.find(({ _id }) => _id === box?._id)
  assert.deepEqual(
    [(await ofBox(last))?.closing, (await ofBox(year))?.opening],
    [14, 14],
    'what was counted late is in both',
  )

  await close()
  const before = await sumsOf(last)
  const refused = await reopen(again._id)
  assert.equal(refused.status, 409)
  assert.match(String(refused.body.message), named)
  assert.equal((await read('cash_sheets', again._id))['status'], 'closed')
  const late = await editor.post('/cash_sheets', { date: addDays(silvester, -1), countedCash: 0 })
  assert.match(String(late.body.errors['date']), named)
  assert.deepEqual(await sumsOf(last), before)
})

test('a December expense that is corrected after January was opened moves the opening of January and nothing else', async () => {
  const [account] = await accountsOf({ openingBalance: 100 })
  const expense = await make.transaction({ accountId: account?._id, amount: 30, date: `${last}-12-20` })
  await make.transaction({ accountId: account?._id, amount: 1, date: day })
  const sums = async () => ({
    accounts: (await stateOf(year)).accounts,
    map: await sectionsOf('cashMap', year),
    budget: await sectionsOf('budget', year),
  })
  const before = await sums()
  const earlier = await sumsOf(last - 1)
  succeeded(await editor.patch(`/transactions/${expense._id}`, { amount: 37.5 }))
  const moved = {
    ...before,
    accounts: before.accounts.map((one) =>
      one._id === account?._id ? { ...one, opening: one.opening - 7.5, closing: one.closing - 7.5 } : one,
    ),
    map: before.map.map(([title, rows]) => [
      title,
      String(title).startsWith('Saldos')
        ? (rows as unknown[][]).map(([label, amount]) => [
            label,
            label === account?.['name'] ? Number(amount) - 7.5 : amount,
          ])
        : rows,
    ]),
  }
  assert.deepEqual(await sums(), moved)
  assert.deepEqual(await sumsOf(last - 1), earlier)
})

test('money under way over New Year is in neither account, and in each on its own value date', async () => {
  const [from, to] = await accountsOf({ openingBalance: 100 }, {})
  const [leaves, arrives] = [`${last - 1}-12-30`, `${last}-01-02`]
  await make.transaction({
    kind: 'transfer',
    accountId: from?._id,
    toAccountId: to?._id,
    categoryId: undefined,
    amount: 40,
    date: leaves,
    valueDate: addDays(leaves, 1),
    arrivalDate: arrives,
    arrivalValueDate: addDays(arrives, 1),
  })
  const movements = async (account: TestRecord | undefined) =>
    (await listed(`/transactions?_accountId=${account?._id}`)).map(({ date, valueDate, effect }) => [
      date,
      valueDate,
      effect,
    ])
  assert.deepEqual(await movements(from), [[leaves, addDays(leaves, 1), -40]])
  assert.deepEqual(await movements(to), [[arrives, addDays(arrives, 1), 40]])
  const [before, after] = [await stateOf(last - 1), await stateOf(last)]
  const balances = ({ accounts }: YearState, at: 'opening' | 'closing') =>
    [from, to].map((account) => accounts.find(({ _id }) => _id === account?._id)?.[at])
  assert.deepEqual(
    [balances(before, 'closing'), balances(after, 'opening'), balances(after, 'closing')],
    [
      [60, 0],
      [60, 0],
      [60, 40],
    ],
  )
  assert.deepEqual([before.underWay, after.underWay.count], [{ count: 1, amount: 40 }, 0])
})

describe('what happens after a year was closed changes none of its sums', () => {
  test('credit of the year pays a charge of today, on the day of its use', async () => {
    await accountsOf({ methods: ['transfer'] })
    const { _id: memberId } = await make.member()
    const payment = await pay({ memberId, amount: 30, date: `${last}-10-10` })
    await close()
    const before = await sumsOf(last)
    const debt = await charge({ memberId, amount: 12 })
    succeeded(await admin.post(`/members/${memberId}/use_credit`))
    const uses = await listed(`/members/${memberId}/credit_uses`)
    assert.deepEqual(
      uses.map(({ date, amount, paymentId, unsettledPaymentId }) => [
        date,
        amount,
        paymentId,
        unsettledPaymentId,
      ]),
      [[day, 12, payment._id, debt._id]],
      'it refers to the payment of the closed year',
    )
    assert.deepEqual(
      (await posted(payment._id)).map(([date, amount]) => [date, amount]),
      [[`${last}-10-10`, 30]],
      'no money moved',
    )
    assert.deepEqual(await sumsOf(last), before)
  })

  test('a generation of the year is undone today, and its credit is free again', async () => {
    await accountsOf({ methods: ['transfer'] })
    const { category: name, id } = await category()
    const { _id: memberId } = await make.member({ category: name })
    const payment = await pay({ memberId, amount: 30, date: `${last}-03-03` })
    const run = await generate({ year: last, categoryIds: [id] })
    assert.deepEqual([run['year'], run['count'], run['creditUsed']], [last, 1, 24])
    await close()
    const before = await sumsOf(last)
    const undone = succeeded(await admin.post(`/quota_runs/${run._id}/undo`))
    assert.deepEqual([undone['state'], undone['year']], ['undone', last])
    assert.equal((await read('members', memberId))['credit'], 30)
    const [event] = await listed(`/quota_runs/${run._id}/audit_events`)
    assert.equal(event?.['action'], 'undo')
    assert.deepEqual(
      (await posted(payment._id)).map(([date]) => date),
      [`${last}-03-03`],
    )
    assert.deepEqual(await sumsOf(last), before)
  })

  test('a quota of the year is charged and paid today, into the sums of today', async () => {
    const [bank] = await accountsOf({ methods: ['transfer'] })
    await close()
    const before = await sumsOf(last)
    const { _id: memberId } = await make.member()
    const quota = await charge({ memberId, type: 'quota', year: last, dueDate: `${last}-03-31` })
    assert.equal(quota['year'], last)
    const early = await admin.post('/payments', { memberId, amount: 24, method: 'transfer', date: silvester })
    assert.match(String(early.body.errors['date']), /As contas estão fechadas/)
    const payment = await pay({ memberId, amount: 24 })
    assert.deepEqual(await posted(payment._id), [[day, 24, bank?._id]])
    const [item] = await listed(`/payments/${payment._id}/payment_items`)
    assert.equal(item?.['unsettledPaymentId'], quota._id)
    const [entry] = await listed(`/payments/${payment._id}/transactions`)
    assert.match(String(entry?.['description']), new RegExp(String(last)), 'it names the year of the quota')
    assert.deepEqual(await sumsOf(last), before)
  })
})
