import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { duesTools } from '../dues/testing.ts'
import type { TestRecord } from '../testing/caller.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { testApp } from '../testing/test-app.ts'
import { camtOf, csvOf, statementSender } from './testing.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const { charge, set } = await duesTools(app)
const day = await today()
let account: TestRecord

before(async () => {
  await set('hasTreasury', 'true')
  account = await make.account({ name: 'Banco', iban: 'PT50003506510000000004329', openingBalance: 0 })
})

const sendAny = await statementSender(app, admin)
type Fields = { accountId?: string; key?: string; mapping?: string }
const send = (path: Parameters<typeof sendAny>[0], content: string | Buffer, fields: Fields = {}) =>
  sendAny(path, content, { accountId: account._id, ...fields })
const importFile = async (content: string, fields?: Fields) => {
  const { status, body } = await send('bank_statements', content, fields)
  assert.equal(status, 201, JSON.stringify(body))
  return body.data
}

/** Amounts of a file, which no other test uses, so that suggestions do not meet. */
let used = 0
const amountOf = (euros: number) => Math.round(euros * 100 + used++) / 100
const comma = (amount: number) => amount.toFixed(2).replace('.', ',')
async function lineOf(text: string): Promise<TestRecord> {
  const { data } = (await admin.get(`/bank_lines?_search=${encodeURIComponent(text)}`)).body
  assert.equal(data.length, 1, text)
  return succeeded(await admin.get(`/bank_lines/${data[0]!._id}`))
}
interface Suggested {
  kind: string
  label: string
  isSure: boolean
  reasons: string[]
  chargeIds?: string[]
  memberId?: string
}
const suggestionsOf = ({ suggestions }: TestRecord) => (suggestions ?? []) as Suggested[]
const act = (line: TestRecord, action: string, input: object = {}) =>
  admin.post(`/bank_lines/${line._id}/${action}`, input)
const balance = async () => succeeded(await admin.get(`/treasury_accounts/${account._id}`))['balance']
const paymentsOf = async (memberId: string) =>
  (await admin.get(`/payments?_memberId=${memberId}&_status=confirmed`)).body.data

