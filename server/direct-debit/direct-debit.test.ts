import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { addDays, addMonths } from '@agremia/resources/rules/dates.ts'
import { addTargetDays, isTargetDay } from '@agremia/resources/rules/holidays.ts'
import { many, sql as rawSql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { refreshOverdue } from '../dues/ledger/ledger.ts'
import { assertSound } from '../dues/ledger/testing.ts'
import { duesTools } from '../dues/testing.ts'
import type { TestRecord } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import { readPdf } from '../testing/read-pdf.ts'
import { testApp } from '../testing/test-app.ts'
import {
  camt054Of,
  creditorIban,
  debtorIban,
  makeMandate,
  pain002Of,
  sendForm,
  setUpDirectDebit,
} from './testing.ts'
import { pain008Problems } from './check-pain008.ts'
import { readFiles } from './debit-file.ts'
import { drawMandate } from './draw-mandate.ts'
import { isLapsedOn } from './mandate-use.ts'
import { lapseMandates } from './mandates.ts'
import { bookBatch } from './book-batch.ts'

const app = await testApp()
const there = await testApp({ with: app })
const { as, clock, make, sql, today } = app
const admin = await as('admin')
const other = await there.as('admin')
const { balanceOf, charge, pay, read, set } = await duesTools(app)
let account: TestRecord

before(async () => {
  await set('hasTreasury', 'true')
})

interface Preview {
  lacks: { text: string }[]
  warnings: string[]
  count: number
  total: number
  included: { memberId: string; amount: number }[]
  leftOut: { reason: string; reasonLabel: string; count: number; first: { memberId: string }[] }[]
}

const firstDay = async () => addTargetDays(await today(), 3)
const selection = async (memberIds: string[], more: object = {}) => ({
  dueUntil: await today(),
  collectionDate: await firstDay(),
  memberIds,
  ...more,
})
const preview = async (memberIds: string[], more: object = {}) =>
  succeeded(
    await admin.post('/debit_batches/preview', await selection(memberIds, more)),
  ) as unknown as Preview
const create = async (memberIds: string[], more: object = {}) =>
  succeeded(await admin.post('/debit_batches', await selection(memberIds, more)))
const collectionsOf = async (batch: TestRecord) =>
  (await admin.get(`/debit_batches/${batch._id}/debit_collections?_sort=created_at`)).body.data
const act = (resource: string, id: string, action: string, input: object = {}) =>
  admin.post(`/${resource}/${id}/${action}`, input)
const batchOf = (id: string) => read('debit_batches', id)

/** Sends a batch, waits for its day and registers it. */
async function collect(batch: TestRecord): Promise<TestRecord> {
  succeeded(await act('debit_batches', batch._id, 'send'))
  await reach(String(batch['collectionDate']))
  succeeded(await act('debit_batches', batch._id, 'book'))
  return booked(batch)
}
async function reach(day: string): Promise<void> {
  while ((await today()) < day) clock.advance({ days: 1 })
}
/** The batch once no job works on it. */
async function booked({ _id }: TestRecord): Promise<TestRecord> {
  for (;;) {
    const batch = await batchOf(_id)
    if (!['queued', 'running'].includes(String(batch['state']))) return batch
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

type Person = Awaited<ReturnType<typeof debtor>>
async function debtor(input: Record<string, unknown> = {}, mandate: Record<string, unknown> | null = {}) {
  const { _id: memberId } = await make.member(input)
  const debt = await charge({ memberId, amount: 24 })
  const made = mandate && (await makeMandate(admin, memberId, mandate))
  return { memberId, chargeId: debt._id, mandateId: made?._id ?? '', reference: String(made?.['reference']) }
}

interface AnswerBody {
  data: TestRecord & { lines: { outcome: string; message: string; advice: string | null }[] }
  message: string
  errors?: Record<string, string[]>
}
async function upload(content: string, fields?: Record<string, string>) {
  const { status, body } = await sendForm(admin, '/debit_answers', content, fields)
  return { status, body: body as unknown as AnswerBody }
}
const answered = async (content: string, fields?: Record<string, string>) => {
  const { status, body } = await upload(content, fields)
  assert.equal(status, 201, JSON.stringify(body) + app.takeErrors().map(String).join())
  return body.data
}
const fileAt = async (path: string) => {
  const { url } = succeeded(await admin.get(path))
  const { status, text } = await admin.get(String(url).replace('/api', ''))
  assert.equal(status, 200)
  return text
}
/** Makes the file of a batch and reads it. */
const makeFile = async ({ _id }: TestRecord) => {
  const { url } = succeeded(await act('debit_batches', _id, 'make_file'))
  return (await admin.get(String(url).replace('/api', ''))).text
}
/** Checks the ledger after the work of the day, since the clock has moved. */
async function sound(ids: string[]): Promise<void> {
  const day = await today()
  await inTransaction(app.database, (db) => refreshOverdue(db, day))
  await assertSound(app, ids)
}
const endToEnd = ({ _id }: { _id: string }) => _id.replaceAll('-', '')

describe('before a batch is possible', () => {
  test('name, creditor identifier and an account with IBAN are asked for', async () => {
    const { lacks } = succeeded(await admin.get('/debit_batches/readiness')) as unknown as Preview
    assert.ok(lacks.length >= 2)
    const { memberId } = await debtor()
    const { status, body } = await admin.post('/debit_batches', await selection([memberId]))
    assert.equal(status, 409)
    assert.match(body.message, /identificador de credor/)
    assert.equal((await admin.patch('/settings/sddCreditorId', { value: 'PT74ZZZ123456' })).status, 422)
    account = await setUpDirectDebit(app, admin)
    const after = succeeded(await admin.get('/debit_batches/readiness')) as unknown as Preview
    assert.deepEqual(after.lacks, [])
  })
})

describe('an authorisation', () => {
  test('without a day of signature waits for it; the printed form has what the law asks', async () => {
    const { _id: memberId } = await make.member({ name: 'Álvaro Pires' })
    const pending = succeeded(await admin.post('/mandates', { memberId }))
    assert.deepEqual([pending['state'], pending['debtorName']], ['pending', 'Álvaro Pires'])
    assert.match(String(pending['reference']), /^ADC-\d{6}-1$/)
    const unsigned = await admin.patch(`/mandates/${pending._id}`, { signedOn: await today() })
    assert.deepEqual(Object.keys(unsigned.body.errors ?? {}), ['iban'])
    const signed = succeeded(
      await admin.patch(`/mandates/${pending._id}`, { signedOn: await today(), iban: debtorIban }),
    )
    assert.equal(signed['state'], 'active')
    assert.equal((await admin.patch(`/mandates/${pending._id}`, { signedOn: null })).status, 422)
    assert.equal((await admin.post('/mandates', { memberId, reference: 'com espaço' })).status, 422)
    const same = await admin.post('/mandates', { memberId, reference: pending['reference'] })
    assert.equal(same.status, 422)
  })

  test('lapses after 36 months without a debit, and not with one', async () => {
    const day = await today()
    const old = addMonths(day, -37)
    const { mandateId } = await debtor({}, { signedOn: old })
    const recent = await debtor({}, { signedOn: addMonths(day, -35) })
    const { leftOut } = await preview([(await read('mandates', mandateId))['memberId'] as string])
    assert.deepEqual(
      leftOut.map(({ reason }) => reason),
      ['lapsed'],
    )
    await inTransaction(app.database, (db) => lapseMandates(db, day))
    assert.equal((await read('mandates', mandateId))['state'], 'lapsed')
    assert.equal((await read('mandates', recent.mandateId))['state'], 'active')
    // The last debit may have been in another program.
    const path = `/mandates/${mandateId}`
    const early = await admin.patch(path, { lastUsedOn: addDays(old, -1) })
    assert.equal(early.status, 422, 'before its signature')
    const known = succeeded(await admin.patch(path, { lastUsedOn: addMonths(day, -35) }))
    assert.deepEqual(
      [known['state'], known['stateReason'], known['lastCollectedOn']],
      ['active', null, addMonths(day, -35)],
    )
    await inTransaction(app.database, (db) => lapseMandates(db, day))
    assert.equal((await read('mandates', mandateId))['state'], 'active')
    const brought = await debtor({}, { signedOn: old, lastUsedOn: addMonths(day, -37) })
    assert.deepEqual(
      (await preview([brought.memberId])).leftOut.map(({ reason }) => reason),
      ['lapsed'],
    )
  })
})

describe('an authorisation of before', () => {
  test('has expired when the later of signature and last debit is more than 36 months before the collection', async () => {
    const cases = { never: null, before: '2023-11-01', '36 months': '2023-11-30', after: '2023-12-01' }
    const lapsed = await Promise.all(
      Object.entries(cases).map(async ([name, lastUsedOn]) => {
        const { mandateId } = await debtor({}, { signedOn: '2023-01-01', lastUsedOn })
        const day = rawSql`'2026-11-30'::date`
        const rows = await many(
          app.database.pool,
          rawSql`SELECT ${isLapsedOn(rawSql`a`, day)} AS "isLapsed" FROM mandates a WHERE id = ${mandateId}`,
          { isLapsed: 'boolean' },
        )
        return [name, rows[0]?.isLapsed]
      }),
    )
    assert.deepEqual(Object.fromEntries(lapsed), {
      never: true,
      before: true,
      '36 months': false,
      after: false,
    })
  })

  test('is printed with what the law asks of it', async () => {
    await set('organisationAddress', 'Rua do Outeiro, 5')
    const { _id: memberId } = await make.member({ name: 'Álvaro Impresso', address: 'Rua do Sol, 1' })
    const { _id, reference } = await makeMandate(admin, memberId, { signedOn: null, kind: 'single' })
    const { pages } = await readPdf((await drawMandate(app.app.world, _id)).pdf)
    const text = pages.join(' ').replaceAll(/\s+/g, ' ')
    for (const part of [
      'Autorização de débito direto SEPA',
      String(reference),
      'Pontual',
      'autoriza o credor a enviar instruções ao seu banco para debitar a sua conta, e o seu banco a debitar a sua conta de acordo com as instruções do credor',
      'reembolsado pelo seu banco',
      'até oito semanas depois do débito na conta; de um débito não autorizado, até treze meses depois',
      'Clube Recreativo do Outeiro',
      'PT73ZZZ123456',
      'Rua do Outeiro, 5',
      'Álvaro Impresso',
      'PT50 0002 0123 1234 5678 9015 4',
      'Assinatura do titular da conta',
    ])
      assert.ok(text.includes(part), `${part}: ${text}`)
    succeeded(await admin.patch(`/mandates/${_id}`, { signedOn: '2026-01-31' }))
    const signed = await readPdf((await drawMandate(app.app.world, _id)).pdf)
    assert.match(signed.pages.join(' ').replaceAll(/\s+/g, ' '), /Assinada em 31 de janeiro de 2026/)
  })

  test('needs a holder in Latin letters, of which those without accents are written plainly', async () => {
    const { _id: memberId } = await make.member({ name: 'Анна Иванова' })
    for (const debtorName of [undefined, '王小明']) {
      const refused = await admin.post('/mandates', { memberId, debtorName })
      assert.deepEqual([refused.status, Object.keys(refused.body.errors ?? {})], [422, ['debtorName']])
      assert.match(String(refused.body.errors?.['debtorName']), /letras latinas/)
    }
    await charge({ memberId, amount: 24 })
    await makeMandate(admin, memberId, { debtorName: 'Łukasz Strauß' })
    assert.match(await makeFile(await create([memberId])), /<Nm>Lukasz Strauss<\/Nm>/)
  })
})

describe('the preview', () => {
  test('says of each debt whether it is collected, and else why', async () => {
    const good = await debtor()
    const cases: Record<string, string> = {
      noMandate: (await debtor({ paymentMethod: 'directDebit' }, null)).memberId,
      otherMethod: (await debtor({}, null)).memberId,
      pending: (await debtor({}, { signedOn: null, iban: null })).memberId,
      suspended: '',
      revoked: '',
      deceased: '',
      agreement: '',
      credit: '',
      inBatch: '',
      inRound: '',
      iban: '',
      holderName: '',
    }
    const suspended = await debtor()
    succeeded(await act('mandates', suspended.mandateId, 'suspend', { reason: 'Conta encerrada' }))
    cases['suspended'] = suspended.memberId
    const revoked = await debtor()
    succeeded(await act('mandates', revoked.mandateId, 'revoke', { reason: 'A pedido' }))
    cases['revoked'] = revoked.memberId
    const deceased = await debtor()
    await sql('UPDATE people SET death_date = $1 WHERE id = (SELECT person_id FROM members WHERE id = $2)', [
      await today(),
      deceased.memberId,
    ])
    cases['deceased'] = deceased.memberId
    const agreed = await debtor()
    await make.agreement({ memberId: agreed.memberId })
    cases['agreement'] = agreed.memberId
    const rich = await debtor()
    await pay({ memberId: rich.memberId, amount: 30 })
    await charge({ memberId: rich.memberId, amount: 24 })
    cases['credit'] = rich.memberId
    const taken = await debtor()
    await create([taken.memberId])
    cases['inBatch'] = taken.memberId
    const visited = await debtor({ address: 'Rua do Sol, 1' })
    const { _id: collectorId } = await make.collector()
    succeeded(await admin.post(`/members/${visited.memberId}/assign_collector`, { collectorId }))
    succeeded(await admin.post('/rounds', { collectorId, dueUntil: await today() }))
    cases['inRound'] = visited.memberId
    const wrong = await debtor()
    await sql(`UPDATE mandates SET iban = 'PT50000201231234567890155' WHERE id = $1`, [wrong.mandateId])
    cases['iban'] = wrong.memberId
    const foreign = await debtor()
    await sql(`UPDATE mandates SET debtor_name = 'Анна Иванова' WHERE id = $1`, [foreign.mandateId])
    cases['holderName'] = foreign.memberId
    const shown = await preview([good.memberId, ...Object.values(cases)])
    assert.deepEqual([shown.count, shown.total], [1, 24])
    assert.deepEqual(
      shown.included.map(({ memberId }) => memberId),
      [good.memberId],
    )
    assert.deepEqual(
      Object.fromEntries(shown.leftOut.map(({ reason, first }) => [reason, first[0]?.memberId])),
      cases,
    )
    for (const { reason, count } of shown.leftOut) {
      const input = { ...(await selection(Object.values(cases))), reason }
      const { body } = await admin.post('/debit_batches/left_out', input)
      assert.deepEqual([count, body.data.map(({ memberId }) => memberId)], [1, [cases[reason]]], reason)
    }
  })

  test('names the first possible day: TARGET days, with the days that the bank needs', async () => {
    const { memberId } = await debtor()
    const tomorrow = await selection([memberId], { collectionDate: addDays(await today(), 1) })
    const early = await admin.post('/debit_batches/preview', tomorrow)
    assert.deepEqual(Object.keys(early.body.errors), ['collectionDate'])
    assert.equal((await preview([memberId])).warnings.length, 1, 'with less notice than the rules ask')
    let closed = addDays(await firstDay(), 1)
    while (isTargetDay(closed)) closed = addDays(closed, 1)
    const weekend = await admin.post(
      '/debit_batches',
      await selection([memberId], { collectionDate: closed }),
    )
    assert.deepEqual(Object.keys(weekend.body.errors ?? {}), ['collectionDate'])
    const bad = await admin.post('/debit_batches/preview', {
      ...(await selection([memberId])),
      categoryIds: ['x'],
    })
    assert.equal(bad.status, 422)
  })
})

describe('a batch', () => {
  test('has one debit for each authorisation; its file follows the schema and is always the same', async () => {
    const one = await debtor({ name: 'Inês Marques' })
    await charge({ memberId: one.memberId, amount: 10.5 })
    const two = await debtor({}, { kind: 'single' })
    const batch = await create([one.memberId, two.memberId])
    assert.deepEqual([batch['collections'], batch['amount'], batch['state']], [2, 58.5, 'created'])
    const unmade = await admin.get(`/debit_batches/${batch._id}/file`)
    assert.equal(unmade.status, 409, 'it is made first')
    const fileOf = () => fileAt(`/debit_batches/${batch._id}/file`)
    const xml = await makeFile(batch)
    assert.equal(await fileOf(), xml)
    assert.deepEqual(pain008Problems(xml, '08'), [])
    assert.match(xml, new RegExp(creditorIban))
    assert.match(xml, /<InstdAmt Ccy="EUR">34\.50</)
    assert.equal(xml.match(/<PmtInf>/g)?.length, 2)
    await set('name', 'Outro nome')
    assert.equal(await fileOf(), xml)
    await set('name', 'Clube Recreativo do Outeiro')
    const detail = await collectionsOf(batch)
    const found = detail.find(({ memberId }) => memberId === one.memberId)
    const { charges } = await read('debit_collections', found?._id ?? '')
    assert.equal((charges as unknown[]).length, 2)
    assert.equal((await admin.get(`/debit_files/${batch._id}/pain008`)).status, 404)
    succeeded(await act('debit_batches', batch._id, 'cancel', { reason: 'Engano' }))
    assert.equal((await preview([one.memberId])).count, 1, 'its charges are free again')
    const next = await create([one.memberId])
    await set('painVersion', '02')
    assert.deepEqual(pain008Problems(await makeFile(next), '02'), [])
    await set('painVersion', '08')
  })

  test('that is not sent is updated from current charges and mandates, and lists the changes with reasons', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => debtor()))
    const [paid, exempt, lowered, agreed, dead, moved, revoked, replaced, added, left] = people as Person[]
    const two = await charge({ memberId: lowered!.memberId, amount: 10 })
    const ids = people.map(({ memberId }) => memberId)
    const batch = await create(ids)
    const day = await today()
    await pay({ memberId: paid!.memberId, amount: 24 })
    succeeded(await act('unsettled_payments', exempt!.chargeId, 'exempt', { reason: 'Desempregado' }))
    succeeded(await act('unsettled_payments', two._id, 'cancel', { reason: 'Engano' }))
    await pay({ memberId: lowered!.memberId, amount: 4 })
    await make.agreement({ memberId: agreed!.memberId })
    await sql('UPDATE people SET death_date = $1 WHERE id = (SELECT person_id FROM members WHERE id = $2)', [
      day,
      dead!.memberId,
    ])
    succeeded(await admin.patch(`/mandates/${moved!.mandateId}`, { iban: creditorIban }))
    succeeded(await act('mandates', revoked!.mandateId, 'revoke', { reason: 'A pedido' }))
    succeeded(await act('mandates', replaced!.mandateId, 'revoke', { reason: 'Outra conta' }))
    const second = await makeMandate(admin, replaced!.memberId, { iban: creditorIban })
    await charge({ memberId: added!.memberId, amount: 7 })
    const [gone] = (await admin.get('/member_state_names?_name=Exonerado')).body.data
    const exit = { stateNameId: gone?._id, date: day }
    succeeded(await act('members', left!.memberId, 'change_state', exit))

    const { consequences } = succeeded(
      await admin.post(`/debit_batches/${batch._id}/send/preview`),
    ) as unknown as { consequences: string[] }
    assert.match(consequences.join(' '), /fica com 5 débitos, 116,00\s€.*mudou:.*saiu: foi paga/)
    assert.match(consequences.join(' '), /1 pessoa já saiu: cobra-se/)
    assert.equal((await batchOf(batch._id))['collections'], 10, 'a preview writes nothing')

    const xml = await makeFile(batch)
    assert.deepEqual(pain008Problems(xml, '08'), [])
    assert.match(xml, /<CtrlSum>116\.00</)
    const rows = new Map((await collectionsOf(batch)).map((row) => [row['memberId'], row]))
    const seen = (one: Person | undefined) => {
      const row = rows.get(one!.memberId)!
      return [row['state'], row['amount'], String(row['changed']).replaceAll('\u00A0', ' ')]
    }
    assert.deepEqual(people.map(seen), [
      ['withdrawn', 24, 'Saiu: foi paga.'],
      ['withdrawn', 24, 'Saiu: foi isentada.'],
      ['pending', 20, `20,00 € em vez de 34,00 € (${String(two['description'])}: foi anulada).`],
      ['withdrawn', 24, 'Saiu: está num acordo de pagamento.'],
      ['withdrawn', 24, 'Saiu: faleceu.'],
      ['pending', 24, 'Outro IBAN.'],
      ['withdrawn', 24, 'Saiu: autorização revogada.'],
      [
        'pending',
        24,
        `Autorização ${String(second['reference'])} em vez de ${replaced!.reference}; outro IBAN.`,
      ],
      ['pending', 24, 'null'],
      ['pending', 24, 'null'],
    ])
    assert.equal(
      xml.match(new RegExp(`<IBAN>${creditorIban}<`, 'g'))?.length,
      3,
      'the creditor and two debtors',
    )
    const after = await batchOf(batch._id)
    assert.deepEqual([after['collections'], after['amount']], [5, 116])
    assert.equal((await preview([revoked!.memberId])).leftOut[0]?.reason, 'revoked', 'its charge is free')

    // The bank has the file as it was made, without later changes.
    await pay({ memberId: moved!.memberId, amount: 24 })
    const late = succeeded(await admin.post(`/debit_batches/${batch._id}/send/preview`)) as unknown as {
      consequences: string[]
    }
    assert.match(late.consequences.join(' '), /que fez tem 5 débitos.*foi paga.*volte atrás/)
    succeeded(await act('debit_batches', batch._id, 'send'))
    assert.equal(await fileAt(`/debit_batches/${batch._id}/file`), xml)
    assert.equal((await act('debit_batches', batch._id, 'make_file')).status, 409)
    await reach(String(batch['collectionDate']))
    succeeded(await act('debit_batches', batch._id, 'book'))
    assert.deepEqual([(await booked(batch))['booked'], (await batchOf(batch._id))['amount']], [5, 116])
    assert.equal((await balanceOf(moved!.memberId)).credit, 24)
    await sound(ids)
  })

  test('that is sent without a file uses the current charges; an empty one can only be cancelled', async () => {
    const [one, two] = [await debtor({}, { kind: 'single' }), await debtor()]
    const batch = await create([one.memberId, two.memberId])
    await Promise.all([
      pay({ memberId: one.memberId, amount: 24 }),
      act('debit_batches', batch._id, 'make_file'),
      other.post(`/debit_batches/${batch._id}/make_file`),
    ])
    succeeded(await act('debit_batches', batch._id, 'send'))
    const sent = await fileAt(`/debit_batches/${batch._id}/file`)
    const total = Number((await batchOf(batch._id))['amount'])
    assert.match(sent, new RegExp(`<CtrlSum>${total}\\.00<`))
    succeeded(await act('debit_batches', batch._id, 'undo_send'))
    succeeded(await act('debit_batches', batch._id, 'send'))
    assert.equal((await batchOf(batch._id))['amount'], 24, 'no file was at the bank')
    assert.equal((await read('mandates', one.mandateId))['state'], 'active', 'its debit was withdrawn')
    const empty = await create([(await debtor()).memberId])
    const [row] = await collectionsOf(empty)
    await pay({ memberId: String(row?.['memberId']), amount: 24 })
    const refused = await act('debit_batches', empty._id, 'make_file')
    assert.deepEqual(
      [refused.status, refused.body.message],
      [409, 'Já nada há a cobrar nesta remessa: anule-a.'],
    )
    assert.equal((await act('debit_batches', empty._id, 'send')).status, 409)
    succeeded(await act('debit_batches', empty._id, 'cancel', { reason: 'Nada a cobrar' }))
  })

  test('groups first, recurring and single debits, each in one group, in one file or in a file each', async () => {
    await set('sddMarksFirst', 'true')
    const owing = async (amounts: number[], mandate: Record<string, unknown> = {}) => {
      const { _id: memberId } = await make.member()
      for (const [ago, amount] of amounts.entries())
        await charge({ memberId, amount, dueDate: addDays(await today(), -ago) })
      await makeMandate(admin, memberId, mandate)
      return memberId
    }
    const used = { lastUsedOn: '2026-02-15' }
    const ids = [
      ...(await Promise.all([owing([0.1]), owing([0.1]), owing([0.1, 0.2])])),
      ...(await Promise.all([0.2, 0.2, 0.2, 0.1, 0.1].map(async (amount) => owing([amount], used)))),
    ]
    const batch = await create(ids)
    const xml = await makeFile(batch)
    assert.deepEqual(pain008Problems(xml, '08'), [])
    const sumsOf = (text: string) =>
      [...text.matchAll(/<NbOfTxs>(\d+)<\/NbOfTxs>\s*<CtrlSum>([\d.]+)</g)].map(([, count, sum]) => [
        count,
        sum,
      ])
    assert.deepEqual(sumsOf(xml), [
      ['8', '1.30'],
      ['3', '0.50'],
      ['5', '0.80'],
    ])
    assert.deepEqual(
      [...xml.matchAll(/<SeqTp>(\w+)</g)].map(([, type]) => type),
      ['FRST', 'RCUR'],
    )

    await set('sddFilePerSequence', 'true')
    const { url } = succeeded(await act('debit_batches', batch._id, 'make_file'))
    const download = await admin.get(String(url).replace('/api', ''))
    assert.deepEqual(
      [
        download.status,
        download.headers['content-type'],
        String(download.headers['content-disposition']).endsWith('.zip"'),
      ],
      [200, 'application/zip', true],
    )
    const { files } = await readFiles(app.database.pool, batch._id)
    const messageId = String(batch['number']).replaceAll('/', '-')
    assert.deepEqual(
      files.map(({ name, xml: text }) => [name, pain008Problems(text, '08'), sumsOf(text)]),
      [
        [
          `${messageId}-FRST.xml`,
          [],
          [
            ['3', '0.50'],
            ['3', '0.50'],
          ],
        ],
        [
          `${messageId}-RCUR.xml`,
          [],
          [
            ['5', '0.80'],
            ['5', '0.80'],
          ],
        ],
      ],
    )
    await set('sddFilePerSequence', 'false')
    succeeded(await act('debit_batches', batch._id, 'send'))
    assert.equal((await readFiles(app.database.pool, batch._id)).files.length, 2, 'as they were made')
    const answer = await answered(pain002Of({ messageId: `${messageId}-FRST`, group: 'RJCT' }))
    assert.equal(answer['rejected'], 3)
    const again = await collectionsOf(await create(ids))
    assert.deepEqual(
      again.map(({ sequence }) => sequence),
      ['FRST', 'FRST', 'FRST'],
      'the bank took no first debit of them',
    )
    await set('sddMarksFirst', 'false')
    const next = await create([await owing([0.1])])
    assert.equal((await collectionsOf(next))[0]?.['sequence'], 'RCUR')
  })

  test('is refused when a bank would not accept its file', async () => {
    const { memberId } = await debtor()
    const batch = await create([memberId])
    await sql(`UPDATE debit_collections SET mandate_reference = 'Não é aceite' WHERE batch_id = $1`, [
      batch._id,
    ])
    for (const action of ['make_file', 'send']) {
      const refused = await act('debit_batches', batch._id, action)
      assert.equal(refused.status, 409)
      assert.match(refused.body.message, /regras da SEPA.*MndtId: «Não é aceite» não é aceite/)
    }
    assert.deepEqual(
      [(await batchOf(batch._id))['state'], (await batchOf(batch._id))['fileMadeAt']],
      ['created', null],
    )
  })

  test('that was sent collects what its file says, whatever happens to its debts', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => debtor()))
    const [paid, exempt, lowered, agreed, dead, moved, left] = people as Person[]
    const ids = people.map(({ memberId }) => memberId)
    const batch = await create(ids)
    const xml = await makeFile(batch)
    succeeded(await act('debit_batches', batch._id, 'send'))
    const day = await today()
    await pay({ memberId: paid!.memberId, amount: 24 })
    succeeded(await act('unsettled_payments', exempt!.chargeId, 'exempt', { reason: 'Desempregado' }))
    await pay({ memberId: lowered!.memberId, amount: 4 })
    await make.agreement({ memberId: agreed!.memberId })
    await sql('UPDATE people SET death_date = $1 WHERE id = (SELECT person_id FROM members WHERE id = $2)', [
      day,
      dead!.memberId,
    ])
    succeeded(await admin.patch(`/mandates/${moved!.mandateId}`, { iban: creditorIban }))
    const [gone] = (await admin.get('/member_state_names?_name=Exonerado')).body.data
    succeeded(await act('members', left!.memberId, 'change_state', { stateNameId: gone?._id, date: day }))

    assert.equal(await fileAt(`/debit_batches/${batch._id}/file`), xml)
    assert.equal((await preview(ids)).count, 0, 'none is in another file')
    await reach(String(batch['collectionDate']))
    succeeded(await act('debit_batches', batch._id, 'book'))
    const done = await booked(batch)
    assert.deepEqual([done['state'], done['booked'], done['amount']], ['done', 7, 168])
    const credits = await Promise.all(ids.map(async (id) => (await balanceOf(id)).credit))
    assert.deepEqual(credits, [24, 24, 4, 0, 0, 0, 0])
    const { overpaid } = succeeded(await admin.get('/today')) as unknown as {
      overpaid: { memberId: string }[]
    }
    const named = new Set(overpaid.map(({ memberId }) => memberId))
    assert.deepEqual(
      ids.filter((id) => named.has(id)),
      [paid, exempt, lowered].map((one) => one!.memberId),
    )
    await sound(ids)
  })

  test('requires the debtor address for accounts outside the European Economic Area', async () => {
    const swiss = await debtor({}, { iban: 'CH9300762011623852957' })
    assert.deepEqual(
      (await preview([swiss.memberId])).leftOut.map(({ reason }) => reason),
      ['address'],
    )
    succeeded(
      await admin.patch(`/members/${swiss.memberId}`, {
        address: 'Rue du Rhône 12',
        postalCode: '1204',
        city: 'Genève',
        country: 'CH',
      }),
    )
    const german = await debtor({ city: 'Berlim' }, { iban: 'DE89370400440532013000' })
    const xml = await makeFile(await create([swiss.memberId, german.memberId]))
    assert.deepEqual(pain008Problems(xml, '08'), [])
    assert.equal(xml.match(/<TwnNm>/g)?.length, 1)
    assert.match(xml, /<TwnNm>Geneve</)
  })

  test('two processes cannot take the same charge', async () => {
    const { memberId } = await debtor()
    const input = await selection([memberId])
    const answers = await Promise.all(
      [admin, other, admin, other].map((caller) => caller.post('/debit_batches', input)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422])
  })

  test('tells the bank of a changed account in the next file, once', async () => {
    const { memberId, mandateId } = await debtor()
    const changed = 'PT50003506510000000004329'
    await collect(await create([memberId]))
    succeeded(await admin.patch(`/mandates/${mandateId}`, { iban: changed }))
    await charge({ memberId, amount: 5 })
    const second = await create([memberId])
    assert.equal((await collectionsOf(second))[0]?.['originalIban'], debtorIban)
    await collect(second)
    await charge({ memberId, amount: 6 })
    assert.equal((await collectionsOf(await create([memberId])))[0]?.['originalIban'], null)
    assert.notEqual((await read('mandates', mandateId))['lastCollectedOn'], null)
  })

  test('that was not sent is never registered; marking it as sent can be undone', async () => {
    const { memberId, mandateId } = await debtor({}, { kind: 'single' })
    const batch = await create([memberId])
    assert.equal((await act('debit_batches', batch._id, 'book')).status, 409)
    succeeded(await act('debit_batches', batch._id, 'send'))
    assert.equal((await read('mandates', mandateId))['state'], 'used')
    assert.equal((await act('debit_batches', batch._id, 'book')).status, 409, 'before its day')
    assert.equal((await act('debit_batches', batch._id, 'cancel', { reason: 'x' })).status, 409)
    succeeded(await act('debit_batches', batch._id, 'undo_send'))
    assert.equal((await read('mandates', mandateId))['state'], 'active')
    await reach(String(batch['collectionDate']))
    await bookBatch(app.app.world, { data: { id: batch._id }, signal: new AbortController().signal })
    assert.equal((await batchOf(batch._id))['state'], 'created')
  })

  test('notices are messages to those who pay', async () => {
    const { memberId } = await debtor({ email: 'paga@exemplo.pt' })
    const batch = await create([memberId])
    const [collection] = await collectionsOf(batch)
    succeeded(await act('debit_collections', collection?._id ?? '', 'notify'))
    const { data } = (await admin.get(`/messages?_aboutId=${collection?._id}&_cause=debitAnnounced`)).body
    assert.equal(data.length, 1)
    assert.match(String(data[0]?.['subject']), /24,00/)
  })
})

