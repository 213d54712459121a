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
type Fields = { accountId?: string; key?: string; mapping?: string; withoutUnread?: string }
const send = (path: Parameters<typeof sendAny>[0], content: string | Buffer, fields: Fields = {}) =>
  sendAny(path, content, { accountId: account._id, ...fields })
const importFile = async (content: string | Buffer, fields?: Fields) => {
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
  parts?: { memberId: string; chargeIds: string[]; amount: number }[]
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
      [{ date: 'Data', description: 'Descrição', amount: 'Valor', decimalMark: ',' }, 2, 0, null],
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

  test('two equal lines of a day are two; the file again, longer or of the same day later adds what is new, and names the rest', async () => {
    const twins = await make.account({
      name: 'Gémeos',
      iban: null,
      openingDate: addDays(day, -40),
      openingBalance: 0,
    })
    const on = (ago: number, text: string, amount = 12): [string, string, number] => [
      addDays(day, -ago),
      text,
      amount,
    ]
    const fields = { accountId: twins._id }
    const first = csvOf(on(30, 'FILHO'), on(30, 'FILHO'), on(20, 'OUTRA', 7))
    assert.equal((await importFile(first, fields))['newLines'], 2 + 1)
    assert.equal((await send('bank_statements', first, fields)).status, 409)
    const equal = (await admin.get(`/bank_lines?_accountId=${twins._id}&_search=filho`)).body.data
    for (const line of equal) {
      const { _id: memberId } = await make.member()
      succeeded(await act(line, 'book', { kind: 'payment', memberId }))
      assert.equal((await paymentsOf(memberId)).length, 1, 'each is a payment of its own')
    }
    const overlapping = csvOf(on(30, 'FILHO'), on(20, 'OUTRA', 7), on(10, 'FILHO'))
    const { body } = await send('bank_statements/preview', overlapping, fields)
    const { leftOut } = body.data as unknown as { leftOut: { amount: number; reason: string }[] }
    assert.deepEqual(
      [body.data['total'], body.data['known'], leftOut.map(({ amount }) => amount)],
      [3, 2, [12, 7]],
    )
    assert.equal((await importFile(overlapping, fields))['newLines'], 1)
    assert.equal((await importFile(csvOf(on(10, 'FILHO'), on(10, 'FILHO')), fields))['newLines'], 1)
    assert.equal((await admin.get(`/bank_lines?_accountId=${twins._id}`)).body.data.length, 5)
  })

  test('two downloads of a day bring each movement once, and a text that changed is told', async () => {
    const { _id: accountId } = await make.account({
      name: 'Descarregada duas vezes',
      iban: null,
      openingBalance: 0,
    })
    const fields = { accountId }
    await importFile(csvOf([day, 'TRF ANA', 12]), fields)
    const evening = await importFile(csvOf([day, 'TRF BRUNO', 12], [day, 'TRF ANA', 12]), fields)
    assert.deepEqual([evening['lineCount'], evening['newLines']], [2, 1])
    const texts = (await admin.get(`/bank_lines?_accountId=${accountId}`)).body.data.map(
      (line) => line['description'],
    )
    assert.deepEqual(texts.toSorted(), ['TRF ANA', 'TRF BRUNO'])
    const night = csvOf([day, 'TRF CARLA', 12])
    assert.equal((await importFile(night, fields))['newLines'], 1, 'the same amount with another text')
    assert.equal((await send('bank_statements', night, fields)).status, 409)
    const changed = csvOf([day, 'TRF BRUNO', 12], [day, 'TRF CARLA', 12], [day, 'TRANSFERENCIA DE ANA', 12])
    const { warnings } = (await send('bank_statements/preview', changed, fields)).body.data as unknown as {
      warnings: string[]
    }
    assert.match(warnings.join(' '), /1 linha tem o dia e o valor de outra que já cá está, com outro texto/)
  })

  test('a file without balances says that it was not checked; one balance is checked against the statement before', async () => {
    const { _id: accountId } = await make.account({
      name: 'Por conferir',
      iban: null,
      openingDate: addDays(day, -9),
      openingBalance: 0,
    })
    const fields = { accountId }
    const warningsOf = async (content: string) =>
      (
        (await send('bank_statements/preview', content, fields)).body.data as unknown as {
          warnings: string[]
        }
      ).warnings
    const unchecked = 'O ficheiro não traz saldos: não foi possível conferir se traz todos os movimentos.'
    const plain = csvOf([addDays(day, -5), 'SEM SALDO', 10])
    assert.deepEqual(await warningsOf(plain), [unchecked])
    assert.deepEqual(await warningsOf(camtOf({ entries: [{ date: day, amount: '1.00', text: 'X' }] })), [
      unchecked,
    ])
    assert.equal((await importFile(plain, fields))['remark'], unchecked)
    const ofx = (balance: string, ...amounts: string[]) => {
      const [from, to] = [addDays(day, -4), day].map((one) => one.replaceAll('-', ''))
      const movements = amounts.map(
        (amount) => `<STMTTRN><DTPOSTED>${to}<TRNAMT>${amount}<MEMO>MOVIMENTO ${amount}</STMTTRN>`,
      )
      return `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKTRANLIST><DTSTART>${from}<DTEND>${to}${movements.join('')}</BANKTRANLIST>
        <LEDGERBAL><BALAMT>${balance}<DTASOF>${to}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
    }
    assert.match(
      (await warningsOf(ofx('32.00', '12.00'))).join(),
      /só traz o saldo de/,
      'without an earlier balance',
    )
    const withBalance = `Data;Descrição;Valor;Saldo\n${addDays(day, -5)};SEM SALDO;10,00;110,00\n${addDays(day, -4)};OUTRO;10,00;120,00\n`
    assert.equal((await importFile(withBalance, fields))['remark'], null)
    assert.deepEqual(await warningsOf(ofx('132.00', '12.00')), [])
    assert.match(
      (await warningsOf(ofx('137.00', '12.00'))).join().replaceAll('\u00a0', ' '),
      /120,00 € .*dá 132,00 €, mas este ficheiro diz 137,00 €: faltam ou sobram 5,00 €/,
    )
    assert.equal((await importFile(ofx('132.00', '12.00'), fields))['remark'], null)
    assert.deepEqual(await warningsOf(ofx('133.00', '12.00', '1.00')), [], 'counts what was imported since')
  })

  test('rows that are not understood stop the import until a person leaves them out', async () => {
    const text = `Data;Descrição;Valor\n${day};PERCEBIDA;${comma(amountOf(36))}\n${day};POR PERCEBER;muito\n`
    const preview = await send('bank_statements/preview', text)
    assert.deepEqual(
      [preview.body.data['problem'], preview.body.data['unread'], preview.body.data['unreadCount']],
      [null, [{ line: 3, reason: 'Não se percebe o valor «muito».' }], 1],
    )
    const refused = await send('bank_statements', text)
    assert.equal(refused.status, 422)
    assert.match(String(refused.body.errors?.['file']), /Linha 3: Não se percebe o valor «muito»/)
    assert.deepEqual((await admin.get('/bank_lines?_search=percebida')).body.data, [])
    const statement = await importFile(text, { withoutUnread: 'true' })
    assert.deepEqual([statement['lineCount'], statement['newLines']], [1, 1])
  })

  test('a file whose balances do not add up is refused with the three amounts, also without unread rows', async () => {
    const csv = `Data;Descrição;Valor;Saldo\n${day};CERTA;10,00;110,00\n${day};ERRADA;7,00;118,00\n`
    const refused = await send('bank_statements', csv, { withoutUnread: 'true' })
    assert.equal(refused.status, 422)
    assert.match(String(refused.body.errors?.['mapping']), /100,00.*17,00.*118,00/)
    const balance = (code: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
    const entries = [{ date: day, amount: '24.00', text: 'Errada' }]
    const camt = camtOf({ entries }).replace(
      '<Ntry>',
      `${balance('OPBD', '1.00')}${balance('CLBD', '26.00')}<Ntry>`,
    )
    const other = await send('bank_statements', camt)
    assert.match(String(other.body.errors?.['file']), /1,00.*24,00.*26,00/)
    assert.deepEqual((await admin.get('/bank_lines?_search=errada')).body.data, [])
  })

  test('an entry with several transactions is several lines, and the same entry of a CSV adds nothing', async () => {
    const batch = await make.account({ name: 'Lotes', iban: null, openingBalance: 0 })
    const part = (amount: string) =>
      `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>Parte ${amount}</Ustrd></RmtInf></TxDtls>`
    const camt = camtOf({ entries: [{ date: day, amount: '60.00', text: 'x' }] }).replace(
      /<TxDtls>.*<\/TxDtls>/s,
      part('20.00') + part('40.00'),
    )
    const fields = { accountId: batch._id }
    assert.equal((await importFile(camt, fields))['newLines'], 2)
    assert.equal((await send('bank_statements', csvOf([day, 'LOTE', 60]), fields)).status, 409)
    assert.equal((await importFile(csvOf([day, 'LOTE', 60], [day, 'LOTE', 60]), fields))['newLines'], 1)
    const again = await make.account({ name: 'Lotes outra vez', iban: null, openingBalance: 0 })
    assert.equal((await importFile(csvOf([day, 'LOTE', 60]), { accountId: again._id }))['newLines'], 1)
    assert.equal((await send('bank_statements', camt, { accountId: again._id })).status, 409)
  })

  test('OFX is imported as CSV and camt.053 are', async () => {
    const amount = amountOf(37)
    const ofx = `OFXHEADER:100\nDATA:OFXSGML\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>003506510000000004329</BANKACCTFROM>
      <BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${amount.toFixed(2)}<FITID>1<MEMO>Ração do cão</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
    const statement = await importFile(Buffer.from(ofx, 'latin1'))
    assert.deepEqual([statement['format'], statement['newLines']], ['ofx', 1])
    assert.equal((await lineOf('ração do cão'))['amount'], amount)
    const other = ofx.replace('003506510000000004329', '000201231234567890154')
    assert.ok((await send('bank_statements', other)).body.errors?.['accountId'])
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

describe('a line whose payer is not certain', () => {
  const from = (iban: string, text: string, amount: number, name = 'Quem Pagou') =>
    camtOf({ entries: [{ date: day, amount: amount.toFixed(2), text, name, from: iban }] })
  const ibans = [
    'PT50000700000000000000123',
    'PT50001000000000000000106',
    'PT50003300000000000000105',
  ] as const
  const [ofCouple, ofParent, ofPayer] = ibans

  test('an IBAN of several people only proposes them, also with a name; a reference decides', async () => {
    const one = await make.member({ name: 'Adozinda Caramelo', iban: ofCouple })
    const other = await make.member({ name: 'Belmiro Caramelo', iban: ofCouple, nif: nifOf(7_700_002) })
    const [a, b] = [amountOf(210), amountOf(211)]
    await charge({ memberId: one._id, amount: a })
    await charge({ memberId: other._id, amount: b })
    await importFile(from(ofCouple, 'quota do casal', a, 'Adozinda Caramelo'))
    const line = await lineOf('quota do casal')
    assert.deepEqual([suggestionsOf(line)[0]?.memberId, line['isSure']], [one._id, false])
    await importFile(from(ofCouple, `quota NIF ${String(other['nif'])} do marido`, b))
    const named = await lineOf('do marido')
    assert.deepEqual([suggestionsOf(named)[0]?.memberId, named['isSure']], [other._id, true])
    succeeded(await act(line, 'ignore', { reason: 'teste' }))
  })

  test('a reference beats the IBAN and the name of who paid', async () => {
    const payer = await make.member({ name: 'Hermengarda Pagadora', iban: ofPayer })
    const owing = await make.member({ name: 'Ildefonso Devedor' })
    const amount = amountOf(215)
    await charge({ memberId: payer._id, amount })
    await charge({ memberId: owing._id, amount })
    await sql(
      `INSERT INTO payment_advices (id, public_id, member_id, type, charge_ids, amount, account, document_id, reference)
       VALUES (new_id(), 'aviso-do-banco', $1, 'other', '{}', 1, '12345/999', 1, '999123490')`,
      [owing._id],
    )
    await importFile(from(ofPayer, 'ref 999 123 490 paga por outra', amount, 'Hermengarda Pagadora'))
    const line = await lineOf('paga por outra')
    assert.deepEqual([suggestionsOf(line)[0]?.memberId, line['isSure']], [owing._id, true])
    await importFile(
      from(ofPayer, 'sem indicar nada', amount, 'Hermengarda Pagadora').replaceAll(day, addDays(day, -1)),
    )
    const own = await lineOf('sem indicar nada')
    assert.deepEqual([suggestionsOf(own)[0]?.memberId, own['isSure']], [payer._id, true])
  })

  test('what several of an IBAN owe together is proposed as a division, which is booked and undone as one', async () => {
    const children = [
      await make.member({ name: 'Primeira Filha', iban: ofParent }),
      await make.member({ name: 'Segundo Filho', iban: ofParent }),
      await make.member({ name: 'Terceiro Filho', iban: ofParent }),
    ]
    const amounts = [amountOf(220), amountOf(221), amountOf(222)]
    const ids = await Promise.all(
      children.map(
        async ({ _id: memberId }, index) => (await charge({ memberId, amount: amounts[index] ?? 0 }))._id,
      ),
    )
    const total = amounts.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100
    const earlier = Number(await balance())
    await importFile(from(ofParent, 'quotas dos meninos', total))
    const line = await lineOf('dos meninos')
    const [first] = suggestionsOf(line)
    assert.deepEqual(
      [first?.kind, line['isSure'], first?.parts?.map(({ memberId }) => memberId).toSorted()],
      ['parts', false, children.map(({ _id }) => _id).toSorted()],
    )
    succeeded(await act(line, 'book', { kind: 'parts', parts: first?.parts }))
    for (const [index, { _id }] of children.entries()) {
      assert.deepEqual(
        (await paymentsOf(_id)).map(({ amount }) => amount),
        [amounts[index]],
      )
      assert.equal(succeeded(await admin.get(`/unsettled_payments/${ids[index]}`))['status'], 'paid')
    }
    const booked = await lineOf('dos meninos')
    assert.deepEqual([booked['status'], booked['kind'], booked['paymentId']], ['booked', 'parts', null])
    assert.equal(Number(await balance()).toFixed(2), (earlier + total).toFixed(2))
    succeeded(await act(booked, 'undo'))
    for (const { _id } of children) assert.deepEqual(await paymentsOf(_id), [])
    assert.equal(Number(await balance()).toFixed(2), earlier.toFixed(2))
  })

  test('two numbers in the text are sure of neither, and a payer may have the name of another member', async () => {
    const one = await make.member({ name: 'Climéria Vasques' })
    const other = await make.member({ name: 'Deolinda Vasques' })
    const [a, b] = [amountOf(230), amountOf(231)]
    for (const [{ _id: memberId }, amount] of [
      [one, a],
      [other, b],
    ] as const)
      for (const days of [-20, 20]) await charge({ memberId, amount, dueDate: addDays(day, days) })
    const numbers = `SOCIO ${String(one['memberNumber'])} SOCIO ${String(other['memberNumber'])}`
    await importFile(
      csvOf(
        [day, `CLIMERIA VASQUES ${numbers}`, a],
        [day, `AMBAS ${numbers}`, Math.round(2 * (a + b) * 100) / 100],
      ),
    )
    assert.equal((await lineOf('CLIMERIA'))['isSure'], false)
    const both = await lineOf('AMBAS')
    assert.deepEqual([suggestionsOf(both)[0]?.kind, both['isSure']], ['parts', false])
    const fourDebts = suggestionsOf(both)[0]?.parts?.map(({ chargeIds }) => chargeIds.length)
    assert.deepEqual(fourDebts, [2, 2])
    await importFile(
      csvOf([addDays(day, -1), `TRF CLIMERIA VASQUES PELA SOCIO ${String(other['memberNumber'])}`, a]),
    )
    assert.equal((await lineOf('PELA SOCIO'))['isSure'], false)
  })

  test('who left still pays what is owed', async () => {
    const member = await make.member({ name: 'Eufémia Que Saiu', state: 'Exonerado' })
    const amount = amountOf(240)
    await charge({ memberId: member._id, amount })
    await importFile(csvOf([day, `EUFEMIA SAIU SOCIO ${String(member['memberNumber'])}`, amount]))
    const line = await lineOf('EUFEMIA')
    assert.equal(suggestionsOf(line)[0]?.memberId, member._id)
    succeeded(await act(line, 'accept'))
    assert.deepEqual(
      (await paymentsOf(member._id)).map((one) => one['amount']),
      [amount],
    )
  })

  test('what the bank takes back is no payment', async () => {
    const member = await make.member({ name: 'Felismina Devolvida' })
    const amount = amountOf(250)
    await charge({ memberId: member._id, amount })
    const text = `Quota SOCIO ${String(member['memberNumber'])} felismina devolvida`
    await importFile(from(ofParent, text, amount).replace('<Sts>', '<RvslInd>1</RvslInd><Sts>'))
    const line = await lineOf('felismina')
    assert.deepEqual(
      [line['isReturn'], suggestionsOf(line).some(({ kind }) => kind === 'payment')],
      [true, false],
    )
  })
})

describe('a line that is divided', () => {
  const categoryOf = async (kind: string) =>
    (await admin.get(`/transaction_categories?_kind=${kind}&_limit=1&_sort=order`)).body.data[0]?._id

  test('over members, credit, the treasury and a transaction that was there; undoing leaves that one', async () => {
    const [payer, other] = [await make.member(), await make.member()]
    const { _id: chargeId } = await charge({ memberId: payer._id, amount: 10 })
    const { _id: later } = await charge({ memberId: payer._id, amount: 99, dueDate: addDays(day, 90) })
    const there = await make.transaction({
      accountId: account._id,
      kind: 'income',
      amount: 5.5,
      date: day,
      categoryId: await categoryOf('income'),
    })
    const amount = amountOf(300)
    const gift = Math.round(amount * 100 - 15_00 - 24_00 - 5_50 + 2_00) / 100
    await importFile(csvOf([day, 'DEPOSITO DIVIDIDO', amount]))
    const line = await lineOf('DEPOSITO DIVIDIDO')
    const earlier = Number(await balance())
    const parts = [
      { kind: 'payment', memberId: payer._id, chargeIds: [chargeId], amount: 15 },
      { kind: 'payment', memberId: other._id, amount: 24 },
      { kind: 'entry', categoryId: await categoryOf('income'), amount: gift, description: 'Oferta' },
      { kind: 'entry', categoryId: await categoryOf('expense'), amount: -2, description: 'Comissão' },
      { kind: 'transactions', transactionIds: [there._id] },
    ]
    succeeded(await act(line, 'book', { kind: 'parts', parts }))
    const creditOf = async ({ _id }: TestRecord) =>
      Number(succeeded(await admin.get(`/members/${_id}`))['credit'])
    assert.deepEqual([await creditOf(payer), await creditOf(other)], [5, 24])
    assert.equal(succeeded(await admin.get(`/unsettled_payments/${later}`))['status'], 'open')
    assert.equal(((await lineOf('DEPOSITO DIVIDIDO'))['transactions'] as object[]).length, 6)
    assert.equal(Number(await balance()).toFixed(2), (earlier + amount - 5.5).toFixed(2))
    assert.equal((await act(line, 'book', { kind: 'parts', parts })).status, 409)
    succeeded(await act(line, 'undo'))
    assert.equal(Number(await balance()).toFixed(2), earlier.toFixed(2))
    const left = succeeded(await admin.get(`/transactions/${there._id}`))
    assert.deepEqual([left['status'], left['reconciledOn']], ['registered', null])
    assert.deepEqual([await paymentsOf(payer._id), await paymentsOf(other._id)], [[], []])
    await admin.post(`/transactions/${there._id}/cancel`, { reason: 'teste' })
  })

  test('other sums and parts that are wrong are refused by number, and nothing is booked', async () => {
    const { _id: memberId } = await make.member()
    const amount = amountOf(310)
    await importFile(csvOf([day, 'MAL DIVIDIDA', amount]))
    const line = await lineOf('MAL DIVIDIDA')
    const part = { kind: 'payment', memberId, amount: 1 }
    const problemOf = async (parts: unknown) => {
      const { status, body } = await act(line, 'book', { kind: 'parts', parts })
      assert.ok(status === 422 || status === 409, JSON.stringify(body))
      return String(body.errors?.['parts'] ?? body.message)
    }
    assert.match(await problemOf([part, part]), /somam 2,00/)
    assert.match(await problemOf([part]), /duas partes/)
    assert.match(await problemOf(undefined), /duas partes/)
    assert.match(await problemOf([part, { ...part, memberId: null }]), /Parte 2: Escolha de quem/)
    assert.match(await problemOf([part, { ...part, amount: -1 }]), /Parte 2: É uma saída/)
    assert.match(await problemOf([{ ...part, amount: 0 }, part]), /Parte 1: indique o valor/)
    assert.match(await problemOf([{ ...part, amount: '1' }, part]), /Parte 1: indique o valor/)
    assert.match(await problemOf([{ ...part, kind: 'parts' }, part]), /Parte 1: indique o que é/)
    assert.match(await problemOf([{ ...part, cor: 'azul' }, part]), /Parte 1: não há o campo «cor»/)
    assert.match(await problemOf([{ ...part, memberId: 'x' }, part]), /Parte 1: o campo «memberId»/)
    assert.match(await problemOf([part, { kind: 'entry', amount: 2 }]), /Parte 2: Escolha a categoria/)
    assert.deepEqual([(await lineOf('MAL DIVIDIDA'))['status'], await paymentsOf(memberId)], ['open', []])
  })

  test('a later line of the amount of a part is a line of its own', async () => {
    const { _id: memberId } = await make.member({ name: 'Gaudência Das Partes' })
    await importFile(csvOf([addDays(day, -1), 'PARTES JUNTAS', 161.95]))
    const line = await lineOf('PARTES JUNTAS')
    const parts = [111.95, 50].map((amount) => ({ kind: 'payment', memberId, amount }))
    succeeded(await act(line, 'book', { kind: 'parts', parts }))
    assert.equal(
      (await importFile(csvOf([addDays(day, -1), 'PARTES JUNTAS', 161.95], [day, 'PARTE SOZINHA', 50])))[
        'newLines'
      ],
      1,
    )
    const own = await lineOf('PARTE SOZINHA')
    assert.equal(
      suggestionsOf(own).some(({ kind }) => kind === 'transactions'),
      false,
    )
    succeeded(await act(own, 'book', { kind: 'payment', memberId }))
    assert.deepEqual((await paymentsOf(memberId)).map(({ amount }) => amount).toSorted(), [111.95, 50, 50])
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

  test('a transaction of the same amount is not sure where the line names somebody else, who comes first', async () => {
    const [ana, bruno] = [
      await make.member({ name: 'Anabela Registada', iban: 'PT50000700000000000000220' }),
      await make.member({ name: 'Bruno Da Linha', nif: nifOf(7_700_050), iban: 'PT50000700000000000000317' }),
    ]
    const cases = (amount: number) => {
      const entry = { date: day, amount: amount.toFixed(2) }
      return {
        nif: csvOf([day, `CONTRA NIF ${String(bruno['nif'])}`, amount]),
        number: csvOf([day, `CONTRA NUMBER SOCIO ${String(bruno['memberNumber'])} BRUNO LINHA`, amount]),
        iban: camtOf({ entries: [{ ...entry, text: 'Contra IBAN', from: String(bruno['iban']) }] }),
        name: csvOf([day, 'CONTRA NAME BRUNO LINHA', amount]),
      }
    }
    for (const [index, kind] of (['nif', 'number', 'iban', 'name'] as const).entries()) {
      const amount = amountOf(400 + index)
      await make.payment({
        memberId: ana._id,
        amount,
        date: day,
        method: 'transfer',
        bankAccountId: account._id,
      })
      await charge({ memberId: bruno._id, amount })
      await importFile(cases(amount)[kind])
      const suggestions = suggestionsOf(await lineOf(`contra ${kind}`))
      assert.deepEqual([suggestions[0]?.kind, suggestions[0]?.memberId], ['payment', bruno._id], kind)
      const there = suggestions.find((one) => one.kind === 'transactions')
      assert.deepEqual([there?.isSure, there?.reasons.at(-1)], [false, 'a linha indica outra pessoa'], kind)
    }
    const amount = amountOf(410)
    await make.payment({
      memberId: ana._id,
      amount,
      date: day,
      method: 'transfer',
      bankAccountId: account._id,
    })
    await charge({ memberId: bruno._id, amount })
    await importFile(csvOf([day, `TRF BRUNO LINHA PELO SOCIO ${String(ana['memberNumber'])}`, amount]))
    const own = await lineOf('PELO SOCIO')
    assert.deepEqual(
      [suggestionsOf(own)[0]?.kind, own['isSure']],
      ['transactions', true],
      'who pays may be another person than the one named by number',
    )
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
    const namesAccounts = async (which: TestRecord, action: string) => {
      const answer = await act(which, action)
      succeeded(answer)
      return String(answer.headers['x-changed']).split(',').includes('treasuryAccounts')
    }
    assert.equal(await namesAccounts(line, 'accept'), true)
    assert.equal(succeeded(await admin.get(`/treasury_accounts/${savings._id}`))['balance'], amount)
    await importFile(csvOf([day, 'ENTRADA NA POUPANCA', amount]), { accountId: savings._id })
    const other = await lineOf('ENTRADA NA POUPANCA')
    assert.deepEqual([suggestionsOf(other)[0]?.kind, other['isSure']], ['transactions', true])
    assert.equal(await namesAccounts(other, 'accept'), false, 'no balance changes')
    assert.equal(succeeded(await admin.get(`/treasury_accounts/${savings._id}`))['balance'], amount)
    assert.equal(await namesAccounts(other, 'undo'), false)
    assert.equal(await namesAccounts(line, 'undo'), true)
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

test('many lines are accepted in the background: the sure ones each once, and the others are named', async () => {
  const other = await make.account({ name: 'Banco dois', iban: null, openingBalance: 0 })
  const lines: [string, string, number][] = []
  for (const letter of 'abcdefghijkl') {
    const member = await make.member({ name: `Numerada ${letter.repeat(3)}` })
    const amount = amountOf(150)
    await charge({ memberId: member._id, amount })
    lines.push([day, `TRF NUMERADA ${letter.repeat(3)} SOCIO ${String(member['memberNumber'])}`, amount])
  }
  const doubtful = await make.member({ name: 'Sem Certeza' })
  const unsure = amountOf(150)
  await charge({ memberId: doubtful._id, amount: unsure })
  lines.push([day, 'TRF SEM CERTEZA', unsure])
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
  assert.equal(ids.length, 13)
  const before = succeeded(await admin.get(`/treasury_accounts/${other._id}/reconciliation`))
  assert.deepEqual([before['open'], before['closingBalance'], before['accountBalance']], [13, total / 100, 0])
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
  const booked = Math.round(total - unsure * 100) / 100
  assert.deepEqual(
    [after['open'], after['closingBalance'], after['accountBalance'], after['unreconciled']],
    [1, total / 100, booked, 0],
  )
  const { data: left } = (await admin.get(`/bulk_actions/${_id}/bulk_action_results?_outcome=skipped`)).body
  assert.deepEqual(
    left.map(({ label, reason }) => [label, reason]),
    [['TRF SEM CERTEZA', 'Não tem uma sugestão certa: abra a linha e diga o que é.']],
  )
  const line = await lineOf('TRF SEM CERTEZA')
  assert.equal((await act(line, 'accept')).status, 409, 'nor one by one')
  assert.deepEqual(await paymentsOf(doubtful._id), [])
  const [counted] = await sql<{ payments: number }>(
    `SELECT count(*)::int AS payments FROM payments WHERE bank_account_id = '${other._id}'`,
  )
  assert.equal(counted?.payments, 12)
})