describe('a file', () => {
  test('the preview shows columns, lines and the number of known lines, and stores nothing', async () => {
    const text = csvOf([day, 'PRIMEIRA LINHA', amountOf(11)], [day, 'SEGUNDA LINHA', -amountOf(12)])
    const { status, body } = await send('bank_statements/preview', text)
    assert.equal(status, 200, JSON.stringify(body))
    const { mapping, total, known, problem } = body.data
    assert.deepEqual(
      [mapping, total, known, problem],
      [{ date: 'Data', description: 'Descrição', amount: 'Valor' }, 2, 0, null],
    )
    assert.deepEqual((await admin.get('/bank_lines?_search=primeira')).body.data, [])
  })

  test('a mapping that a person chose is used for the next file with these columns', async () => {
    const text = `Quando;Isto;Aquilo;Quanto\n${day};A;MAPEADA UM;${comma(amountOf(21))}\n`
    const mapping = JSON.stringify({ date: 'Quando', description: 'Aquilo', amount: 'Quanto' })
    await importFile(text, { mapping })
    const next = await send('bank_statements/preview', text.replace('MAPEADA UM', 'MAPEADA DOIS'))
    assert.equal((next.body.data['mapping'] as Record<string, string>)['description'], 'Aquilo')
    assert.equal((await send('bank_statements/preview', text, { mapping: '{"date":"Nada"}' })).status, 422)
  })

  test('files that overlap bring each line once; the same file again is refused', async () => {
    const [a, b, c] = [amountOf(31), amountOf(32), amountOf(33)]
    const yesterday = addDays(day, -1)
    await importFile(csvOf([yesterday, 'SOBREPOSTA A', a], [day, 'SOBREPOSTA B', b]))
    const second = csvOf([day, 'SOBREPOSTA B', b], [day, 'SOBREPOSTA B', b], [day, 'SOBREPOSTA C', c])
    const statement = await importFile(second)
    assert.deepEqual([statement['lineCount'], statement['newLines']], [3, 2])
    const again = await send('bank_statements', second)
    assert.equal(again.status, 409)
    assert.equal((await admin.get('/bank_lines?_search=sobreposta')).body.data.length, 4)
  })

  test('a camt.053 of another account, no statement and no account are refused', async () => {
    const other = camtOf({
      iban: 'PT50000201231234567890154',
      entries: [{ date: day, amount: '1.00', text: 'X' }],
    })
    assert.ok((await send('bank_statements', other)).body.errors?.['accountId'])
    assert.ok((await send('bank_statements', 'nada disto')).body.errors?.['file'])
    assert.ok((await send('bank_statements', Buffer.alloc(0))).body.errors?.['file'])
    assert.ok((await send('bank_statements', 'a', { accountId: 'x' })).body.errors?.['accountId'])
    assert.equal((await send('bank_statements', Buffer.alloc(11 * 1024 * 1024, 'a'))).status, 413)
  })

  test('lines before the opening balance are left out', async () => {
    const late = await make.account({ openingDate: day, iban: null })
    const text = csvOf([addDays(day, -3), 'CEDO', amountOf(41)], [day, 'A TEMPO', amountOf(42)])
    const statement = await importFile(text, { accountId: late._id })
    assert.equal(statement['newLines'], 1)
    const only = csvOf([addDays(day, -3), 'CEDO', amountOf(43)])
    assert.equal((await send('bank_statements', only, { accountId: late._id })).status, 422)
  })

  test('its key makes a repeated request import once', async () => {
    const text = csvOf([day, 'REPETIDA', amountOf(45)])
    const [one, other] = [
      await send('bank_statements', text, { key: 'extrato-1' }),
      await send('bank_statements', text, { key: 'extrato-1' }),
    ]
    assert.deepEqual([one.status, other.status, one.body.data._id], [201, 201, other.body.data._id])
  })

  test('is deleted with its lines until one is booked', async () => {
    const statement = await importFile(csvOf([day, 'APAGAVEL', amountOf(46)]))
    assert.equal((await admin.delete(`/bank_statements/${statement._id}`)).status, 204)
    assert.deepEqual((await admin.get('/bank_lines?_search=apagavel')).body.data, [])
  })
})