describe('on its day', () => {
  test('each debit becomes one payment with its receipt, registered by the job or by the action', async () => {
    const people = [await debtor(), await debtor(), await debtor()]
    const ids = people.map(({ memberId }) => memberId)
    const batch = await create(ids)
    succeeded(await act('debit_batches', batch._id, 'send'))
    await reach(String(batch['collectionDate']))
    // One debt was paid by hand meanwhile: the money of the debit is credit.
    await pay({ memberId: ids[2]!, amount: 24 })
    const engines = await Promise.all([
      act('debit_batches', batch._id, 'book'),
      other.post(`/debit_batches/${batch._id}/book`),
    ])
    assert.ok(
      engines.some(({ status }) => status === 200),
      JSON.stringify(engines.map(({ text }) => text)),
    )
    const done = await booked(batch)
    assert.deepEqual([done['state'], done['booked'], done['problem']], ['done', 3, null])
    for (const memberId of ids) {
      const payments = (await admin.get(`/payments?_memberId=${memberId}&_method=directDebit`)).body.data
      assert.deepEqual(
        payments.map(({ amount, date, bankAccountId }) => [amount, date, bankAccountId]),
        [[24, batch['collectionDate'], account._id]],
      )
    }
    assert.deepEqual(await balanceOf(ids[0]!), { balance: 0, overdueAmount: 0, credit: 0 })
    assert.deepEqual(await balanceOf(ids[2]!), { balance: 0, overdueAmount: 0, credit: 24 })
    await sound(ids)
  })

  test('a run of the 24th for the next month is in dues and treasury on its day; the balance of the month knows nothing of it', async () => {
    while (!(await today()).endsWith('-24')) clock.advance({ days: 1 })
    const { memberId } = await debtor()
    const first = addMonths(`${(await today()).slice(0, 7)}-01`, 1)
    const balanceUntil = async (date: string) => {
      const path = `/transactions?_accountId=${account._id}&_date_to=${date}`
      return Number((await admin.get(path)).body.meta.sums?.['effect'])
    }
    const before = await balanceUntil(addDays(first, -1))
    const collectionDate = addTargetDays(first, 0)
    const batch = await create([memberId], { collectionDate })
    assert.equal(batch['collectionDate'], collectionDate)
    await collect(batch)
    const [payment] = (await admin.get(`/payments?_memberId=${memberId}`)).body.data
    const posted = (await admin.get(`/payments/${payment?._id}/transactions`)).body.data
    assert.deepEqual(
      [payment?.['date'], posted.map(({ date, effect }) => [date, effect])],
      [collectionDate, [[collectionDate, 24]]],
    )
    assert.equal(await balanceUntil(addDays(first, -1)), before)
    assert.equal(await balanceUntil(collectionDate), before + 24)
  })

  test('closed accounts leave them to be registered later, with the reason', async () => {
    const { memberId } = await debtor()
    const batch = await create([memberId])
    succeeded(await act('debit_batches', batch._id, 'send'))
    await reach(addDays(String(batch['collectionDate']), 1))
    await set('closedUntil', String(batch['collectionDate']))
    succeeded(await act('debit_batches', batch._id, 'book'))
    const failed = await booked(batch)
    assert.equal(failed['state'], 'failed')
    assert.match(String(failed['problem']), /1 débito ficou por registar: .*fechadas/)
    await set('closedUntil', '')
    succeeded(await act('debit_batches', batch._id, 'retry'))
    assert.equal((await booked(batch))['state'], 'done')
    await sound([memberId])
  })
})

