import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReportTable } from '@agremia/resources/report-table.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import type { TestRecord } from '../testing/caller.ts'
import { countRoundTrips } from '../testing/count-round-trips.ts'
import { succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { until } from '../testing/wait.ts'
import { duesTools } from '../dues/testing.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const editor = await as('editor')
const { pay, set } = await duesTools(app)
const day = await today()
const year = Number(day.slice(0, 4))

const list = async (path: string) => (await admin.get(path)).body.data as TestRecord[]
const balanceOf = async (id: unknown) =>
  Number(succeeded(await admin.get(`/treasury_accounts/${String(id)}`))['balance'])
const categoryOf = async (name: string) => {
  const [category] = await list(`/transaction_categories?_name=${encodeURIComponent(name)}`)
  assert.ok(category, name)
  return category._id
}
const refusal = async (input: Record<string, unknown>) => {
  const { status, body } = await admin.post('/transactions', input)
  assert.equal(status, 422, JSON.stringify(body))
  return body.errors
}

describe('a transaction', () => {
  test('has a number of its year without gaps, and moves the balance of its account', async () => {
    const { _id: accountId } = await make.account({ openingBalance: 100 })
    const income = await make.transaction({ accountId, kind: 'income', amount: 30.1, date: '2019-02-01' })
    assert.equal((await admin.post('/transactions', { accountId, kind: 'income' })).status, 422)
    const expense = await make.transaction({ accountId, amount: 10.05, date: '2019-01-01' })
    assert.deepEqual([income['number'], expense['number']], ['2019/00001', '2019/00002'])
    assert.deepEqual([income['effect'], expense['effect']], [30.1, -10.05])
    assert.equal(await balanceOf(accountId), 120.05)
  })

  test('in cash that the law forbids is warned about: donations above their limit, and any receipt from 3000 €', async () => {
    const { _id: accountId } = await make.account()
    const donations = (await list('/transaction_categories?_purpose=donations&_kind=income'))[0]?._id
    const { _id: externalEntityId } = succeeded(await admin.post('/external_entities', { name: 'Doadora' }))
    const warningsOf = async (input: Record<string, unknown>) => {
      const given = {
        kind: 'income',
        date: day,
        accountId,
        externalEntityId,
        categoryId: donations,
        method: 'cash',
        description: 'Donativo',
        ...input,
      }
      return (await admin.post('/transactions/validate', given)).body.warnings['amount'] ?? []
    }
    assert.match(String(await warningsOf({ amount: 200.01 })), /^Donativos acima de 200,00.€ não se recebem/)
    assert.match(
      String(await warningsOf({ amount: 3000, categoryId: await categoryOf('Quotas') })),
      /^Em numerário só até/,
    )
    for (const fine of [
      { amount: 200 },
      { amount: 500, method: 'transfer' },
      { amount: 500, categoryId: await categoryOf('Quotas') },
    ])
      assert.deepEqual(await warningsOf(fine), [])
  })

  test('shows the balance of its account after it, in the order of days', async () => {
    const { _id: accountId } = await make.account({ openingBalance: 10 })
    for (const [date, amount] of [
      ['2019-05-02', 3],
      ['2019-05-01', 2],
      ['2019-05-02', 1],
      ['2020-01-01', 4],
      ['2014-12-31', 5],
    ] as const)
      await make.transaction({ accountId, kind: 'income', date, amount })
    const rows = await list(
      `/transactions?_accountId=${accountId}&_sort=date&_columns=date,amount,accountBalance`,
    )
    assert.deepEqual(
      rows.map(({ amount, accountBalance }) => [amount, accountBalance]),
      [
        [5, 15],
        [2, 17],
        [3, 20],
        [1, 21],
        [4, 25],
      ],
    )
  })

  test('takes three round trips to the database, the last with the commit', async () => {
    const { accountId, categoryId, kind } = await make.transaction({ date: '2015-03-01' })
    const input = { kind, date: '2015-03-01', description: 'Selos', amount: 5, accountId, categoryId }
    const enter = async () => succeeded(await admin.post('/transactions', input))
    assert.equal(await countRoundTrips(app.app.world.database.pool, enter), 3)
  })

  test('that is refused takes no number', async () => {
    const first = await make.transaction({ date: '2016-03-01' })
    const { _id: accountId } = await make.account({ openingDate: '2016-01-01' })
    const input = { kind: 'expense', date: '2016-03-02', description: 'Selos', amount: 5, accountId }
    assert.ok((await refusal({ ...input, categoryId: await categoryOf('Quotas') }))['categoryId'])
    const second = await make.transaction({ date: '2016-03-02' })
    assert.deepEqual([first['number'], second['number']], ['2016/00001', '2016/00002'])
  })

  test('that moves to another year gets a number of that year', async () => {
    const moved = await make.transaction({ date: '2018-12-31' })
    const after = succeeded(await admin.patch(`/transactions/${moved._id}`, { date: '2017-01-01' }))
    assert.deepEqual([moved['number'], after['number']], ['2018/00001', '2017/00001'])
  })

  test('needs a category of its kind, an account that was there, and at most one other side', async () => {
    const { _id: accountId } = await make.account({ openingDate: '2020-01-01' })
    const good = {
      kind: 'expense',
      date: '2020-01-01',
      description: 'Selos',
      amount: 5,
      accountId,
      categoryId: await categoryOf('Material de escritório'),
    }
    const { _id: externalEntityId } = succeeded(await admin.post('/external_entities', { name: 'Papelaria' }))
    const { _id: memberId } = await make.member()
    assert.ok((await refusal({ ...good, categoryId: await categoryOf('Quotas') }))['categoryId'])
    assert.ok((await refusal({ ...good, categoryId: null }))['categoryId'])
    assert.match(
      (await refusal({ ...good, date: '2019-12-31' }))['date']?.[0] ?? '',
      /começa em 01\/01\/2020/,
    )
    assert.ok((await refusal({ ...good, date: addDays(day, 1) }))['date'])
    assert.ok((await refusal({ ...good, amount: 0 }))['amount'])
    assert.ok((await refusal({ ...good, amount: -5 }))['amount'])
    assert.ok((await refusal({ ...good, externalEntityId, memberId }))['memberId'])
    assert.ok((await refusal({ ...good, toAccountId: (await make.account())._id }))['toAccountId'])
    assert.ok((await refusal({ ...good, kind: 'transfer', categoryId: null }))['toAccountId'])
    assert.ok(
      (await refusal({ ...good, kind: 'transfer', categoryId: null, toAccountId: accountId }))['toAccountId'],
    )
    assert.equal(succeeded(await admin.post('/transactions', { ...good, externalEntityId }))['amount'], 5)
  })

  test('like another of these days is warned about, and can be saved', async () => {
    const first = await make.transaction({ amount: 77.7, date: '2021-03-01' })
    const { accountId, categoryId, kind, amount } = first
    const again = { kind, accountId, categoryId, amount, description: 'Outra vez', date: '2021-03-04' }
    const { errors, warnings } = (await admin.post('/transactions/validate', again)).body
    assert.deepEqual(errors, {})
    assert.match(warnings['amount']?.[0] ?? '', new RegExp(`Parece a transação ${String(first['number'])}`))
    const later = (await admin.post('/transactions/validate', { ...again, date: '2021-03-05' })).body
    assert.deepEqual(later.warnings, {})
    succeeded(await admin.post('/transactions', again))
  })

  test('is divided over cost centres, whose parts add up to it', async () => {
    const [theatre, band] = [await make.costCenter(), await make.costCenter()]
    const { _id: accountId } = await make.account()
    const categoryId = await categoryOf('Seguros')
    const input = {
      kind: 'expense',
      date: '2022-01-01',
      description: 'Seguro',
      amount: 100,
      accountId,
      categoryId,
    }
    const split = (...parts: [TestRecord, number][]) =>
      parts.map(([{ _id: costCenterId }, amount]) => ({ costCenterId, amount }))
    assert.match(
      (await refusal({ ...input, splits: split([theatre, 60], [band, 39.99]) }))['splits']?.[0] ?? '',
      /somam 99,99/,
    )
    assert.ok((await refusal({ ...input, splits: split([theatre, 50], [theatre, 50]) }))['splits'])
    assert.ok((await refusal({ ...input, splits: split([theatre, 110], [band, -10]) }))['splits'])
    assert.ok((await refusal({ ...input, splits: [{ costCenterId: 'nada', amount: 100 }] }))['splits'])
    const made = succeeded(
      await admin.post('/transactions', { ...input, splits: split([theatre, 60], [band, 40]) }),
    )
    assert.equal(made['costCenterId'], null)
    assert.deepEqual(made['splits'], split([theatre, 60], [band, 40]))
    const sums = async ({ _id }: TestRecord) =>
      (await admin.get(`/cost_centers/${_id}/transaction_splits?_year=2022`)).body.meta.sums
    assert.deepEqual(await sums(theatre), { income: 0, expense: 60 })
    const swapped = split([band, 40], [theatre, 60])
    const changed = succeeded(await admin.patch(`/transactions/${made._id}`, { splits: swapped }))
    assert.deepEqual(changed['splits'], swapped, 'in the order in which they were entered')
    succeeded(await admin.patch(`/transactions/${made._id}`, { amount: 80, splits: split([band, 80]) }))
    assert.deepEqual(
      [await sums(theatre), await sums(band)],
      [
        { income: 0, expense: 0 },
        { income: 0, expense: 80 },
      ],
    )
    const whole = succeeded(await admin.get(`/transactions/${made._id}`))
    assert.deepEqual([whole['costCenterId'], whole['splits']], [band._id, null])
  })

  test('that is divided gets one cost centre instead, with its whole amount', async () => {
    const [theatre, band] = [await make.costCenter(), await make.costCenter()]
    const splits = [theatre, band].map(({ _id: costCenterId }) => ({ costCenterId, amount: 10 }))
    const made = await make.transaction({ amount: 20, splits, date: '2022-02-02' })
    const sums = async ({ _id }: TestRecord) =>
      (await admin.get(`/cost_centers/${_id}/transaction_splits`)).body.meta.sums?.['expense']
    const changed = succeeded(await admin.patch(`/transactions/${made._id}`, { costCenterId: theatre._id }))
    assert.deepEqual([changed['costCenterId'], changed['splits']], [theatre._id, null])
    assert.deepEqual([await sums(theatre), await sums(band)], [20, 0])
    succeeded(await admin.patch(`/transactions/${made._id}`, { splits }))
    const more = { amount: 30, costCenterId: band._id }
    assert.equal(succeeded(await admin.patch(`/transactions/${made._id}`, more))['costCenterId'], band._id)
    assert.deepEqual([await sums(theatre), await sums(band)], [0, 30])
    succeeded(await admin.patch(`/transactions/${made._id}`, { amount: 20, splits }))
    const kept = succeeded(await admin.patch(`/transactions/${made._id}`, { notes: 'Vista.' }))
    assert.deepEqual(
      [kept['costCenterId'], kept['splits']],
      [null, splits],
      'other changes keep the division',
    )
  })
})

describe('a transfer', () => {
  test('is a departure and an arrival, which change together', async () => {
    const [from, to, other] = [await make.account(), await make.account(), await make.account()]
    const departure = await make.transaction({
      kind: 'transfer',
      accountId: from._id,
      toAccountId: to._id,
      amount: 40,
      categoryId: undefined,
    })
    const [arrival] = await list(`/transactions?_accountId=${to._id}`)
    assert.ok(arrival)
    assert.deepEqual(
      [arrival['transferId'], arrival['fromAccountId'], arrival['number'], arrival['effect']],
      [departure._id, from._id, departure['number'], 40],
    )
    assert.deepEqual([await balanceOf(from._id), await balanceOf(to._id)], [960, 1040])
    succeeded(await admin.patch(`/transactions/${departure._id}`, { amount: 25, toAccountId: other._id }))
    assert.deepEqual(
      [await balanceOf(from._id), await balanceOf(to._id), await balanceOf(other._id)],
      [975, 1000, 1025],
    )
    const alone = await admin.patch(`/transactions/${arrival._id}`, { amount: 1 })
    assert.match(alone.body.errors['amount']?.[0] ?? '', /altere a saída/)
    const [moved] = await list(`/transactions?_accountId=${other._id}`)
    succeeded(await admin.post(`/transactions/${moved?._id}/reconcile`, { statementRef: '7' }))
    const arrivalAlone = await admin.post(`/transactions/${moved?._id}/cancel`, { reason: 'Engano' })
    assert.equal(arrivalAlone.status, 409)
    assert.match(arrivalAlone.body.message, /anule a saída/, 'even when it is reconciled')
    const cancel = () => admin.post(`/transactions/${departure._id}/cancel`, { reason: 'Engano' })
    assert.equal((await cancel()).status, 409, 'the bank confirms the arrival')
    const changed = await admin.patch(`/transactions/${departure._id}`, { amount: 30 })
    assert.match(changed.body.errors['amount']?.[0] ?? '', /conciliada/)
    succeeded(await admin.post(`/transactions/${moved?._id}/unreconcile`, {}))
    succeeded(await cancel())
    assert.deepEqual([await balanceOf(from._id), await balanceOf(other._id)], [1000, 1000])
    const rows = await list(`/transactions?_accountId=${other._id}&_sort=created_at`)
    assert.deepEqual(
      rows.map(({ status, effect }) => [status, effect]),
      [
        ['cancelled', 25],
        ['reversal', -25],
      ],
    )
  })
})

describe('a transfer over the end of a year', () => {
  test('is in neither account between its departure and its arrival', async (context) => {
    const [from, to] = [await make.account(), await make.account()]
    const [before, after] = [year - 2, year - 1]
    const [departed, arrived] = [`${before}-12-31`, `${after}-01-02`]
    const made = await make.transaction({
      kind: 'transfer',
      accountId: from._id,
      toAccountId: to._id,
      amount: 40,
      date: departed,
      valueDate: departed,
      arrivalDate: arrived,
      arrivalValueDate: arrived,
      categoryId: undefined,
    })
    const movement = async (account: TestRecord) => {
      const [row] = await list(`/transactions?_accountId=${account._id}&_status=registered`)
      return [row?.['date'], row?.['valueDate'], row?.['effect'], row?.['year']]
    }
    assert.deepEqual(await movement(from), [departed, departed, -40, before])
    assert.deepEqual(await movement(to), [arrived, arrived, 40, after])
    const balances = async (of: number) => {
      const { sections, notes } = succeeded(
        await admin.get(`/reports/cashMap/table?year=${of}`),
      ) as unknown as ReportTable
      const at = (title: string, account: TestRecord) =>
        sections
          .find((section) => section.title === title)
          ?.rows.find(([label]) => label?.value === account['name'])?.[1]?.value
      return {
        opening: [at('Saldos iniciais', from), at('Saldos iniciais', to)],
        closing: [at('Saldos finais', from), at('Saldos finais', to)],
        notes: notes.filter((note) => note.includes('trânsito')),
      }
    }
    const closed = await balances(before)
    assert.deepEqual(closed.closing, [960, 1000])
    assert.match(closed.notes.join(), /− 40,00\s€ em trânsito.* que são os saldos finais/)
    const next = await balances(after)
    assert.deepEqual([next.opening, next.closing], [closed.closing, [960, 1040]], 'computed from what closed')

    const early = await admin.patch(`/transactions/${made._id}`, { arrivalDate: addDays(departed, -1) })
    assert.ok(early.body.errors['arrivalDate'])
    const wrong = await admin.post('/transactions/validate', { kind: 'expense', arrivalDate: arrived })
    assert.ok(wrong.body.errors['arrivalDate'])
    await set('closedUntil', departed)
    context.after(() => set('closedUntil', ''))
    assert.ok((await admin.patch(`/transactions/${made._id}`, { amount: 41 })).body.errors['date'])
    assert.ok(
      (await admin.patch(`/transactions/${made._id}`, { arrivalDate: null })).body.errors['arrivalDate'],
    )
    succeeded(await admin.patch(`/transactions/${made._id}`, { arrivalDate: addDays(arrived, 1) }))
    assert.equal((await movement(to))[0], addDays(arrived, 1))
    succeeded(await admin.post(`/transactions/${made._id}/cancel`, { reason: 'Não chegou' }))
    const reversals = async (account: TestRecord) =>
      (await list(`/transactions?_accountId=${account._id}&_status=reversal`)).map(({ date, effect }) => [
        date,
        effect,
      ])
    assert.deepEqual(
      [await reversals(from), await reversals(to)],
      [[[day, 40]], [[addDays(arrived, 1), -40]]],
      'the closed year stays',
    )
  })
})

describe('cancelling', () => {
  test('reverses a transaction on its day with its cost centres, once, and says why', async () => {
    const center = await make.costCenter()
    const made = await make.transaction({ amount: 12.5, date: '2022-05-01', costCenterId: center._id })
    assert.equal((await admin.post(`/transactions/${made._id}/cancel`, {})).status, 422)
    const cancelled = succeeded(await editor.post(`/transactions/${made._id}/cancel`, { reason: 'Repetida' }))
    assert.deepEqual([cancelled['status'], cancelled['cancelReason']], ['cancelled', 'Repetida'])
    const [reversal] = await list(`/transactions?_status=reversal&_accountId=${String(made['accountId'])}`)
    assert.deepEqual(
      [reversal?.['reversesId'], reversal?.['date'], reversal?.['amount'], reversal?.['expense']],
      [made._id, '2022-05-01', -12.5, -12.5],
    )
    assert.equal(await balanceOf(made['accountId']), 1000)
    const { sums } = (await admin.get(`/cost_centers/${center._id}/transaction_splits`)).body.meta
    assert.deepEqual(sums, { income: 0, expense: 0 })
    assert.equal((await admin.post(`/transactions/${made._id}/cancel`, { reason: 'x' })).status, 409)
    assert.equal((await admin.post(`/transactions/${reversal?._id}/cancel`, { reason: 'x' })).status, 409)
    assert.equal((await admin.patch(`/transactions/${made._id}`, { amount: 1 })).status, 422)
    succeeded(await admin.patch(`/transactions/${made._id}`, { notes: 'Vi o extrato.' }))
  })

  test('refuses what is reconciled with the bank', async () => {
    const made = await make.transaction()
    succeeded(await admin.post(`/transactions/${made._id}/reconcile`, { statementRef: 'Folha 3' }))
    assert.equal((await admin.post(`/transactions/${made._id}/cancel`, { reason: 'x' })).status, 409)
    assert.ok((await admin.patch(`/transactions/${made._id}`, { amount: 1 })).body.errors['amount'])
    succeeded(await admin.patch(`/transactions/${made._id}`, { description: 'Melhor descrita' }))
    succeeded(await admin.post(`/transactions/${made._id}/unreconcile`, {}))
    succeeded(await admin.post(`/transactions/${made._id}/cancel`, { reason: 'x' }))
  })
})

describe('closed accounts', () => {
  test('let nobody add, move or change money; what is cancelled is reversed today', async (context) => {
    const closed = `${year - 1}-12-31`
    const old = await make.transaction({ date: closed, amount: 20 })
    const open = await make.transaction({ date: day, amount: 5, accountId: old['accountId'] })
    await set('closedUntil', closed)
    context.after(() => set('closedUntil', ''))
    const { kind, accountId, categoryId } = old
    const input = { kind, accountId, categoryId, description: 'Tarde', amount: 3, date: closed }
    assert.match((await refusal(input))['date']?.[0] ?? '', /As contas estão fechadas até 31\/12/)
    for (const change of [
      { amount: 21 },
      { date: day },
      { description: 'Outra' },
      { categoryId: await categoryOf('Rendas') },
    ])
      assert.ok(
        (await admin.patch(`/transactions/${old._id}`, change)).body.errors['date'],
        JSON.stringify(change),
      )
    assert.ok((await admin.patch(`/transactions/${open._id}`, { date: closed })).body.errors['date'])
    succeeded(await admin.patch(`/transactions/${old._id}`, { notes: 'Com recibo em papel.' }))
    assert.ok(
      (await admin.patch(`/treasury_accounts/${String(accountId)}`, { openingBalance: 5 })).body.errors[
        'openingDate'
      ],
    )
    succeeded(await editor.post(`/transactions/${old._id}/cancel`, { reason: 'Não era nossa' }))
    const [reversal] = await list(`/transactions?_accountId=${String(accountId)}&_status=reversal`)
    assert.equal(reversal?.['date'], day)
    const [{ closing } = { closing: null }] = await sql<{ closing: string }>(
      'SELECT sum(effect)::text AS closing FROM transactions WHERE account_id = $1 AND date <= $2',
      [accountId, closed],
    )
    assert.equal(closing, '-2000', 'the closed year is as it was')
  })
})

describe('accounts and categories', () => {
  test('a method of payment enters one account, a type of charge one category', async () => {
    const first = await make.account({ methods: ['card', 'cheque'] })
    const second = await admin.post('/treasury_accounts', {
      name: 'Outra',
      openingDate: '2020-01-01',
      methods: ['cheque'],
    })
    assert.match(second.body.errors['methods']?.[0] ?? '', /já recebe por Cheque/)
    assert.ok(
      (await admin.patch(`/treasury_accounts/${first._id}`, { methods: ['x'] })).body.errors['methods'],
    )
    succeeded(await admin.patch(`/treasury_accounts/${first._id}`, { active: false }))
    const joia = await admin.post('/transaction_categories', {
      name: 'Entradas',
      kind: 'income',
      chargeTypes: ['joia'],
    })
    assert.match(joia.body.errors['chargeTypes']?.[0] ?? '', /«Joias» já recebe Joia/)
    const spent = await admin.post('/transaction_categories', {
      name: 'Gastos',
      kind: 'expense',
      chargeTypes: ['quota'],
    })
    assert.ok(spent.body.errors['chargeTypes'])
  })

  test('have one level, and the kind of a used category stays', async () => {
    const parent = succeeded(
      await admin.post('/transaction_categories', { name: 'Energia', kind: 'expense' }),
    )
    const input = { name: 'Luz', kind: 'expense', parentId: parent._id }
    const part = succeeded(await admin.post('/transaction_categories', input))
    const below = { name: 'Luz da sede', kind: 'expense', parentId: part._id }
    assert.ok((await admin.post('/transaction_categories', below)).body.errors['parentId'])
    const other = { name: 'Venda de luz', kind: 'income', parentId: parent._id }
    assert.ok((await admin.post('/transaction_categories', other)).body.errors['parentId'])
    await make.transaction({ categoryId: part._id })
    assert.ok(
      (await admin.patch(`/transaction_categories/${part._id}`, { kind: 'income', parentId: null })).body
        .errors['kind'],
    )
    assert.equal((await admin.delete(`/transaction_categories/${part._id}`)).status, 409)
    const quotas = await categoryOf('Quotas')
    assert.equal((await admin.delete(`/transaction_categories/${quotas}`)).status, 409)
    assert.ok(
      (await admin.patch(`/transaction_categories/${quotas}`, { active: false })).body.errors['active'],
    )
    succeeded(await admin.patch(`/transaction_categories/${quotas}`, { name: 'Quotas dos sócios' }))
    succeeded(await admin.patch(`/transaction_categories/${quotas}`, { name: 'Quotas' }))
  })

  test('an opening date after the first transaction is refused', async () => {
    const made = await make.transaction({ date: '2010-06-01' })
    const path = `/treasury_accounts/${String(made['accountId'])}`
    assert.ok((await admin.patch(path, { openingDate: '2010-06-02' })).body.errors['openingDate'])
    succeeded(await admin.patch(path, { openingDate: '2010-06-01' }))
  })

  test('a cost centre has one budget a year', async () => {
    const { _id: costCenterId } = await make.costCenter()
    succeeded(await admin.post('/cost_center_budgets', { costCenterId, year: 2024, income: 10 }))
    assert.ok((await admin.post('/cost_center_budgets', { costCenterId, year: 2024 })).body.errors['year'])
  })
})

describe('documents', () => {
  test('are paid by the transactions that name them, in part and whole, and open again when these are cancelled', async () => {
    const document = await make.treasuryDoc({ netAmount: 81.3, vatAmount: 18.7 })
    assert.deepEqual([document['totalAmount'], document['status']], [100, 'unpaid'])
    const state = async () => {
      const { paidAmount, status } = succeeded(await admin.get(`/treasury_docs/${document._id}`))
      return [paidAmount, status]
    }
    const first = await make.transaction({ amount: 60, documentIds: [document._id] })
    assert.deepEqual(await state(), [60, 'partial'])
    const second = await make.transaction({ amount: 60, documentIds: [document._id] })
    assert.deepEqual(await state(), [100, 'paid'])
    assert.equal((await admin.post(`/treasury_docs/${document._id}/cancel`, { reason: 'x' })).status, 409)
    succeeded(await admin.post(`/transactions/${first._id}/cancel`, { reason: 'x' }))
    assert.deepEqual(await state(), [60, 'partial'])
    succeeded(await admin.patch(`/transactions/${second._id}`, { documentIds: [] }))
    assert.deepEqual(await state(), [0, 'unpaid'])
    succeeded(await admin.post(`/treasury_docs/${document._id}/cancel`, { reason: 'Devolvida' }))
    assert.deepEqual(await state(), [0, 'cancelled'])
  })

  test('that transactions join through others are settled in the order of days', async () => {
    const [first, second, third] = [
      await make.treasuryDoc({ totalAmount: 100 }),
      await make.treasuryDoc({ totalAmount: 100 }),
      await make.treasuryDoc({ totalAmount: 100 }),
    ]
    await make.transaction({ amount: 100, date: '2019-01-01', documentIds: [first._id, second._id] })
    await make.transaction({ amount: 100, date: '2019-01-02', documentIds: [second._id, third._id] })
    await make.transaction({ amount: 10, date: '2019-01-03', documentIds: [third._id] })
    const paid = await sql<{ paid: string }>(
      'SELECT paid_amount AS paid FROM treasury_docs WHERE id = ANY($1::uuid[]) ORDER BY created_at, id',
      [[first._id, second._id, third._id]],
    )
    assert.deepEqual(
      paid.map((one) => Number(one.paid)),
      [10_000, 10_000, 1000],
    )
  })

  test('of a supplier who gives money back are less to pay in the cash map, until the money came', async () => {
    const commitments = async () => {
      const { sections } = succeeded(
        await admin.get(`/reports/cashMap/table?year=${year}`),
      ) as unknown as ReportTable
      const [row] = sections.find(({ title }) => title?.startsWith('Compromissos'))?.rows ?? []
      return Number(row?.[1]?.value ?? 0)
    }
    const before = await commitments()
    await make.treasuryDoc({ totalAmount: 20 })
    const note = await make.treasuryDoc({ type: 'creditNote', totalAmount: 50 })
    assert.equal(Math.round(100 * ((await commitments()) - before)), -3000)
    await make.transaction({ kind: 'income', amount: 50, documentIds: [note._id] })
    assert.equal(succeeded(await admin.get(`/treasury_docs/${note._id}`))['status'], 'paid')
    assert.equal(Math.round(100 * ((await commitments()) - before)), 2000)
  })

  test('whose amounts contradict each other, or that are there already, are told', async () => {
    const wrong = {
      type: 'invoice',
      description: 'Luz',
      date: day,
      netAmount: 10,
      vatAmount: 2,
      totalAmount: 13,
    }
    assert.ok((await admin.post('/treasury_docs', wrong)).body.errors['totalAmount'])
    await make.treasuryDoc({ atcud: 'ABCDEFGH-7' })
    const again = { type: 'invoice', description: 'Luz', date: day, atcud: 'ABCDEFGH-7' }
    const { warnings } = (await admin.post('/treasury_docs/validate', again)).body
    assert.match(warnings['externalNumber']?.[0] ?? '', /Já existe um documento/)
  })
})

describe('payments of members', () => {
  const postedOf = (paymentId: string) =>
    list(
      `/payments/${paymentId}/transactions?_sort=number&_columns=kind,amount,categoryId,accountId,date,status,memberId`,
    )

  test('are posted by category, with the fee as an expense, and reversed when cancelled', async () => {
    const bank = await make.account({ methods: ['transfer'], openingDate: '2015-01-01' })
    const { _id: memberId } = await make.member()
    for (const [type, amount] of [
      ['joia', 10],
      ['donation', 5],
      ['card', 2.5],
    ] as const)
      await make.charge({ memberId, type, amount, dueDate: '2023-01-01' })
    const payment = succeeded(
      await admin.post('/payments', {
        memberId,
        date: '2023-02-02',
        amount: 20,
        method: 'transfer',
        fee: 0.4,
      }),
    )
    const rows = await postedOf(payment._id)
    const expected = [
      ['income', 10, 'Joias'],
      ['income', 5, 'Donativos de particulares'],
      ['income', 2.5, 'Cartões e segundas vias'],
      ['income', 2.5, 'Quotas'],
      ['expense', 0.4, 'Comissões bancárias e de pagamentos'],
    ]
    assert.deepEqual(
      rows.map(({ kind, amount, categoryLabel }) => [kind, amount, categoryLabel]).sort(),
      expected.sort(),
    )
    for (const row of rows)
      assert.deepEqual([row['accountId'], row['date'], row['memberId']], [bank._id, '2023-02-02', memberId])
    assert.equal(await balanceOf(bank._id), 1019.6)
    assert.equal(payment['treasuryTransactionId'], rows.map(({ _id }) => _id).sort()[0])
    const [first] = rows
    assert.ok((await admin.patch(`/transactions/${first?._id}`, { amount: 1 })).body.errors['amount'])
    assert.equal((await admin.post(`/transactions/${first?._id}/cancel`, { reason: 'x' })).status, 409)
    const center = await make.costCenter()
    succeeded(await admin.patch(`/transactions/${first?._id}`, { costCenterId: center._id }))
    succeeded(await admin.post(`/payments/${payment._id}/cancel`, { reason: 'Devolvido' }))
    assert.equal(await balanceOf(bank._id), 1000)
    const after = await postedOf(payment._id)
    assert.deepEqual(after.map(({ status }) => status).sort(), [
      ...Array<string>(5).fill('cancelled'),
      ...Array<string>(5).fill('reversal'),
    ])
    succeeded(await admin.patch(`/treasury_accounts/${bank._id}`, { active: false }))
  })

  test('enter the account that they name; without money, or before the opening balance, they are not posted', async () => {
    const box = await make.account({ kind: 'cash', openingDate: '2022-01-01' })
    const memberId = String((await make.charge())['memberId'])
    const named = await pay({
      memberId,
      amount: 3,
      method: 'mbway',
      date: '2022-01-01',
      bankAccountId: box._id,
    })
    assert.deepEqual(
      (await postedOf(named._id)).map(({ accountId, amount }) => [accountId, amount]),
      [[box._id, 3]],
    )
    const offset = await pay({
      memberId,
      amount: 3,
      method: 'offset',
      date: '2022-01-01',
      bankAccountId: box._id,
    })
    const early = await pay({
      memberId,
      amount: 3,
      method: 'cash',
      date: '2021-12-31',
      bankAccountId: box._id,
    })
    assert.deepEqual([await postedOf(offset._id), await postedOf(early._id)], [[], []])
    const fee = await admin.post('/payments', { memberId, date: day, amount: 3, method: 'mbway', fee: 3 })
    assert.ok(fee.body.errors['fee'])
  })

  test('of before an account was there are posted from its opening balance on, once', async () => {
    const memberId = String((await make.charge())['memberId'])
    await sql('UPDATE treasury_accounts SET active = false')
    const early = await pay({ memberId, amount: 4, method: 'cash', date: '2016-12-31', dateConfirmed: true })
    const late = await pay({ memberId, amount: 4, method: 'cash', date: '2017-01-01', dateConfirmed: true })
    assert.deepEqual(await postedOf(late._id), [])
    const box = await make.account({
      kind: 'cash',
      openingDate: '2017-01-01',
      methods: ['cash'],
      openingBalance: 0,
    })
    await until(async () => (await postedOf(late._id)).length > 0, 'the earlier payment is posted')
    assert.deepEqual(await postedOf(early._id), [])
    succeeded(await admin.patch(`/treasury_accounts/${box._id}`, { openingDate: '2016-12-31' }))
    await until(async () => (await postedOf(early._id)).length > 0, 'the payment of the day before is posted')
    assert.equal((await postedOf(late._id)).length, 1)
    const [{ cents } = { cents: null }] = await sql<{ cents: string }>(
      `SELECT sum(amount)::text AS cents FROM payments WHERE status = 'registered' AND date BETWEEN '2016-12-31' AND '2017-01-01'`,
    )
    const posted = await sql<{ cents: string }>(
      `SELECT sum(effect)::text AS cents FROM transactions WHERE payment_id IS NOT NULL AND date BETWEEN '2016-12-31' AND '2017-01-01'`,
    )
    assert.equal(posted[0]?.cents, cents, 'treasury and dues agree')
  })
})

test('the overview has balances, months of this and last year, the last movements and what lacks a paper', async () => {
  const overview = succeeded(await admin.get('/treasury_overview')) as unknown as {
    accounts: { _id: string; balance: number }[]
    total: number
    byMonth: {
      month: number
      income: number
      expense: number
      incomeLastYear: number
      expenseLastYear: number
    }[]
    latest: TestRecord[]
    documentsWithoutTransaction: { count: number; amount: number }
    transactionsWithoutDocument: { count: number; amount: number }
  }
  const rows = await list('/treasury_accounts')
  assert.deepEqual(
    overview.accounts.map(({ _id, balance }) => [_id, balance]).sort(),
    rows.map(({ _id, balance }) => [_id, balance]).sort(),
  )
  const cents = (values: number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0)
  assert.equal(Math.round(overview.total * 100), cents(rows.map(({ balance }) => Number(balance))))
  for (const kind of ['income', 'expense'] as const) {
    const { sums } = (await admin.get(`/transactions?_year=${year}&_kind=${kind}`)).body.meta
    assert.equal(cents(overview.byMonth.map((month) => month[kind])), cents([sums?.[kind] ?? 0]), kind)
    const last = (await admin.get(`/transactions?_year=${year - 1}&_kind=${kind}`)).body.meta.sums
    assert.equal(cents(overview.byMonth.map((month) => month[`${kind}LastYear`])), cents([last?.[kind] ?? 0]))
  }
  assert.ok(overview.latest.length > 0 && overview.latest.every(({ number }) => number))
  const loose = await make.treasuryDoc({ totalAmount: 12 })
  const after = succeeded(await admin.get('/treasury_overview')) as unknown as typeof overview
  assert.equal(after.documentsWithoutTransaction.count, overview.documentsWithoutTransaction.count + 1)
  await make.transaction({ amount: 12, documentIds: [loose._id] })
  const linked = succeeded(await admin.get('/treasury_overview')) as unknown as typeof overview
  assert.deepEqual(linked.documentsWithoutTransaction, overview.documentsWithoutTransaction)
})