describe('a line of a member', () => {
  test('number in the text and the exact debt are sure; booking registers the payment with its receipt', async () => {
    const member = await make.member({ name: 'Benvinda Salgueiro' })
    const amount = amountOf(50)
    const { _id: chargeId } = await charge({ memberId: member._id, amount })
    await importFile(csvOf([day, `TRF BENVINDA SALGUEIRO SOCIO ${String(member['memberNumber'])}`, amount]))
    const line = await lineOf('BENVINDA')
    const [first] = suggestionsOf(line)
    assert.deepEqual(
      [first?.kind, first?.memberId, first?.isSure, line['isSure']],
      ['payment', member._id, true, true],
    )
    assert.deepEqual(first?.chargeIds, [chargeId])
    const earlier = Number(await balance())
    succeeded(await act(line, 'accept'))
    const [payment] = await paymentsOf(member._id)
    assert.deepEqual(
      [payment?.['amount'], payment?.['method'], payment?.['bankAccountId']],
      [amount, 'transfer', account._id],
    )
    assert.ok(payment?.['receiptNumber'])
    assert.equal(Number(await balance()).toFixed(2), (earlier + amount).toFixed(2))
    const booked = await lineOf('BENVINDA')
    assert.deepEqual([booked['status'], booked['paymentId']], ['booked', payment?._id])
    assert.equal((booked['transactions'] as object[]).length, 1)
    assert.equal((await act(line, 'accept')).status, 409)
    assert.equal((await paymentsOf(member._id)).length, 1)

    succeeded(await act(line, 'undo'))
    assert.deepEqual(await paymentsOf(member._id), [])
    assert.equal(Number(await balance()).toFixed(2), earlier.toFixed(2))
    const open = await lineOf('BENVINDA')
    assert.deepEqual([open['status'], open['paymentId'], open['transactions']], ['open', null, []])
    assert.equal(succeeded(await admin.get(`/unsettled_payments/${chargeId}`))['status'], 'open')
  })

  test('two members of the same name are not sure, and a name alone is not either', async () => {
    const amount = amountOf(60)
    for (let index = 0; index < 2; index++) {
      const { _id: memberId } = await make.member({ name: 'Gumersinda de Lurdes Vilaverde' })
      await charge({ memberId, amount })
    }
    await importFile(csvOf([day, 'TRF GUMERSINDA VILAVERDE', amount]))
    const line = await lineOf('GUMERSINDA')
    assert.equal(suggestionsOf(line).filter(({ kind }) => kind === 'payment').length, 2)
    assert.equal(line['isSure'], false)
  })

  test('the IBAN that paid before is recognised, and NIF and reference identify', async () => {
    const member = await make.member({ name: 'Zulmira Pinto', nif: nifOf(7_700_001) })
    const [first, second, third] = [amountOf(70), amountOf(71), amountOf(72)]
    for (const amount of [first, second, third])
      await charge({ memberId: member._id, amount, dueDate: addDays(day, -Math.round(amount)) })
    const entry = (amount: number, text: string) => ({
      date: day,
      amount: amount.toFixed(2),
      name: 'Z. P. Lda',
      from: 'PT50000201231234567890154',
      text,
    })
    await importFile(camtOf({ entries: [entry(third, `Contribuinte ${String(member['nif'])}`)] }))
    const one = await lineOf('Contribuinte')
    assert.deepEqual([suggestionsOf(one)[0]?.memberId, one['isSure']], [member._id, true])
    succeeded(await act(one, 'accept'))
    await importFile(camtOf({ entries: [entry(second, 'sem nada que diga quem foi')] }))
    const other = await lineOf('sem nada')
    assert.deepEqual(
      [suggestionsOf(other)[0]?.memberId, suggestionsOf(other)[0]?.reasons[0]],
      [member._id, 'o IBAN'],
    )
  })

  test('two lines for one debt are sure of neither', async () => {
    const member = await make.member({ name: 'Isaura Barradas' })
    const amount = amountOf(80)
    await charge({ memberId: member._id, amount })
    const text = `ISAURA BARRADAS SOCIO ${String(member['memberNumber'])}`
    await importFile(csvOf([day, text, amount], [addDays(day, -1), text, amount]))
    const { data } = (await admin.get('/bank_lines?_search=isaura')).body
    assert.deepEqual(
      data.map((line) => line['isSure']),
      [false, false],
    )
  })

  test('more than the debt becomes credit', async () => {
    const { _id: memberId } = await make.member()
    const amount = amountOf(90)
    await charge({ memberId, amount: 10 })
    await importFile(csvOf([day, 'SEM PISTA NENHUMA', amount]))
    const line = await lineOf('SEM PISTA NENHUMA')
    succeeded(await act(line, 'book', { kind: 'payment', memberId }))
    assert.equal(
      Number(succeeded(await admin.get(`/members/${memberId}`))['credit']).toFixed(2),
      (amount - 10).toFixed(2),
    )
  })
})