test('a debit follows its payment: returned by hand, undone, cancelled', async () => {
  const { memberId } = await debtor()
  const batch = await collect(await create([memberId]))
  const [row] = await collectionsOf(batch)
  const payment = String(row?.['paymentId'])
  const state = async () => (await read('debit_collections', row?._id ?? ''))['state']
  succeeded(await act('payments', payment, 'return', { date: await today(), reason: 'MD06' }))
  assert.deepEqual([await state(), (await batchOf(batch._id))['returned']], ['returned', 1])
  succeeded(await act('payments', payment, 'undo_return', { reason: 'Engano' }))
  assert.deepEqual([await state(), (await batchOf(batch._id))['booked']], ['booked', 1])
  succeeded(await act('payments', payment, 'cancel', { reason: 'Engano' }))
  assert.equal(await state(), 'cancelled')
})

describe('the answers of the bank', () => {
  test('a debit that is rejected before it is registered is free again', async () => {
    const one = await debtor()
    const two = await debtor()
    const batch = await create([one.memberId, two.memberId])
    succeeded(await act('debit_batches', batch._id, 'send'))
    const rows = await collectionsOf(batch)
    const rejected = rows.find(({ memberId }) => memberId === one.memberId)!
    const accepted = rows.find(({ memberId }) => memberId === two.memberId)!
    const messageId = String(batch['number']).replaceAll('/', '-')
    const file = pain002Of({
      messageId,
      debits: [
        { id: endToEnd(rejected), status: 'RJCT', code: 'AC04' },
        { id: endToEnd(accepted), status: 'ACCP' },
      ],
    })
    const answer = await answered(file)
    assert.deepEqual([answer['rejected'], answer['returned'], answer['unchanged']], [1, 0, 0])
    assert.match(answer.lines[0]?.message ?? '', /Conta encerrada/)
    assert.match(answer.lines[0]?.advice ?? '', /peça outra/)
    assert.equal((await read('mandates', one.mandateId))['state'], 'suspended')
    const again = await upload(file)
    assert.equal(again.status, 409)
    assert.match(again.body.message, /não muda nada/)
    succeeded(await act('mandates', one.mandateId, 'resume'))
    assert.equal((await preview([one.memberId])).count, 1)
    await reach(String(batch['collectionDate']))
    succeeded(await act('debit_batches', batch._id, 'book'))
    const done = await booked(batch)
    assert.deepEqual([done['booked'], done['rejected'], done['returnedAmount']], [1, 1, 24])
    assert.deepEqual((await balanceOf(one.memberId)).balance, 24)
    await sound([one.memberId, two.memberId])
  })

  test('a file that is rejected as a whole frees all its charges', async () => {
    const people = [await debtor(), await debtor({}, { kind: 'single' })]
    const ids = people.map(({ memberId }) => memberId)
    const batch = await create(ids)
    succeeded(await act('debit_batches', batch._id, 'send'))
    const messageId = String(batch['number']).replaceAll('/', '-')
    const answer = await answered(pain002Of({ messageId, group: 'RJCT' }))
    assert.equal(answer['rejected'], 2)
    assert.equal((await read('mandates', people[1]!.mandateId))['state'], 'active')
    assert.equal((await preview(ids)).count, 2)
  })

  test('a debit whose payment was returned in the meantime stays as it is, with the refusal of the action', async () => {
    const one = await debtor()
    const batch = await collect(await create([one.memberId]))
    const [row] = await collectionsOf(batch)
    const set = (status: string) =>
      sql('UPDATE payments SET status = $2 WHERE id = $1', [row?.['paymentId'], status])
    // As before the debit follows its payment.
    await set('returned')
    const day = addDays(String(batch['collectionDate']), 2)
    await reach(day)
    const file = camt054Of([{ day, amount: '24.00', code: 'AM04', endToEndId: endToEnd(row!) }])
    const { status, body } = await upload(file)
    assert.equal(status, 409)
    assert.match(body.message, /Não foi possível registar: Este pagamento já foi devolvido\./)
    await set('registered')
  })

  test('a returned payment reopens its charges on the day of the bank, with its cost', async () => {
    const one = await debtor()
    const two = await debtor()
    const three = await debtor()
    const ids = [one, two, three].map(({ memberId }) => memberId)
    const batch = await collect(await create(ids))
    const rows = await collectionsOf(batch)
    const of = (memberId: string) => rows.find((row) => row['memberId'] === memberId)!
    const day = addDays(String(batch['collectionDate']), 2)
    await reach(day)
    const file = camt054Of([
      { day, amount: '24.00', code: 'AM04', endToEndId: endToEnd(of(one.memberId)), cost: '2.50' },
      { day, amount: '24.00', code: 'MD07', mandate: two.reference },
      { day, amount: '24.00', code: 'XX99', mandate: 'desconhecida' },
    ])
    const answer = await answered(file, { chargeCost: 'true', cost: '1,20' })
    assert.deepEqual([answer['returned'], answer['unchanged']], [2, 1])
    assert.deepEqual(
      answer.lines.map(({ outcome }) => outcome),
      ['returned', 'returned', 'unchanged'],
    )
    assert.deepEqual((await balanceOf(one.memberId)).balance, 26.5)
    assert.deepEqual((await balanceOf(two.memberId)).balance, 25.2, 'the cost that the file does not say')
    assert.deepEqual((await balanceOf(three.memberId)).balance, 0)
    assert.equal((await read('mandates', one.mandateId))['state'], 'active')
    assert.equal((await read('mandates', two.mandateId))['state'], 'suspended')
    const returned = await read('debit_collections', of(one.memberId)._id)
    assert.deepEqual(
      [returned['state'], returned['reason'], returned['answeredOn']],
      ['returned', 'AM04', day],
    )
    assert.equal((await read('payments', String(returned['paymentId'])))['status'], 'returned')
    assert.equal((await upload(file)).status, 409)
    const done = await batchOf(batch._id)
    assert.deepEqual([done['booked'], done['returned'], done['returnedAmount']], [1, 2, 48])
    assert.equal((await preview([one.memberId])).count, 1, 'without funds: collected again')
    await sound(ids)
  })

  test('five debits of a family, of equal amounts, each open their own debt; the receipts stay', async () => {
    const family = await Promise.all(Array.from({ length: 5 }, () => debtor()))
    await charge({ memberId: family[4]!.memberId, amount: 6 })
    const ids = family.map(({ memberId }) => memberId)
    const batch = await collect(await create(ids))
    const rows = await collectionsOf(batch)
    const day = addDays(String(batch['collectionDate']), 2)
    await reach(day)
    // Without the fourth, whose debt stays paid.
    const back = ids.filter((_, index) => index !== 3)
    const codes = ['AM04', 'AC04', 'MD06', 'MS03']
    const returns = back.map((memberId, index) => {
      const row = rows.find((one) => one['memberId'] === memberId)!
      return { day, amount: Number(row['amount']).toFixed(2), code: codes[index]!, endToEndId: endToEnd(row) }
    })
    const answer = await answered(camt054Of(returns.toReversed()))
    assert.equal(answer['returned'], 4)
    assert.deepEqual(
      await Promise.all(ids.map(async (id) => (await balanceOf(id)).balance)),
      [24, 24, 24, 0, 30],
    )
    for (const [index, memberId] of back.entries()) {
      const row = await read('debit_collections', rows.find((one) => one['memberId'] === memberId)!._id)
      assert.deepEqual([row['state'], row['reason'], row['answeredOn']], ['returned', codes[index], day])
      const payment = await read('payments', String(row['paymentId']))
      assert.match(String(payment['receiptNumber']), /^Q\//)
      const [counter] = (await admin.get(`/payments/${payment._id}/payment_returns`)).body.data
      assert.deepEqual([counter?.['date'], counter?.['amount']], [day, payment['amount']])
    }
    // By another means.
    await pay({ memberId: ids[0]!, amount: 24 })
    assert.equal((await balanceOf(ids[0]!)).balance, 0)
    await sound(ids)
  })

  test('a return of a debt that was cancelled or paid again meanwhile, and of one in a closed year', async () => {
    const [cancelled, again, closed] = await Promise.all([debtor(), debtor(), debtor()])
    const ids = [cancelled, again, closed].map(({ memberId }) => memberId)
    const created = await create(ids)
    succeeded(await act('debit_batches', created._id, 'send'))
    succeeded(await act('unsettled_payments', cancelled.chargeId, 'cancel', { reason: 'Engano' }))
    await reach(String(created['collectionDate']))
    succeeded(await act('debit_batches', created._id, 'book'))
    const batch = await booked(created)
    await pay({ memberId: again.memberId, amount: 24 })
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await balanceOf(id)).credit)), [24, 24, 0])
    const day = addDays(String(batch['collectionDate']), 2)
    await reach(day)
    await set('closedUntil', String(batch['collectionDate']))
    const rows = await collectionsOf(batch)
    const returns = rows.map((row) => ({ day, amount: '24.00', code: 'AM04', endToEndId: endToEnd(row) }))
    assert.equal((await answered(camt054Of(returns)))['returned'], 3)
    const balances = await Promise.all(ids.map(balanceOf))
    assert.deepEqual(
      balances.map(({ balance, credit }) => [balance, credit]),
      [
        [0, 0],
        [24, 24],
        [24, 0],
      ],
      'nothing is owed of what was cancelled, and the second payment is credit for what is owed again',
    )
    await set('closedUntil', '')
    await sound(ids)
  })

  test('what the bank charges is owed by who pays or an expense, as the setting says', async () => {
    for (const isCharged of [false, true]) {
      await set('sddChargesReturnCost', String(isCharged))
      const { memberId } = await debtor()
      const batch = await collect(await create([memberId]))
      const [row] = await collectionsOf(batch)
      const day = await today()
      await answered(
        camt054Of([{ day, amount: '24.00', code: 'AM04', endToEndId: endToEnd(row!), cost: '3.00' }]),
      )
      assert.equal((await balanceOf(memberId)).balance, isCharged ? 27 : 24)
      const { paymentId } = await read('debit_collections', row!._id)
      const costs = await sql<{ amount: string }>(
        `SELECT amount FROM transactions WHERE payment_id = $1 AND kind = 'expense' AND status = 'registered'`,
        [paymentId],
      )
      assert.deepEqual(
        costs.map(({ amount }) => Number(amount)),
        [300],
      )
    }
    await set('sddChargesReturnCost', 'false')
  })

  test('two processes with the same file return each payment once', async () => {
    const { memberId } = await debtor()
    const batch = await collect(await create([memberId]))
    const [row] = await collectionsOf(batch)
    const day = await today()
    const file = camt054Of([{ day, amount: '24.00', code: 'MD06', endToEndId: endToEnd(row!) }])
    const answers = await Promise.all([upload(file), upload(file), upload(file)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
    assert.equal((await balanceOf(memberId)).balance, 24)
    await sound([memberId])
  })

  test('hostile and strange files are refused with a clear text', async () => {
    const entity = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>`
    const whole = camt054Of([{ day: await today(), amount: '24.00', code: 'AM04', mandate: 'x' }])
    const deep = `<?xml version="1.0"?>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`
    for (const content of [
      entity,
      'nada disto',
      whole.slice(0, -60),
      deep,
      whole.replace('camt.054.001.02', 'pain.001.001.03'),
      '<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Id>1</Id></Stmt></BkToCstmrStmt></Document>',
      '<?xml version="1.0"?><Document><CstmrPmtStsRpt>x</CstmrPmtStsRpt></Document>',
    ]) {
      const { status, body } = await upload(content)
      assert.equal(status, 422, content.slice(0, 80) + JSON.stringify(body))
      assert.ok(body.errors?.['file'], JSON.stringify(body))
    }
    assert.equal((await upload(whole)).status, 409, 'of nobody here')
    assert.equal((await upload(whole, { cost: 'abc' })).status, 422)
    assert.equal((await upload('a'.repeat(50 * 1024 * 1024))).status, 413)
  })
})

test('the line of the bank with the sum of a batch confirms its payments and books nothing', async () => {
  const ids = [(await debtor()).memberId, (await debtor()).memberId]
  const batch = await collect(await create(ids))
  const csv = `Data;Descrição;Valor\n${String(batch['collectionDate'])};COBRANCAS SDD;48,00\n`
  succeeded(await sendForm(admin, '/bank_statements', csv, { accountId: account._id }))
  const [line] = (await admin.get('/bank_lines?_search=cobrancas')).body.data
  const [suggested] = (await read('bank_lines', line?._id ?? ''))['suggestions'] as {
    label: string
    isSure: boolean
    transactionIds: string[]
  }[]
  assert.match(suggested?.label ?? '', new RegExp(String(batch['number'])))
  assert.deepEqual([suggested?.isSure, suggested?.transactionIds.length], [true, 2])
  succeeded(await act('bank_lines', line?._id ?? '', 'accept'))
  for (const memberId of ids) {
    const payments = (await admin.get(`/payments?_memberId=${memberId}&_method=directDebit`)).body.data
    assert.deepEqual(
      payments.map(({ status }) => status),
      ['confirmed'],
    )
  }
})

test('debits of equal amounts in one entry of the bank are found by their references', async () => {
  const ids = [(await debtor()).memberId, (await debtor()).memberId, (await debtor()).memberId]
  const batch = await collect(await create(ids))
  const collections = (await admin.get(`/debit_batches/${batch._id}/debit_collections`)).body.data
  const details = collections.map(
    (one) => `<TxDtls><Refs><EndToEndId>${endToEnd(one)}</EndToEndId></Refs><Amt Ccy="EUR">24.00</Amt>
      <RmtInf><Ustrd>Cobrança em partes</Ustrd></RmtInf></TxDtls>`,
  )
  const camt = `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">72.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>${String(batch['collectionDate'])}</Dt></BookgDt><NtryDtls>${details.join('')}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
  succeeded(await sendForm(admin, '/bank_statements', camt, { accountId: account._id }))
  const lines = (await admin.get('/bank_lines?_search=partes')).body.data
  assert.equal(lines.length, 3)
  for (const { _id, isSure } of lines) {
    const [first] = (await read('bank_lines', _id))['suggestions'] as { reasons: string[] }[]
    assert.deepEqual([isSure, first?.reasons[0]], [true, 'a referência do débito'])
    succeeded(await act('bank_lines', _id, 'accept'))
  }
})
