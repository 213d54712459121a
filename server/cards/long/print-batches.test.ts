import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestRecord } from '../../testing/caller.ts'
import { succeeded } from '../../testing/make.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { deleteOldDocuments } from '../print-batches.ts'

const { app, as, make, sql, clock, today, database, takeErrors } = await testApp()
const admin = await as('admin')
const read = async (path: string): Promise<TestRecord> => succeeded(await admin.get(path))
const set = async (name: string, value: string) =>
  succeeded(await admin.patch(`/settings/${name}`, { value }))

async function untilSettled(id: string): Promise<TestRecord> {
  for (let tries = 0; tries < 1500; tries++) {
    const batch = await read(`/print_batches/${id}`)
    if (batch['state'] !== 'queued' && batch['state'] !== 'running') return batch
    await sleep(20)
  }
  return assert.fail('the batch was never drawn')
}

async function print(input: object = {}): Promise<TestRecord> {
  const { _id } = succeeded(await admin.post('/print_batches', input))
  return untilSettled(_id)
}

async function documentOf(id: string): Promise<Buffer> {
  const { url } = await read(`/print_batches/${id}/document`)
  const { rawPayload, statusCode, headers } = await app.inject(String(url))
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'application/pdf')
  return rawPayload
}

test('a print batch stores one document of the cards to print and marks them as printed; without cards it is rejected', async () => {
  const first = await make.card()
  const second = await make.card()
  const digital = await make.card({ type: 'digital' })
  const batch = await print()
  assert.deepEqual(
    [batch['state'], batch['count'], batch['drawn'], batch['date'], batch['layout']],
    ['done', 2, 2, await today(), 'a4-10'],
  )
  const pdf = await documentOf(batch._id)
  assert.equal(createHash('sha256').update(pdf).digest('hex'), batch['fileHash'])
  assert.equal(pdf.length, batch['fileBytes'])
  const { pages, title } = await readPdf(pdf)
  assert.deepEqual([pages.length, title], [2, 'Cartões da Agremia'])
  for (const { _id } of [first, second]) {
    const card = await read(`/membership_cards/${_id}`)
    assert.deepEqual([card['status'], card['printBatchId']], ['printed', batch._id])
    assert.ok(card['printedAt'])
  }
  const history = (await admin.get(`/membership_cards/${first._id}/audit_events`)).body.data
  const prints = history.filter((event) => event['action'] === 'printed')
  assert.deepEqual(
    prints.map((event) => event['userName']),
    [batch['createdByName']],
  )
  const timeline = async () =>
    (await admin.get(`/members/${String(first['memberId'])}/timeline?_kind=card`)).body.data.filter(
      (entry) => entry['event'] === 'printed',
    )
  assert.deepEqual(
    (await timeline()).map((entry) => [entry['what'], entry['who']]),
    [['1', batch['createdByName']]],
  )
  succeeded(await admin.post(`/membership_cards/${first._id}/reprint`))
  await print()
  assert.equal((await timeline()).length, 2, 'the earlier print stays in the timeline')
  assert.equal((await read(`/membership_cards/${digital._id}`))['status'], 'active')
  const nothing = await admin.post('/print_batches', {})
  assert.deepEqual([nothing.status, nothing.body.message], [409, 'Não há cartões para imprimir.'])
})

test('undoing a print batch marks its cards to be printed again, except those already delivered', async () => {
  const [here, gone] = [await make.card(), await make.card()]
  const batch = await print()
  succeeded(
    await admin.post(`/membership_cards/${gone._id}/deliver`, { date: await today(), method: 'hand' }),
  )
  const preview = async () => succeeded(await admin.post(`/print_batches/${batch._id}/undo/preview`))
  assert.deepEqual(await preview(), {
    refusal: null,
    consequences: [
      'Dos 2 cartões, volta 1 a ficar por imprimir.',
      '1 já enviado ou entregue fica como está.',
    ],
  })
  assert.equal((await read(`/membership_cards/${here._id}`))['status'], 'printed', 'a preview writes nothing')
  const undone = await admin.post(`/print_batches/${batch._id}/undo`)
  assert.equal(succeeded(undone)['state'], 'undone')
  assert.deepEqual(String(undone.headers['x-changed']).split(',').toSorted(), [
    'membershipCards',
    'printBatches',
  ])
  const again = await admin.post(`/print_batches/${batch._id}/undo`)
  assert.deepEqual([again.status, again.body.message], [409, 'Só um lote que ficou pronto se põe de parte.'])
  assert.equal((await preview())['refusal'], again.body.message, 'a preview refuses with the same sentence')
  const statusOf = async ({ _id }: TestRecord) => (await read(`/membership_cards/${_id}`))['status']
  assert.deepEqual([await statusOf(here), await statusOf(gone)], ['toPrint', 'delivered'])
  assert.equal((await print())['count'], 1)
})