describe('a line of the treasury', () => {
  test('a transaction of the same amount near is confirmed; then it cannot be cancelled nor matched again', async () => {
    const amount = amountOf(100)
    const transaction = await make.transaction({
      accountId: account._id,
      amount,
      date: addDays(day, -2),
      description: 'Renda do armazém',
    })
    await importFile(csvOf([day, 'DD RENDAS E CASAS', -amount]))
    const line = await lineOf('RENDAS')
    const [first] = suggestionsOf(line)
    assert.deepEqual([first?.kind, first?.isSure], ['transactions', true])
    succeeded(await act(line, 'accept'))
    const stored = succeeded(await admin.get(`/transactions/${transaction._id}`))
    assert.deepEqual([stored['reconciledOn'], stored['bankLineId']], [day, line._id])
    assert.equal((await admin.post(`/transactions/${transaction._id}/cancel`, { reason: 'x' })).status, 409)
    assert.equal((await admin.post(`/transactions/${transaction._id}/unreconcile`)).status, 409)
    succeeded(await act(line, 'undo'))
    assert.equal(succeeded(await admin.get(`/transactions/${transaction._id}`))['status'], 'registered')
  })

  test('other sums are refused, and nothing changes', async () => {
    const amount = amountOf(110)
    const transaction = await make.transaction({ accountId: account._id, amount: amount + 5 })
    await importFile(csvOf([day, 'OUTRA SOMA', -amount]))
    const line = await lineOf('OUTRA SOMA')
    const refused = await act(line, 'book', { kind: 'transactions', transactionIds: [transaction._id] })
    assert.equal(refused.status, 409)
    assert.equal(succeeded(await admin.get(`/transactions/${transaction._id}`))['reconciledOn'], null)
    assert.equal((await act(line, 'book', { kind: 'transactions' })).status, 422)
    assert.equal(
      (await act(line, 'book', { kind: 'payment', memberId: (await make.member())._id })).status,
      422,
    )
    assert.equal((await lineOf('OUTRA SOMA'))['status'], 'open')
  })

  test('an unpaid invoice of an entity that the text names is paid by it', async () => {
    const [category] = (await admin.get('/transaction_categories?_kind=expense&_limit=1&_sort=order')).body
      .data
    const entity = succeeded(
      await admin.post('/external_entities', {
        name: 'Padaria Ribeiro',
        kinds: ['supplier'],
        defaultCategoryId: category?._id,
      }),
    )
    const amount = amountOf(120)
    const document = await make.treasuryDoc({
      externalEntityId: entity._id,
      type: 'invoice',
      totalAmount: amount,
    })
    await importFile(csvOf([day, 'COMPRA PADARIA RIBEIRO LISBOA', -amount]))
    const line = await lineOf('PADARIA')
    const [first] = suggestionsOf(line)
    assert.deepEqual([first?.kind, first?.isSure], ['entry', true])
    succeeded(await act(line, 'accept'))
    assert.equal(succeeded(await admin.get(`/treasury_docs/${document._id}`))['status'], 'paid')
  })

  test('a booking that was made twice for equal descriptions is a sure suggestion the third time', async () => {
    const [category] = (await admin.get('/transaction_categories?_purpose=fees')).body.data
    for (const [index, month] of ['JANEIRO 01', 'FEVEREIRO 02', 'MARCO 03'].entries()) {
      const words = 'COMISSAO DE MANUTENCAO DE CONTA'
      await importFile(csvOf([addDays(day, -index), `${words} ${month.split(' ')[1]}`, -amountOf(5)]))
      const { data } = (
        await admin.get(`/bank_lines?_search=${encodeURIComponent(`${words} ${month.split(' ')[1]}`)}`)
      ).body
      const line = data[0]!
      const [first] = suggestionsOf(succeeded(await admin.get(`/bank_lines/${line._id}`)))
      assert.equal(first?.isSure ?? null, [null, false, true][index])
      succeeded(await act(line, 'book', { kind: 'entry', categoryId: category?._id }))
    }
  })

  test('a transfer between own accounts is one, seen from both statements', async () => {
    const savings = await make.account({
      name: 'Poupança',
      iban: 'PT50000201231234567890154',
      openingBalance: 0,
    })
    const amount = amountOf(130)
    await importFile(
      camtOf({
        entries: [
          {
            date: day,
            amount: `-${amount.toFixed(2)}`,
            text: 'Reforço da poupança',
            from: 'PT50000201231234567890154',
          },
        ],
      }),
    )
    const line = await lineOf('Reforço')
    assert.deepEqual([suggestionsOf(line)[0]?.kind, line['isSure']], ['transfer', true])
    succeeded(await act(line, 'accept'))
    assert.equal(succeeded(await admin.get(`/treasury_accounts/${savings._id}`))['balance'], amount)
    await importFile(csvOf([day, 'ENTRADA NA POUPANCA', amount]), { accountId: savings._id })
    const other = await lineOf('ENTRADA NA POUPANCA')
    assert.deepEqual([suggestionsOf(other)[0]?.kind, other['isSure']], ['transactions', true])
    succeeded(await act(other, 'accept'))
    assert.equal(succeeded(await admin.get(`/treasury_accounts/${savings._id}`))['balance'], amount)
    succeeded(await act(other, 'undo'))
    succeeded(await act(line, 'undo'))
    assert.equal(succeeded(await admin.get(`/treasury_accounts/${savings._id}`))['balance'], 0)
  })

  test('a line in closed accounts is refused with the reason', async () => {
    const amount = amountOf(140)
    const old = `${Number(day.slice(0, 4)) - 1}-06-01`
    await importFile(csvOf([old, 'DE UM ANO FECHADO', -amount]))
    await set('closedUntil', `${Number(day.slice(0, 4)) - 1}-12-31`)
    const line = await lineOf('DE UM ANO FECHADO')
    const [category] = (await admin.get('/transaction_categories?_kind=expense&_limit=1')).body.data
    const refused = await act(line, 'book', { kind: 'entry', categoryId: category?._id })
    assert.equal(refused.status, 422)
    assert.match(String(refused.body.errors['date']), /fechadas/)
    await set('closedUntil', '')
    succeeded(await act(line, 'ignore', { reason: 'Já contada no saldo' }))
    assert.equal((await lineOf('DE UM ANO FECHADO'))['status'], 'ignored')
  })
})

