import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { TestRecord } from '../../testing/caller.ts'
import { nifOf, succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'
import { duesTools } from '../../dues/testing.ts'
import { importTools } from '../testing.ts'

const app = await testApp()
const { as, make, sql, today } = app
const admin = await as('admin')
const { set } = await duesTools(app)
const { change, upload, start, undo, rows, correct } = await importTools(app, admin)
const day = await today()
const year = Number(day.slice(0, 4))
const countsOf = ({ created, changed, unchanged, refused }: TestRecord) => [
  created,
  changed,
  unchanged,
  refused,
]

let member: TestRecord
let account: TestRecord
before(async () => {
  await set('hasTreasury', 'true')
  account = await make.account({ name: 'Banco Novo', openingBalance: 0 })
  member = await make.member({ name: 'Marta Pagadora', nif: nifOf(901) })
})

describe('charges', () => {
  test('of a number, a NIF or a name; what is there already is that charge; undoing cancels', async () => {
    const text = [
      'N.º de sócio;NIF;Nome;Ano;Valor;Tipo',
      `${String(member['memberNumber'])};;;${year - 1};24,00;Quota`,
      `;${String(member['nif'])};;${year - 2};1.024,50 €;`,
      `;;marta pagadora;${year - 3};10;Joia`,
      `;;Ninguém Conhecido;${year};10;`,
      `999999;;;${year};10;`,
    ].join('\n')
    const imported = await upload(text, { kind: 'unsettledPayments' })
    assert.deepEqual(
      countsOf(imported),
      [3, 0, 0, 2],
      JSON.stringify((await rows(imported)).map(({ reason }) => reason)),
    )
    const done = await start(imported)
    const { data } = (await admin.get(`/members/${member._id}/unsettled_payments?_sort=dueDate`)).body
    assert.deepEqual(
      data.map(({ type, amount, origin, dueDate }) => [type, amount, origin, dueDate]),
      [
        ['joia', 10, 'import', `${year - 3}-12-31`],
        ['quota', 1024.5, 'import', `${year - 2}-12-31`],
        ['quota', 24, 'import', `${year - 1}-12-31`],
      ],
    )
    assert.deepEqual(countsOf(await upload(text, { kind: 'unsettledPayments' })), [0, 0, 3, 2])
    const undone = await undo(done)
    assert.deepEqual([undone['done'], undone['kept']], [3, 0])
    const left = (await admin.get(`/members/${member._id}/unsettled_payments`)).body.data
    assert.deepEqual(new Set(left.map(({ status }) => status)), new Set(['cancelled']))
  })

  test('equal rows are as many charges, also when one of them is checked again by itself', async () => {
    const line = `${String(member['memberNumber'])};${year};7,00;Outro;Camisola`
    const text = ['N.º de sócio;Ano;Valor;Tipo;Descrição', line, line].join('\n')
    await start(await upload(text, { kind: 'unsettledPayments' }))
    const again = await upload(text, { kind: 'unsettledPayments' })
    assert.deepEqual(countsOf(again), [0, 0, 2, 0])
    const [, second] = await rows(again)
    await correct(second!, { corrections: { 2: '7' } })
    const found = await sql<{ recordId: string; verdict: string }>(
      `SELECT record_id AS "recordId", verdict FROM import_rows WHERE import_id = '${again._id}'`,
    )
    assert.deepEqual(
      found.map(({ verdict }) => verdict),
      ['unchanged', 'unchanged'],
    )
    assert.equal(new Set(found.map(({ recordId }) => recordId)).size, 2)
  })
})

test('an exported list of charges that was changed in a spreadsheet changes these, once a person says so', async () => {
  const { _id: memberId } = await make.member({ name: 'Rita Devedora' })
  const enter = (type: string, description: string, amount: number, dueDate: string) =>
    make.charge({ memberId, type, description, amount, dueDate })
  await enter('activity', 'Ginásio', 20, `${year}-01-31`)
  await enter('activity', 'Ginásio', 20, `${year}-02-28`)
  await enter('other', 'Jantar', 15, `${year}-03-31`)
  await enter('donation', 'Para a festa', 50, `${year}-04-30`)
  const listed = async () =>
    (await admin.get(`/members/${memberId}/unsettled_payments?_sort=dueDate,amount`)).body.data.map(
      ({ description, amount, dueDate }) => [description, amount, dueDate],
    )
  const { text } = await admin.get(
    `/unsettled_payments/export?format=csv&_memberId=${memberId}&_sort=dueDate`,
  )
  assert.deepEqual(countsOf(await upload(text, { kind: 'unsettledPayments' })), [0, 0, 4, 0])

  const [head = '', ...lines] = text.trim().split('\r\n')
  const changed = lines.map((line) =>
    line
      .replace('15,00', '18,00')
      .replace(`30/04/${year}`, `31/05/${year}`)
      .replace(`${year}-04-30`, `${year}-05-31`),
  )
  const march = changed[1]!
    .replace(`28/02/${year}`, `30/06/${year}`)
    .replace(`${year}-02-28`, `${year}-06-30`)
  const file = [head, ...changed, march].join('\r\n')
  const imported = await upload(file, { kind: 'unsettledPayments' })
  assert.deepEqual(
    (await rows(imported)).map(({ verdict, recordId }) => [verdict, recordId !== null]),
    [
      ['unchanged', true],
      ['unchanged', true],
      ['doubtful', true],
      ['doubtful', true],
      ['created', false],
    ],
    JSON.stringify(await rows(imported)),
  )
  const before = await listed()
  const decided = await change(imported, { decisions: { charge: 'suggested' } })
  assert.deepEqual(countsOf(decided), [1, 2, 2, 0])
  const done = await start(decided)
  assert.deepEqual(await listed(), [
    ['Ginásio', 20, `${year}-01-31`],
    ['Ginásio', 20, `${year}-02-28`],
    ['Jantar', 18, `${year}-03-31`],
    ['Para a festa', 50, `${year}-05-31`],
    ['Ginásio', 20, `${year}-06-30`],
  ])
  await undo(done)
  assert.deepEqual((await listed()).slice(0, 4), before)

  // In a list that is not ours another day is another charge, and another amount may be one.
  const number = String((await admin.get(`/members/${memberId}`)).body.data['memberNumber'])
  const foreign = await upload(
    [
      'N.º de sócio;Tipo;Descrição;Data de vencimento;Valor',
      `${number};Atividade;Ginásio;31/07/${year};20,00`,
      `${number};Outro;Jantar;31/03/${year};16,00`,
    ].join('\n'),
    { kind: 'unsettledPayments' },
  )
  assert.deepEqual(
    (await rows(foreign)).map(({ verdict }) => verdict),
    ['created', 'doubtful'],
    JSON.stringify(await rows(foreign)),
  )
  await start(await change(foreign, { decisions: { charge: 'other' } }))
  assert.deepEqual(
    (await listed()).filter(([description]) => description === 'Jantar').map(([, amount]) => amount),
    [15, 16],
  )
})

describe('authorisations of debits', () => {
  test('by reference, with their last debit in the earlier program; undoing removes them', async () => {
    const number = String(member['memberNumber'])
    const text = [
      'N.º de sócio;Referência;IBAN;Titular da conta;Data da assinatura;Última cobrança',
      `${number};ADC-77;PT50000201231234567890154;Marta P.;31/01/${year - 5};15/03/${year - 1}`,
      `${number};ADC-78;PT50000201231234567890155;;31/01/${year - 1};`,
      `${number};ADC-79;PT50000201231234567890154;;31/01/${year - 1};30/01/${year - 1}`,
    ].join('\n')
    const imported = await upload(text, { kind: 'mandates' })
    assert.deepEqual(
      countsOf(imported),
      [1, 0, 0, 2],
      JSON.stringify((await rows(imported)).map(({ reason }) => reason)),
    )
    const done = await start(imported)
    const mandates = async () => (await admin.get(`/members/${member._id}/mandates`)).body.data
    assert.deepEqual(
      (await mandates()).map((one) => [one['reference'], one['state'], one['lastCollectedOn']]),
      [['ADC-77', 'active', `${year - 1}-03-15`]],
    )
    assert.deepEqual(countsOf(await upload(text, { kind: 'mandates' })), [0, 0, 1, 2])
    const undone = await undo(done)
    assert.deepEqual([undone['done'], undone['kept'], await mandates()], [1, 0, []])
  })
})

describe('payments', () => {
  test('settle debts, tell nobody, and enter once; undoing cancels them', async () => {
    const debt = await make.charge({ memberId: member._id, amount: 30 })
    const text = `N.º;Data;Valor;Meio;Recibo\n${String(member['memberNumber'])};${day};20,00;transf.;A1\n${String(member['memberNumber'])};21/02/1999;5;dinheiro;A2\n`
    const imported = await upload(text, { kind: 'payments' })
    assert.deepEqual(
      countsOf(imported),
      [2, 0, 0, 0],
      JSON.stringify((await rows(imported)).map(({ reason }) => reason)),
    )
    assert.match(String((await rows(imported))[1]!['reason']), /série de 1999/)
    const done = await start(imported)
    assert.equal(done['done'], 2)
    assert.equal(succeeded(await admin.get(`/unsettled_payments/${debt._id}`))['openAmount'], 5)
    assert.deepEqual(await sql('SELECT FROM messages'), [])
    assert.deepEqual(countsOf(await upload(text, { kind: 'payments' })), [0, 0, 2, 0])
    await undo(done)
    assert.equal(succeeded(await admin.get(`/unsettled_payments/${debt._id}`))['openAmount'], 30)
  })
})

describe('external entities and transactions', () => {
  test('entities by NIF or name; transactions by sign or by two columns, of known accounts and entities', async () => {
    const nif = '501964843'
    const entities = `Nome;NIF;Tipo;Telefone;Código Postal\nPapelaria Central;${nif};Fornecedor;212345678;1000-001 Lisboa\nSem NIF Lda;;Cliente, Doador;;\n`
    const imported = await upload(entities, { kind: 'externalEntities' })
    assert.deepEqual(
      countsOf(imported),
      [2, 0, 0, 0],
      JSON.stringify((await rows(imported)).map(({ reason }) => reason)),
    )
    const doneEntities = await start(imported)
    assert.deepEqual(countsOf(await upload(entities, { kind: 'externalEntities' })), [0, 0, 2, 0])
    const [category] = await sql<{ name: string }>(
      `SELECT name FROM transaction_categories WHERE kind = 'expense' ORDER BY "order", id LIMIT 1`,
    )
    const [income] = await sql<{ name: string }>(
      `SELECT name FROM transaction_categories WHERE kind = 'income' ORDER BY "order", id LIMIT 1`,
    )
    const text = [
      'Data;Descrição;Receita;Despesa;Conta;Categoria;Entidade',
      `${day};Papel;;1.012,34 €;Banco Novo;${category!.name};papelaria central`,
      `${day};Donativo;50,00;0,00;banco novo;${income!.name};${nif}`,
      `${day};De ninguém;;5;Banco Novo;${category!.name};Desconhecida`,
    ].join('\n')
    const moves = await upload(text, { kind: 'transactions' })
    assert.deepEqual(
      countsOf(moves),
      [2, 0, 0, 1],
      JSON.stringify((await rows(moves)).map(({ reason }) => reason)),
    )
    const done = await start(moves)
    const balance = async () => succeeded(await admin.get(`/treasury_accounts/${account._id}`))['balance']
    const after = await balance()
    const { data } = (await admin.get(`/transactions?_accountId=${account._id}&_sort=number`)).body
    assert.deepEqual(
      data
        .filter(({ paymentId }) => paymentId === null)
        .map(({ kind, amount, externalEntityLabel }) => [kind, amount, externalEntityLabel]),
      [
        ['expense', 1012.34, 'Papelaria Central'],
        ['income', 50, 'Papelaria Central'],
      ],
    )
    assert.deepEqual(countsOf(await upload(text, { kind: 'transactions' })), [0, 0, 2, 1])
    await undo(done)
    assert.equal(await balance(), Math.round((Number(after) + 1012.34 - 50) * 100) / 100)
    // The cancelled transactions still name it.
    const undone = await undo(doneEntities)
    assert.deepEqual([undone['done'], undone['kept']], [1, 1])
  })
})
