import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReportTable } from '@agremia/resources/report-table.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { fiscalYearDays, fiscalYearOf, fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import { fiscalYearSql, fiscalYearStartSql, fiscalYearTextSql } from '../database/fiscal-year.ts'
import { many, sql as statement } from '../database/sql.ts'
import { duesTools } from '../dues/testing.ts'
import type { TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { assertStoredTotals } from '../testing/stored-totals.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { as, make, today } = app
const admin = await as('admin')
const editor = await as('editor')
const { pay, set } = await duesTools(app)
const september = { fiscalYearStart: '9' }
const day = await today()
/** The accounting year before the current one, and the calendar year in which it begins. */
const last = fiscalYearOf(september, day) - 1
const { first: september1, last: august31 } = fiscalYearDays(september, last)
const text = fiscalYearText(september, last)
await set('hasTreasury', 'true')
await set('fiscalYearStart', '9')

const listed = async (path: string) => succeeded(await editor.get(path)) as unknown as TestRecord[]
const [category] = await listed('/transaction_categories?_kind=expense&_limit=1')
const { _id: accountId } = await make.account({ openingDate: `${last - 1}-09-01`, openingBalance: 100 })
const enter = async (date: string, amount: number, more: object = {}) =>
  succeeded(
    await editor.post('/transactions', {
      kind: 'expense',
      date,
      amount,
      description: `Despesa de ${date}`,
      accountId,
      categoryId: category?._id,
      ...more,
    }),
  )

test('the database and the rule name the same year, and begin it on the same day', async (context) => {
  context.after(() => set('fiscalYearStart', '9'))
  for (const start of ['1', '2', '9', '12']) {
    await set('fiscalYearStart', start)
    const days = Array.from({ length: 800 }, (_, index) => addDays('2023-12-20', index))
    const rows = await many(
      app.database.pool,
      statement`SELECT day, ${fiscalYearSql(statement`day`)} AS year, ${fiscalYearTextSql(fiscalYearSql(statement`day`))} AS text FROM unnest(${days}::date[]) AS day`,
      { day: 'day', year: 'integer', text: 'text' },
    )
    const given = { fiscalYearStart: start }
    for (const row of rows) {
      const year = fiscalYearOf(given, row.day)
      assert.deepEqual(row, { day: row.day, year, text: fiscalYearText(given, year) })
    }
    const [first] = await many(app.database.pool, statement`SELECT ${fiscalYearStartSql(2024)} AS day`, {
      day: 'day',
    })
    assert.equal(first?.day, fiscalYearDays(given, 2024).first)
  }
})

test('lists, numbers, overview, cost centres and reports have the days of the accounting year', async () => {
  const { _id: centerId } = await make.costCenter()
  const before = await enter(addDays(september1, -1), 1)
  const opened = await enter(september1, 2, { costCenterId: centerId })
  const closed = await enter(august31, 4, { costCenterId: centerId })
  const after = await enter(addDays(august31, 1), 8, { costCenterId: centerId })
  assert.deepEqual(
    [before, opened, closed, after].map(({ number }) => String(number).replace(/\/\d{5}$/, '')),
    [last - 1, last, last, last + 1].map((year) => fiscalYearText(september, year)),
  )
  const document = await make.treasuryDoc({ date: august31, totalAmount: 5 })
  assert.ok(String(document['number']).startsWith(`${text}/`))

  const ofYear = async (parameters: string) => {
    const { body } = await editor.get(`/transactions?_accountId=${accountId}&_sort=date&${parameters}`)
    return [body.data.map(({ _id }: TestRecord) => _id), body.meta.total, body.meta.sums?.['expense']]
  }
  assert.deepEqual(await ofYear(`_year=${last}`), [[opened._id, closed._id], 2, 6])
  assert.deepEqual(await ofYear(`_year=${last}&_year=${last - 1}`), [
    [before._id, opened._id, closed._id],
    3,
    7,
  ])
  assert.deepEqual(await ofYear(`_year_from=${last + 1}`), [[after._id], 1, 8])
  assert.deepEqual(await ofYear(`_year_to=${last - 1}`), [[before._id], 1, 1])
  for (const none of ['_year=99999', '_year=-5', '_year=null', '_year_from=2147483647'])
    assert.deepEqual(await ofYear(none), [[], 0, 0], none)
  assert.equal((await ofYear('_year=notNull'))[1], 4)
  assert.equal((await editor.get(`/transactions/${after._id}`)).body.data.year, last + 1)
  assert.deepEqual(
    (await listed(`/transactions/values/year?_accountId=${accountId}`)).map(({ value, count }) => [
      value,
      count,
    ]),
    [
      [last, 2],
      [last - 1, 1],
      [last + 1, 1],
    ],
  )
  const documents = await listed(`/treasury_docs?_year=${last}`)
  assert.deepEqual(
    documents.map(({ _id }) => _id),
    [document._id],
  )
  await assertStoredTotals(app)

  for (const year of [last, last + 1])
    succeeded(
      await editor.post('/cost_center_budgets', {
        costCenterId: centerId,
        year,
        income: 0,
        expense: 10 * (year - last + 1),
      }),
    )
  assert.deepEqual(
    (await listed(`/cost_centers/${centerId}/cost_center_budgets`)).map(({ yearText }) => yearText),
    [fiscalYearText(september, last + 1), text],
  )
  assert.deepEqual(
    (await listed(`/cost_centers/${centerId}/years`)).map(({ year, expense, budgetExpense }) => [
      year,
      expense,
      budgetExpense,
    ]),
    [
      [last + 1, 8, 20],
      [last, 6, 10],
    ],
  )
  const table = async (report: string) =>
    succeeded(await editor.get(`/reports/${report}/table?year=${last}`)) as unknown as ReportTable
  const budget = await table('budget')
  assert.equal(budget.period, text)
  assert.deepEqual(
    budget.sections[0]?.rows.map((row) => [row[4]?.value, row[5]?.value]),
    [[10, 6]],
  )
  const map = await table('cashMap')
  const payments = map.sections.find(({ title }) => title === 'Pagamentos')
  assert.equal(payments?.total?.at(-1)?.value, 6)
  assert.deepEqual(payments?.rows[0]?.[1]?.list?.filters['date_from'], [september1])
  const opening = map.sections.find(({ title }) => title === 'Saldos iniciais')
  assert.equal(opening?.total?.at(-1)?.value, 99)
  assert.match(
    String(map.notes.at(-1)),
    new RegExp(`são os de ${august31.split('-').toReversed().join('/')}`),
  )

  const overview = succeeded(await editor.get('/treasury_overview')) as unknown as {
    year: number
    byMonth: { month: number; expense: number; expenseLastYear: number }[]
  }
  assert.equal(overview.year, last + 1)
  assert.deepEqual(
    overview.byMonth.map(({ month }) => month),
    [9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8],
  )
  assert.deepEqual(
    [overview.byMonth[0], overview.byMonth[11]].map((month) => [month?.expense, month?.expenseLastYear]),
    [
      [8, 2],
      [0, 4],
    ],
  )
  const ledger = await editor.get(`/ledger/export?year=${last}`)
  assert.deepEqual(
    ledger.text.split('\n').flatMap((line) => /Despesa de (.{10})/.exec(line)?.[1] ?? []),
    [september1, august31],
  )
})

const restore = async (recordId: string) => {
  const [event] = await listed(`/audit_events?_recordId=${recordId}`)
  return editor.post(`/audit_events/${event?._id}/restore`, {})
}

test('receipts stay of the calendar year', async () => {
  const { _id: memberId } = await make.member()
  const date = `${last + 1}-01-15`
  const { receiptNumber } = await pay({ memberId, amount: 3, date })
  assert.match(String(receiptNumber), new RegExp(`^Q/${last + 1}/`))
})

test('a year is closed on its last day and reopened to the last day of the one before', async (context) => {
  context.after(() => set('closedUntil', ''))
  const early = await admin.post(`/treasury_years/${last + 1}/close`, {})
  assert.match(
    String(early.body.message),
    new RegExp(`O ano de ${fiscalYearText(september, last + 1)} ainda não acabou: .*01/09/${last + 2}`),
  )
  const { _id: centerId } = await make.costCenter()
  const budgetOf = (year: number) =>
    editor.post('/cost_center_budgets', { costCenterId: centerId, year, income: 0, expense: 1 })
  const deleted = [
    ['cost_center_budgets', succeeded(await budgetOf(last))],
    ['treasury_accounts', await make.account({ openingDate: september1 })],
    [
      'fixed_assets',
      succeeded(await editor.post('/fixed_assets', { description: 'Mesa', cost: 9, acquiredOn: september1 })),
    ],
  ] as const
  for (const [path, { _id }] of deleted) assert.equal((await admin.delete(`/${path}/${_id}`)).status, 204)
  const closed = succeeded(await admin.post(`/treasury_years/${last}/close`, {}))
  assert.deepEqual([closed['isClosed'], closed['closedUntil'], closed['openYears']], [true, august31, []])
  const late = { kind: 'expense', amount: 1, description: 'Tarde', accountId, categoryId: category?._id }
  assert.equal((await editor.post('/transactions', { ...late, date: august31 })).status, 422)
  await enter(addDays(august31, 1), 1)
  for (const [path, { _id }] of deleted) {
    const { status, body } = await restore(_id)
    assert.equal(status, 409, path)
    assert.match(String(body.message), /As contas estão fechadas/)
    assert.equal((await editor.get(`/${path}/${_id}`)).status, 404)
  }
  assert.deepEqual(Object.keys((await budgetOf(last)).body.errors), ['year'])
  succeeded(await budgetOf(last + 1))
  const reopen = (year: number) =>
    admin.post(`/treasury_years/${year}/reopen`, { reason: 'Falta uma fatura' })
  assert.match(String((await reopen(last - 1)).body.message), new RegExp(`reabra primeiro o ano de ${text}`))
  assert.equal(succeeded(await reopen(last))['closedUntil'], addDays(september1, -1))
  for (const [path, { _id }] of deleted) assert.equal((await restore(_id)).status, 200, path)
})

test('the start of the year changes only while nothing is stored by year, and no accounts are closed', async (context) => {
  const change = (value: unknown, caller = admin) => caller.patch('/settings/fiscalYearStart', { value })
  const refused = async (pattern: RegExp) => {
    const { status, body } = await change('1')
    assert.equal(status, 422)
    assert.match(String(body.errors['value']), pattern)
    assert.equal((await admin.get('/settings/fiscalYearStart')).body.data.value, '9')
  }
  assert.equal((await change('1', editor)).status, 403)
  for (const value of ['13', '0', '', 'janeiro']) assert.equal((await change(value)).status, 422, value)
  await refused(new RegExp(`Há orçamentos de centros de custos de ${last}.*elimine-os primeiro`))
  const budgets = await listed('/cost_center_budgets')
  for (const { _id } of budgets) await admin.delete(`/cost_center_budgets/${_id}`)
  const note = succeeded(await editor.post('/report_notes', { year: last, text: 'As contas do exercício.' }))
  await refused(new RegExp(`Há notas de relatórios de ${last}`))
  assert.equal((await admin.delete(`/report_notes/${note._id}`)).status, 204)
  const kept = succeeded(
    await editor.post('/kept_reports', { report: 'cashMap', parameters: { year: String(last) } }),
  )
  assert.equal(kept['period'], text)
  await set('closedUntil', august31)
  context.after(() => set('closedUntil', ''))
  await refused(/As contas estão fechadas até 31\/08\/.*reabra-as primeiro/)
  await set('closedUntil', '')
  const known = await enter(addDays(august31, 2), 1)
  succeeded(await change('1'))
  for (const _id of [String(budgets[0]?._id), note._id]) {
    const { status, body } = await restore(_id)
    assert.equal(status, 409)
    assert.match(String(body.message), /anos que então começavam noutro mês/)
  }
  assert.equal(
    (await editor.get(`/transactions/${known._id}`)).body.data.number,
    known['number'],
    'numbers stay',
  )
  const other = await enter(addDays(august31, 3), 1)
  assert.match(String(other['number']), new RegExp(`^${last + 1}/\\d{5}$`))
  const compared = await editor.get(`/kept_reports/${kept._id}/changes`)
  assert.equal(compared.status, 409)
  assert.match(String(compared.body.message), new RegExp(`era de ${text}`))
  succeeded(await change('9'))
  assert.equal((await restore(String(budgets[0]?._id))).status, 200)
})