test('many sure lines are accepted in the background, each once, and the balances agree', async () => {
  const other = await make.account({ name: 'Banco dois', iban: null, openingBalance: 0 })
  const lines: [string, string, number][] = []
  for (let index = 0; index < 12; index++) {
    const member = await make.member({ name: `Pessoa Numerada ${index}` })
    const amount = amountOf(150)
    await charge({ memberId: member._id, amount })
    lines.push([day, `TRANSFERENCIA SOCIO ${String(member['memberNumber'])} NIF ${nifOf(1)}`, amount])
  }
  const total = lines.reduce((sum, [, , amount]) => sum + Math.round(amount * 100), 0)
  const file = [
    'Data;Descrição;Valor;Saldo',
    ...lines.map(([date, text, amount], index) => {
      const saldo = lines.slice(0, index + 1).reduce((sum, line) => sum + Math.round(line[2] * 100), 0)
      return `${date};${text};${comma(amount)};${comma(saldo / 100)}`
    }),
  ].join('\n')
  await importFile(file, { accountId: other._id })
  const ids = (await admin.get(`/bank_lines?_accountId=${other._id}&_limit=100`)).body.data.map(
    ({ _id }) => _id,
  )
  assert.equal(ids.length, 12)
  const before = succeeded(await admin.get(`/treasury_accounts/${other._id}/reconciliation`))
  assert.deepEqual([before['open'], before['closingBalance'], before['accountBalance']], [12, total / 100, 0])
  const { _id } = succeeded(
    await admin.post('/bulk_actions', {
      title: 'Conciliar',
      resource: 'bankLines',
      action: 'accept',
      input: {},
      audience: { ids },
    }),
  )
  for (let tries = 0; tries < 1000; tries++) {
    const done = succeeded(await admin.get(`/bulk_actions/${_id}`))
    if (done['state'] === 'done') break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const after = succeeded(await admin.get(`/treasury_accounts/${other._id}/reconciliation`))
  assert.deepEqual(
    [after['open'], after['closingBalance'], after['accountBalance'], after['unreconciled']],
    [0, total / 100, total / 100, 0],
  )
  const [counted] = await sql<{ payments: number }>(
    `SELECT count(*)::int AS payments FROM payments WHERE bank_account_id = '${other._id}'`,
  )
  assert.equal(counted?.payments, 12)
})