test('a print batch is rejected while another one draws the same cards; an idempotency key creates one batch', async () => {
  const card = await make.card()
  const input = { cardSet: 'selecao', chosen: { ids: [card._id] }, layout: 'single' }
  const key = { 'idempotency-key': 'lote-repetido-1' }
  const answers = [
    await admin.post('/print_batches', input, key),
    await admin.post('/print_batches', input, key),
  ]
  const [one, same] = answers.map((answer) => succeeded(answer)._id)
  assert.equal(one, same)
  const batch = await untilSettled(String(one))
  await sql(`UPDATE print_batches SET state = 'running' WHERE id = $1`, [batch._id])
  const refused = await admin.post('/print_batches', input)
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /^O lote n\.º \d+, pedido por admin/)
  await sql(`UPDATE print_batches SET state = 'done' WHERE id = $1`, [batch._id])
  const again = await print({ ...input, chosen: { query: { _search: String(card['cardNumber']) } } })
  assert.ok(Number(again['count']) >= 1)
  const wrong = await admin.post('/print_batches', { cardSet: 'selecao' })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['chosen']])
})

test('a batch with letters prints one letter per card, with the card’s own text where it has one', async () => {
  await sql(`UPDATE membership_cards SET status = 'revoked'`)
  const [usual, own] = [await make.card(), await make.card()]
  succeeded(
    await admin.post('/membership_card_letters', {
      cardId: own._id,
      text: 'Bem-vinda de volta, n.º {numero}!',
    }),
  )
  const batch = await print({ includeLetters: true })
  assert.deepEqual([batch['layout'], batch['includeLetters']], ['letter', true])
  const { pages } = await readPdf(await documentOf(batch._id))
  assert.equal(pages.length, 4)
  const ownLetters = pages.filter((page) =>
    page.includes(`Bem-vinda de volta, n.º ${Number(own['memberNumber'])}!`),
  )
  assert.equal(ownLetters.length, 1)
  assert.equal(pages.filter((page) => page.includes('Junto enviamos o seu cartão')).length, 1)
  assert.equal((await read(`/membership_cards/${usual._id}`))['status'], 'printed')
})

test('a letter is found by the id of the letter, the card or the member, and links to its document', async () => {
  const member = await make.member({
    name: 'Beatriz Sá',
    address: 'Rua Nova, 3',
    postalCode: '4050-262',
    city: 'Porto',
  })
  const card = await make.card({ memberId: member._id })
  const bare = await read(`/membership_card_letters/${card._id}`)
  assert.deepEqual([bare['_id'], bare['text'], bare['cardId']], [null, null, card._id])
  assert.deepEqual(bare['address'], ['Beatriz Sá', 'Rua Nova, 3', '4050-262 PORTO'])
  assert.equal(bare['greeting'], 'Exmo.(a) Senhor(a),', 'the gender is unknown')
  const saved = succeeded(
    await admin.post('/membership_card_letters', {
      cardId: card._id,
      text: 'Olá, {nome}.',
      sentOn: await today(),
      channel: 'mail',
    }),
  )
  for (const id of [saved._id, card._id, member._id]) {
    const letter = await read(`/membership_card_letters/${id}`)
    assert.deepEqual([letter['_id'], letter['text'], letter['channel']], [saved._id, 'Olá, {nome}.', 'mail'])
    const { pages } = await readPdf((await app.inject(String(letter['url']))).rawPayload)
    assert.match(pages[0] ?? '', /Olá, Beatriz Sá\./)
  }
  assert.equal((await admin.post('/membership_card_letters', { cardId: card._id })).status, 422)
  assert.equal((await (await as('member')).get(`/membership_card_letters/${card._id}`)).status, 403)
})

