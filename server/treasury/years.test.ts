import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ReportTable } from '@agremia/resources/report-table.ts'
import { csvOf, statementSender } from '../bank/testing.ts'
import { duesTools } from '../dues/testing.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { jobsDone } from '../testing/wait.ts'

const app = await testApp()
const there = await testApp({ with: app })
const { as, make, sql } = app
const admin = await as('admin')
const editor = await as('editor')
const { pay, set } = await duesTools(app)
const thisYear = Number((await app.today()).slice(0, 4))
const lastYear = thisYear - 1
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
  for (const [kind, name] of [
    ['income', 'Quotas'],
    ['expense', 'Impostos, taxas e licenças'],
  ] as const) {
    const [found] = (await listed(`/transaction_categories?_name=${encodeURIComponent(name)}`)) as {
      _id: string
    }[]
    categories[kind] = String(found?._id)
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

test('the movements of a year are lines of double entry for other programs, with opening balances', async () => {
  const { _id: bankId } = await make.account({ name: 'Banco: à ordem', openingDate: '2024-03-01' })
  const band = await created('/cost_centers', { name: 'Banda, coro' })
  const splits = [
    { costCenterId: centerId, amount: 2.5 },
    { costCenterId: band._id, amount: 1234.06 },
  ]
  await enter({ kind: 'expense', date: '2024-08-01', amount: 1236.56, accountId: bankId, splits })
  const transfer = {
    kind: 'transfer',
    categoryId: null,
    externalEntityId: null,
    toAccountId: bankId,
    amount: 20,
  }
  await enter({ ...transfer, date: '2024-09-01' })
  await enter({ ...transfer, date: '2024-12-31', arrivalDate: '2025-01-01' })
  const read = async (year: string) => {
    const headers = { authorization: `Bearer ${editor.tokens.access}` }
    return app.app.inject({ url: `/api/ledger/export?year=${year}`, headers })
  }
  const file = await read('2024')
  assert.match(String(file.headers['content-disposition']), /movimentos-de-2024-.*\.csv/)
  const [bank, cash] = ['Assets:Banco-à-ordem', 'Assets:Caixa']
  assert.deepEqual(file.body.split('\n'), [
    'date,code,description,account,counterAccount,amount,currency,costCenter,payee',
    `2024-03-01,,Saldo inicial,${bank},Equity:Saldos-iniciais,1000.00,EUR,,`,
    `2024-06-01,2024/00001,Festa,${cash},Income:Quotas,100.00,EUR,Teatro,Som da Beira`,
    `2024-06-02,2024/00002,Festa,${cash},Expenses:Impostos-taxas-e-licenças,-30.50,EUR,Teatro,Som da Beira`,
    `2024-07-01,2024/00003,Festa,${cash},Expenses:Impostos-taxas-e-licenças,-5.00,EUR,,Som da Beira`,
    `2024-08-01,2024/00004,Festa,${bank},Expenses:Impostos-taxas-e-licenças,-1234.06,EUR,"Banda, coro",Som da Beira`,
    `2024-08-01,2024/00004,Festa,${bank},Expenses:Impostos-taxas-e-licenças,-2.50,EUR,Teatro,Som da Beira`,
    `2024-09-01,2024/00005,Festa,${cash},${bank},-20.00,EUR,,`,
    `2024-12-31,2024/00006,Festa,${cash},Assets:Em-trânsito,-20.00,EUR,,`,
    '',
  ])
  const [, ...next] = (await read('2025')).body.split('\n')
  assert.deepEqual(
    next.filter((line) => /Saldo inicial|Em-trânsito/.test(line)),
    [
      `2025-01-01,,Saldo inicial,${cash},Equity:Saldos-iniciais,24.50,EUR,,`,
      `2025-01-01,,Saldo inicial,${bank},Equity:Saldos-iniciais,-216.56,EUR,,`,
      '2025-01-01,,Saldo inicial,Assets:Em-trânsito,Equity:Saldos-iniciais,20.00,EUR,,',
      `2025-01-01,2024/00006,Festa,${bank},Assets:Em-trânsito,20.00,EUR,,`,
    ],
  )
  assert.equal((await read('24')).statusCode, 400)
})

interface Comparison {
  onSheets: number
  inAccounts: number
  difference: number
  count: number
  toCorrect: number
  rows: { label: string; onSheet: number | null; inAccount: number | null; cause: string }[]
}

const compare = async (from: string, to = from) =>
  succeeded(await editor.get(`/cash_differences?from=${from}&to=${to}`)) as unknown as Comparison
const differences = ({ rows }: Comparison) =>
  rows.map(({ onSheet, inAccount, cause }) => [cause, onSheet, inAccount]).toSorted()

test('the cash sheet of a day and the cash account agree, or each difference has its cause', async () => {
  const date = `${lastYear}-02-10`
  const { _id: bankId } = await make.account({ name: 'Banco', kind: 'bank', openingBalance: 500 })
  await jobsDone({ sql }, 'treasuryPosting')
  const { _id: memberId } = await make.member()
  const counted = await pay({ memberId: (await make.member())._id, amount: 10, date, method: 'cash' })
  const returned = await pay({ memberId, amount: 6, date, method: 'cash' })
  const back = { date, reason: 'other' }
  succeeded(await admin.post(`/payments/${returned._id}/return`, back))
  await pay({ memberId, amount: 2, date, method: 'mbway', bankAccountId: bankId })
  const refund = { amount: 2, date, method: 'cash', reason: 'Saiu.' }
  succeeded(await admin.post(`/members/${memberId}/refund_credit`, refund))
  assert.deepEqual(await compare(date), {
    onSheets: 8,
    inAccounts: 8,
    difference: 0,
    count: 0,
    toCorrect: 0,
    rows: [],
  })

  await pay({ memberId, amount: 7, date, method: 'cash', bankAccountId: bankId })
  await pay({ memberId, amount: 5, date, method: 'mbway', bankAccountId: accountId })
  const waiting = await pay({ memberId, amount: 4, date, method: 'cash' })
  await sql('DELETE FROM transactions WHERE payment_id = $1', [waiting._id])
  await enter({ kind: 'expense', date, amount: 3 })
  const transfer = { kind: 'transfer', date, amount: 1, toAccountId: bankId, categoryId: null }
  await enter({ ...transfer, externalEntityId: null })
  const { _id } = await enter({ kind: 'expense', date, amount: 100 })
  succeeded(await admin.post(`/transactions/${_id}/cancel`, { reason: 'Engano' }))
  const gone = await pay({ memberId, amount: 50, date, method: 'cash' })
  succeeded(await admin.post(`/payments/${gone._id}/cancel`, { reason: 'Engano' }))
  const open = await compare(date)
  assert.deepEqual(
    [open.onSheets, open.inAccounts, open.difference, open.toCorrect],
    [19, 9, -10, 3],
    'what was cancelled on its day is in neither',
  )
  const inNeither = [
    ['Lançado noutra conta', 7, null],
    ['Movimento da tesouraria, que a folha não conta', null, -3],
    ['Não é em numerário, mas está na conta de caixa', null, 5],
    ['Por lançar na tesouraria', 4, null],
    ['Transferência, que a folha não conta', null, -1],
  ]
  assert.deepEqual(differences(open), inNeither)

  succeeded(await editor.post('/cash_sheets', { date, countedCash: 18.5 }))
  const late = await pay({ memberId, amount: 9, date, method: 'cash' })
  succeeded(await admin.post(`/payments/${counted._id}/cancel`, { reason: 'Engano' }))
  const closed = await compare(date)
  assert.deepEqual(
    differences(closed),
    [
      ...inNeither,
      ['Anulado depois de fechada a folha', 10, null],
      ['Diferença entre o contado e o esperado', -0.5, null],
      ['Registado depois de fechada a folha', null, 9],
    ].toSorted(),
  )
  const labels = closed.rows.map(({ label }) => label)
  assert.ok(labels.includes(String(late['receiptNumber'])))
  assert.deepEqual(
    [closed.onSheets, closed.inAccounts, closed.difference, closed.toCorrect],
    [18.5, 8, -10.5, 5],
  )
  assert.equal((await compare('2023-01-01', '2023-12-31')).count, 0, 'before the opening balance')
  for (const query of ['from=ontem&to=2024-01-01', 'from=2024-01-01', 'from=2024-01-01&to=2024-01-01&x=1'])
    assert.equal((await editor.get(`/cash_differences?${query}`)).status, 400, query)
})

interface YearState {
  isClosed: boolean
  closedUntil: string | null
  refusal: string | null
  accounts: { _id: string; name: string; opening: number; closing: number }[]
  transactionsWithoutDocument: object
  documentsWithoutTransaction: object
  openBankLines: object
  underWay: object
  openCashDays: number
  openYears: number[]
  cash: Comparison
}

test('closing a year shows its unfinished items and closes it once; administrators reopen it with a reason', async (context) => {
  context.after(() => set('closedUntil', ''))
  const auditor = await as('auditor')
  const read = async (year: number, caller = auditor) =>
    succeeded(await caller.get(`/treasury_years/${year}`)) as unknown as YearState
  const { _id: bankId } = await make.account({ openingDate: `${lastYear}-01-01`, openingBalance: 500 })
  await jobsDone({ sql }, 'treasuryPosting')
  const before = await read(lastYear)
  await enter({ kind: 'expense', date: `${lastYear}-03-01`, amount: 12, accountId: bankId })
  await make.treasuryDoc({ date: `${lastYear}-05-05`, totalAmount: 30 })
  await make.treasuryDoc({ date: `${thisYear}-01-01`, totalAmount: 31 })
  const transfer = {
    kind: 'transfer',
    amount: 40,
    toAccountId: accountId,
    categoryId: null,
    externalEntityId: null,
  }
  await enter({ ...transfer, accountId: bankId, date: `${lastYear}-12-31`, arrivalDate: `${thisYear}-01-01` })
  const send = await statementSender(app, editor)
  const lines = csvOf([`${lastYear}-07-01`, 'SEGURO', -20], [`${thisYear}-01-01`, 'LUZ', -5])
  assert.equal((await send('bank_statements', lines, { accountId: bankId })).status, 201)
  const { _id: memberId } = await make.member()
  await pay({ memberId, amount: 8, date: `${lastYear}-08-01`, method: 'cash' })

  const open = await read(lastYear)
  const less = (count: number, amount: number) => ({ count, amount })
  assert.deepEqual(
    [open.documentsWithoutTransaction, open.openBankLines, open.underWay, open.openCashDays],
    [less(1, 30), less(1, -20), less(1, 40), before.openCashDays + 1],
  )
  const lacking = before.transactionsWithoutDocument as { count: number; amount: number }
  assert.deepEqual(open.transactionsWithoutDocument, less(lacking.count + 1, lacking.amount + 12))
  assert.deepEqual(
    [open.cash.difference, open.cash.rows],
    [before.cash.difference, before.cash.rows],
    'what agrees is no difference',
  )
  assert.ok(open.cash.count > 0)
  assert.deepEqual([open.isClosed, open.closedUntil, open.refusal], [false, null, null])
  const { sections } = succeeded(
    await auditor.get(`/reports/cashMap/table?year=${lastYear}`),
  ) as unknown as ReportTable
  const balances = (title: string) =>
    sections.find((section) => section.title === title)?.rows.map(([, cell]) => cell?.value)
  assert.deepEqual(
    [open.accounts.map(({ opening }) => opening), open.accounts.map(({ closing }) => closing)],
    [balances('Saldos iniciais'), balances('Saldos finais')],
  )

  const close = (year: number, caller = admin) => caller.post(`/treasury_years/${year}/close`, {})
  const reopen = (year: number, reason?: string, caller = admin) =>
    caller.post(`/treasury_years/${year}/reopen`, reason === undefined ? {} : { reason })
  const early = await close(thisYear)
  assert.equal(early.status, 409)
  assert.match(String(early.body.message), /ainda não acabou: pode fechá-lo a partir de 01\/01\//)
  assert.equal((await read(thisYear)).refusal, early.body.message)
  for (const caller of [auditor, editor]) assert.equal((await close(lastYear, caller)).status, 403)
  assert.equal((await (await as('member')).get(`/treasury_years/${lastYear}`)).status, 403)
  assert.equal((await editor.get('/treasury_years/26')).status, 404)

  const waiting = await pay({ memberId, amount: 2, date: `${lastYear}-08-02` })
  await sql('DELETE FROM transactions WHERE payment_id = $1', [waiting._id])
  const elsewhere = await there.as('admin')
  for (const answer of await Promise.all([close(lastYear), close(lastYear, elsewhere)])) succeeded(answer)
  const closed = succeeded(await close(lastYear)) as unknown as YearState
  assert.deepEqual([closed.isClosed, closed.closedUntil, closed.openYears], [true, `${lastYear}-12-31`, []])
  assert.equal((await listed(`/payments/${waiting._id}/transactions`)).length, 1, 'what waited is posted')
  const history = async () =>
    (await listed('/settings/closedUntil/audit_events')) as { changes: { label: string; to: string }[] }[]
  assert.equal((await history()).length, 1, 'closed once')
  const entry = {
    kind: 'expense',
    date: `${lastYear}-03-01`,
    amount: 1,
    accountId,
    categoryId: categories['expense'],
  }
  const refused = await editor.post('/transactions', { ...entry, description: 'Tarde' })
  assert.match(String(refused.body.errors['date']), /As contas estão fechadas/)

  assert.equal((await reopen(lastYear, 'Falta uma fatura', editor)).status, 403)
  assert.deepEqual(Object.keys((await reopen(lastYear)).body.errors), ['reason'])
  assert.match(
    String((await reopen(lastYear - 1, 'x')).body.message),
    new RegExp(`reabra primeiro o ano de ${lastYear}`),
  )
  const again = succeeded(await reopen(lastYear, 'Falta uma fatura')) as unknown as YearState
  assert.deepEqual([again.isClosed, again.closedUntil], [false, `${lastYear - 1}-12-31`])
  const [event] = await history()
  assert.deepEqual(
    event?.changes.map(({ label, to }) => [label, to]),
    [
      ['Contas fechadas até', `${lastYear - 1}-12-31`],
      ['Motivo', 'Falta uma fatura'],
    ],
  )
  assert.equal((await reopen(lastYear, 'Outra vez')).status, 409)
  succeeded(await editor.post('/transactions', { ...entry, description: 'Afinal' }))
})

test('the closing moves in its own request: forward as far as today, back only with a reason', async (context) => {
  context.after(() => set('closedUntil', ''))
  const move = (body: object, caller = admin) => caller.post('/treasury_closing', body)
  const moved = async (body: object) => succeeded(await move(body))['closedUntil']
  const history = async () =>
    (await listed('/settings/closedUntil/audit_events')) as {
      changes: { label: string; from: string | null; to: string | null }[]
    }[]
  const [march, april] = [`${lastYear}-03-31`, `${lastYear}-04-30`]
  assert.equal(await moved({ closedUntil: march }), march)
  assert.equal(await moved({ closedUntil: april }), april)
  const events = (await history()).length

  for (const [body, field] of [
    [{ closedUntil: march }, 'reason'],
    [{ closedUntil: null }, 'reason'],
    [{ closedUntil: march, reason: '  ' }, 'reason'],
    [{ reason: 'Sem dia' }, 'closedUntil'],
    [{ closedUntil: `${thisYear + 1}-01-01` }, 'closedUntil'],
    [{ closedUntil: 'ontem' }, 'closedUntil'],
    [{ closedUntil: april, until: april }, 'until'],
  ] as const) {
    const { status, body: answer } = await move(body)
    assert.deepEqual([status, Object.keys(answer.errors)], [422, [field]], JSON.stringify(body))
  }
  for (const value of ['', march, `${lastYear}-05-31`]) {
    const { status, body } = await admin.patch('/settings/closedUntil', { value })
    assert.equal(status, 422, value)
    assert.match(String(body.errors['value']), /em «Fecho de contas», onde fica o motivo/)
  }
  for (const caller of [editor, await as('auditor')])
    assert.equal((await move({ closedUntil: null, reason: 'x' }, caller)).status, 403)
  assert.equal(await moved({ closedUntil: april }), april, 'where it is already')
  assert.equal((await history()).length, events, 'no event of what did not change')

  assert.equal(await moved({ closedUntil: march, reason: 'Falta uma fatura de abril' }), march)
  assert.equal(await moved({ closedUntil: null, reason: 'Tudo de novo' }), null)
  const [last, before] = await history()
  const changesOf = (event: typeof last) =>
    event?.changes.map(({ label, from, to }) => [label, from || null, to || null])
  assert.deepEqual(changesOf(before), [
    ['Contas fechadas até', april, march],
    ['Motivo', null, 'Falta uma fatura de abril'],
  ])
  assert.deepEqual(changesOf(last), [
    ['Contas fechadas até', march, null],
    ['Motivo', null, 'Tudo de novo'],
  ])
})