test('a card includes the link of its document, and is hidden from other members', async () => {
  const card = await make.card()
  const { url, cardNumber } = await read(`/membership_cards/${card._id}`)
  assert.equal(cardNumber, card['cardNumber'])
  const { pages } = await readPdf((await app.inject(String(url))).rawPayload)
  assert.equal(pages.length, 2)
  assert.equal((await (await as('member')).get(`/membership_cards/${card._id}`)).status, 404)
})

test('a member gets one message that the card is ready, when the setting is on', async () => {
  const readyMessages = () =>
    sql<{ about_id: string }>(`SELECT about_id FROM messages WHERE cause = 'cardReady'`)
  const silent = await make.card()
  await print({ cardSet: 'selecao', chosen: { ids: [silent._id] } })
  await set('cardsTellReady', 'true')
  const member = await make.member({ email: 'pronto@exemplo.pt' })
  const card = await make.card({ memberId: member._id })
  const input = { cardSet: 'selecao', chosen: { ids: [card._id] } }
  const batch = await print(input)
  while ((await readyMessages()).length === 0) await sleep(20)
  succeeded(await admin.post(`/print_batches/${batch._id}/undo`))
  await print(input)
  // Jobs of a queue run in order: when this batch is drawn, the messages of the one before are written.
  await print({ cardSet: 'selecao', chosen: { ids: [(await make.card())._id] } })
  const messages = await readyMessages()
  assert.equal(messages.filter(({ about_id }) => about_id === card._id).length, 1)
  assert.equal(messages.filter(({ about_id }) => about_id === silent._id).length, 0)
  await set('cardsTellReady', 'false')
})

test('a print batch that fails reports the problem, changes no card and succeeds when retried', async () => {
  const card = await make.card()
  await sql('ALTER TABLE stored_files ADD CONSTRAINT full_disk CHECK (bytes < 0) NOT VALID')
  const batch = await print({ cardSet: 'selecao', chosen: { ids: [card._id] } })
  assert.equal(takeErrors().length, 1)
  assert.equal(batch['state'], 'failed')
  assert.match(String(batch['problem']), /pode tentar outra vez/)
  assert.equal((await read(`/membership_cards/${card._id}`))['status'], 'toPrint')
  assert.equal((await admin.get(`/print_batches/${batch._id}/document`)).status, 409)
  const late = await print({ cardSet: 'selecao', chosen: { ids: [(await make.card())._id, card._id] } })
  assert.deepEqual([late['state'], takeErrors().length], ['failed', 1])
  await sql('ALTER TABLE stored_files DROP CONSTRAINT full_disk')
  succeeded(await admin.post(`/print_batches/${late._id}/retry`))
  assert.equal((await untilSettled(late._id))['state'], 'done')
  const refused = await admin.post(`/print_batches/${batch._id}/retry`)
  assert.equal(refused.status, 409, 'the cards are printed')
  assert.match(refused.body.message, /já imprimiu cartões destes/)
})

test('documents of print batches are deleted after 30 days, and a link with a wrong signature gets 404', async () => {
  await make.card()
  const batch = await print()
  assert.equal((await app.inject(`/api/print_batches/${batch._id}/file?e=99999999999&s=x`)).statusCode, 404)
  clock.advance({ days: 31 })
  await deleteOldDocuments(database.pool, await today())
  assert.equal((await admin.get(`/print_batches/${batch._id}/document`)).status, 409)
  assert.equal((await read(`/print_batches/${batch._id}`))['state'], 'done')
  clock.advance({ days: -31 })
})

test('chosen cards are stored only for the set that uses them', async () => {
  await make.card()
  const batch = succeeded(await admin.post('/print_batches', { chosen: { ids: [] } }))
  assert.equal(batch['chosen'], null)
})
