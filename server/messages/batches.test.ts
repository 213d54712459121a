import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { makeMandate } from '../direct-debit/testing.ts'
import { succeeded } from '../testing/make.ts'
import { placesOf, readPdf } from '../testing/read-pdf.ts'
import { testApp } from '../testing/test-app.ts'
import { decoded, startTestMailServer } from '../testing/test-mail-server.ts'
import { runClock, messageTools } from './testing.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const here = await testApp({ config: { smtpUrl: mail.url } })
const { another, as, make, sql, today } = here
const { set, becomes, until } = messageTools(here)
runClock(here)
const admin = await as('admin')
const editor = await as('editor')
await set('messagesPerMinute', '6000')

const ana = await make.member({ name: 'Ana Sousa', email: 'ana@exemplo.pt', city: 'Évora' })
await make.member({ name: 'Rui <b>Reis', email: 'rui@exemplo.pt', city: 'Évora' })
const sms = await make.member({
  name: 'Zé Sms',
  mobile: '+351912345678',
  messageChannel: 'sms',
  city: 'Évora',
})
const letter = await make.member({
  name: 'Rosa Carta',
  address: 'Rua 1',
  messageChannel: 'letter',
  city: 'Évora',
})
const nobody = await make.member({ name: 'Sem Contacto', city: 'Évora' })
const dead = await make.member({ name: 'Já Faleceu', email: 'f@exemplo.pt', city: 'Évora' })
await make.member({ name: 'Nuno Sem Nada', email: 'n@exemplo.pt', city: 'Évora' })
await admin.patch(`/people/${dead['personId'] as string}`, { deathDate: '2024-01-01' })
await make.consent({ personId: ana['personId'] })
const everybody = { query: { _city: 'Évora', _limit: '1', _sort: '-name' } }
const texts = {
  subject: 'Festa de {primeiroNome}',
  body: '<p>{saudacao}, venha.</p>',
  smsText: 'Venha, {primeiroNome}.',
}

interface Preview {
  total: number
  byChannel: Record<string, number>
  leftOut: { reason: string; reasonLabel: string; count: number; first: { name: string }[] }[]
  cost: number
  sample: Record<string, unknown> & { sms: Record<string, unknown> }
}
const preview = async (input: object) =>
  succeeded(await editor.post('/message_batches/preview', input)) as unknown as Preview
const composed = async (id: string) => {
  await until(async () => succeeded(await admin.get(`/message_batches/${id}`))['state'] === 'composed')
  return succeeded(await admin.get(`/message_batches/${id}`))
}

const none = { sent: 0, failed: 0, held: 0, toPrint: 0, cancelled: 0 }
const countsOf = (batch: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(none).map((name) => [name, batch[name]]))

describe('preview of a message batch', () => {
  test('answers counts by channel, people left out with reasons, the cost and a sample message', async () => {
    const shown = await preview({ ...texts, audience: everybody, at: 1 })
    assert.equal(shown.total, 7)
    assert.deepEqual(shown.byChannel, { email: 3, sms: 1, letter: 1 })
    assert.deepEqual(
      shown.leftOut.map(({ reason, count, first }) => [reason, count, first.map(({ name }) => name)]),
      [
        ['noAddress', 1, ['Sem Contacto']],
        ['deceased', 1, ['Já Faleceu']],
      ],
    )
    assert.ok(shown.leftOut.every(({ reasonLabel }) => reasonLabel !== ''))
    assert.equal(shown.cost, 0.05)
    // `at` counts only people who get a message.
    const names = []
    for (let at = 0; at < 6; at++)
      names.push((await preview({ ...texts, audience: everybody, at })).sample['name'])
    assert.equal(new Set(names.slice(0, 5)).size, 5)
    assert.ok(!names.includes('Sem Contacto') && !names.includes('Já Faleceu'))
    const { name, channel, subject, html, sms: text } = shown.sample
    assert.deepEqual([name, channel, subject], ['Rui <b>Reis', 'email', 'Festa de Rui'])
    assert.match(String(html), /Olá, Rui, venha\./)
    assert.equal(text['text'], 'Venha, Rui.')
  })

  test('news leave out people without consent', async () => {
    const shown = await preview({ ...texts, kind: 'news', audience: everybody })
    assert.deepEqual(shown.byChannel, { email: 1, sms: 0, letter: 0 })
    assert.deepEqual(
      shown.leftOut.map(({ reason, count }) => [reason, count]),
      [
        ['noConsent', 4],
        ['noAddress', 1],
        ['deceased', 1],
      ],
    )
  })

  test('lists all people left out for a reason, in pages by member number', async () => {
    const input = { ...texts, kind: 'news', audience: everybody, reason: 'noConsent' }
    const pages = await Promise.all(
      [1, 2].map((page) => editor.post(`/message_batches/left_out?_page=${page}&_limit=3`, input)),
    )
    assert.deepEqual(
      pages.map(({ body }) => body.meta),
      [1, 2].map((page) => ({ total: 4, page, limit: 3 })),
    )
    const numbers = pages.flatMap(({ body }) => body.data.map(({ memberNumber }) => Number(memberNumber)))
    assert.equal(numbers.length, 4)
    assert.deepEqual(
      numbers,
      numbers.toSorted((one, other) => one - other),
    )
    const unknown = await editor.post('/message_batches/left_out', { ...input, reason: 'noDebts' })
    assert.deepEqual(Object.keys(unknown.body.errors), ['reason'])
    assert.equal((await (await as('member')).post('/message_batches/left_out', input)).status, 403)
  })

  test('rejects invalid fields by name, and a batch without recipients', async () => {
    for (const [input, field] of [
      [{}, 'audience'],
      [{ audience: {} }, 'audience'],
      [{ audience: { ids: [], query: {} } }, 'audience'],
      [{ audience: { ids: ['nada'] } }, 'audience'],
      [{ audience: { query: { _nada: '1' } } }, 'audience'],
      [{ audience: { query: { _city: { a: 1 } } } }, 'audience'],
      [{ audience: [] }, 'audience'],
      [{ audience: everybody, channel: 'fax' }, 'channel'],
      [{ audience: everybody, body: '<p>{ligacao}</p>' }, 'body'],
      [{ audience: everybody, at: -1 }, 'at'],
      [{ audience: everybody, nada: 1 }, 'nada'],
    ] as [object, string][]) {
      const { status, body } = await editor.post('/message_batches/preview', input)
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(input))
    }
    const empty = await admin.post('/message_batches', {
      ...texts,
      audience: { query: { _city: 'Nenhures' } },
    })
    assert.deepEqual([empty.status, Object.keys(empty.body.errors)], [422, ['audience']])
    assert.deepEqual(await sql('SELECT 1 FROM message_batches'), [])
  })
})

describe('a message batch', () => {
  test('sends one message to each person with their values, and lists the people left out', async () => {
    const { _id } = succeeded(await editor.post('/message_batches', { ...texts, audience: everybody }))
    const batch = await composed(_id)
    assert.deepEqual([batch['total'], batch['done'], batch['leftOut']], [7, 7, 2])
    for (const address of ['ana@exemplo.pt', 'rui@exemplo.pt', 'n@exemplo.pt']) await becomes(address, 'sent')
    await until(async () => succeeded(await admin.get(`/message_batches/${_id}`))['sent'] === 3)
    assert.match(decoded(mail.to('rui@exemplo.pt')[0]!), /Olá, Rui, venha\./)
    assert.doesNotMatch(decoded(mail.to('rui@exemplo.pt')[0]!), /^List-Unsubscribe|deixar de receber/m)
    const { data, meta } = (await editor.get(`/message_batches/${_id}/messages?_channel=letter&_channel=sms`))
      .body
    assert.equal(meta.total, 2)
    assert.deepEqual(
      new Set(data.map(({ personId }) => personId)),
      new Set([letter['personId'], sms['personId']]),
    )
    const left = (await editor.get(`/message_batches/${_id}/left_out`)).body.data
    assert.deepEqual(
      left.map(({ memberId, reason }) => [memberId, reason]),
      [
        [dead._id, 'deceased'],
        [nobody._id, 'noAddress'],
      ],
    )
    const second = (await editor.get(`/message_batches/${_id}/left_out?_page=2&_limit=1`)).body
    assert.deepEqual(
      [second.data[0]?.['memberId'], second.meta],
      [nobody._id, { total: 2, page: 2, limit: 1 }],
    )
    assert.equal((await editor.get(`/message_batches/${_id}/left_out?_sort=name`)).status, 400)
    assert.equal((await (await as('member')).get(`/message_batches/${_id}/left_out`)).status, 403)
  })

  test('concurrent requests with the same idempotency key create one batch', async () => {
    const input = { ...texts, subject: 'Uma só vez', audience: { ids: [ana._id] } }
    const key = { 'idempotency-key': 'envio-1' }
    const answers = await Promise.all([1, 2, 3].map(() => editor.post('/message_batches', input, key)))
    assert.deepEqual(new Set(answers.map(({ body }) => body.data._id)).size, 1)
    await composed(answers[0]!.body.data._id)
    const rows = await sql(`SELECT 1 FROM messages WHERE subject = 'Uma só vez'`)
    assert.equal(rows.length, 1)
  })

  test('news have an unsubscribe link, which takes effect at once', async () => {
    const input = { ...texts, subject: 'Novidades', kind: 'news', audience: everybody }
    await composed(succeeded(await editor.post('/message_batches', input))._id)
    await until(async () => mail.to('ana@exemplo.pt').some(({ raw }) => raw.includes('Novidades')))
    const received = mail.to('ana@exemplo.pt').find(({ raw }) => raw.includes('Novidades'))!
    assert.match(received.raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    const link = /\/api(\/unsubscribe\/[\w.-]+)/.exec(decoded(received).replace(/\r?\n[ \t]+/g, ''))?.[1]
    assert.ok(link)
    assert.match(decoded(received), /Para deixar de receber/)
    assert.deepEqual(mail.received.filter(({ raw }) => /^Subject: Novidades/m.test(raw)).length, 1)
    assert.equal((await here.visitor.post(link)).status, 200)
    const after = await preview({ ...texts, kind: 'news', audience: everybody })
    assert.equal(after.byChannel['email'], 0)
  })

  test('cancelling a batch cancels its messages that were not sent', async () => {
    await set('SendMessages', 'false')
    const input = { ...texts, subject: 'Cancelado', audience: everybody }
    const { _id } = succeeded(await editor.post('/message_batches', input))
    await composed(_id)
    const cancelled = succeeded(await editor.post(`/message_batches/${_id}/cancel`))
    assert.equal(cancelled['state'], 'cancelled')
    assert.equal((await editor.post(`/message_batches/${_id}/cancel`)).status, 409)
    const states = await sql('SELECT DISTINCT state FROM messages WHERE batch_id = $1', [_id])
    assert.deepEqual(states, [{ state: 'cancelled' }])
    assert.deepEqual(countsOf(cancelled), { ...none, cancelled: 5 })
    await set('SendMessages', 'true')
    assert.deepEqual(
      mail.received.filter(({ raw }) => raw.includes('Cancelado')),
      [],
    )
  })

  test('a message whose batch is cancelled during an attempt is not retried', async () => {
    const input = { ...texts, subject: 'Tarde', audience: { ids: [ana._id] } }
    let attempts = 0
    mail.reply = async () => {
      attempts += 1
      const [batch] = await sql<{ id: string }>(`SELECT id FROM message_batches WHERE subject = 'Tarde'`)
      await editor.post(`/message_batches/${batch?.id}/cancel`)
      return { code: 421, at: 'data' }
    }
    const { _id } = succeeded(await editor.post('/message_batches', input))
    const stateOf = async () =>
      (await sql<{ state: string }>('SELECT state FROM messages WHERE batch_id = $1', [_id]))[0]?.state
    await until(async () => !['queued', 'sending', undefined].includes(await stateOf()))
    mail.reply = () => 'take'
    assert.deepEqual([await stateOf(), attempts > 0], ['cancelled', true])
    assert.deepEqual(countsOf(succeeded(await admin.get(`/message_batches/${_id}`))), {
      ...none,
      cancelled: 1,
    })
  })

  test('counts of held, to print, sent and cancelled messages follow their states', async () => {
    await set('SendMessages', 'false')
    const input = { ...texts, subject: 'Retido', audience: everybody }
    const { _id } = succeeded(await editor.post('/message_batches', input))
    const { done, leftOut, ...batch } = await composed(_id)
    assert.deepEqual([done, leftOut, countsOf(batch)], [7, 2, { ...none, held: 4, toPrint: 1 }])
    const now = async () => countsOf(succeeded(await admin.get(`/message_batches/${_id}`)))
    const { data } = (await editor.get(`/message_batches/${_id}/messages`)).body
    const of = (name: string) => data.find((message) => message['recipientName'] === name)!._id
    succeeded(await editor.post(`/messages/${of('Ana Sousa')}/cancel`))
    succeeded(await editor.post(`/messages/${of('Rosa Carta')}/mark_printed`))
    assert.deepEqual(await now(), { ...none, held: 3, cancelled: 1, sent: 1 })
    await set('SendMessages', 'true')
    succeeded(await editor.post('/messages/release', { ids: [of('Rui <b>Reis')] }))
    await until(async () => (await now())['sent'] === 2)
    assert.deepEqual(await now(), { ...none, held: 2, cancelled: 1, sent: 2 })
    const [other] = await sql<{ id: string }>(
      `UPDATE messages SET state = 'held' WHERE subject = 'Uma só vez' RETURNING id`,
    )
    for (const both of [{ batchId: _id, all: true }, { batchId: 'este' }])
      assert.equal((await editor.post('/messages/release', both)).status, 422)
    assert.equal(succeeded(await editor.post('/messages/discard', { batchId: _id }))['count'], 2)
    assert.deepEqual(await now(), { ...none, cancelled: 3, sent: 2 })
    assert.deepEqual(await sql('SELECT state FROM messages WHERE id = $1', [other?.id]), [{ state: 'held' }])
  })

  test('members see only messages that were sent to them', async () => {
    const member = await as('member')
    await admin.patch(`/members/${member.memberId}`, { email: 'eu@exemplo.pt' })
    const mine = { ...texts, subject: 'Para si', audience: { ids: [member.memberId] } }
    await composed(succeeded(await editor.post('/message_batches', mine))._id)
    await becomes('eu@exemplo.pt', 'sent')
    await set('SendMessages', 'false')
    await composed(succeeded(await editor.post('/message_batches', { ...mine, subject: 'Ainda não' }))._id)
    const { data } = (await member.get('/messages')).body
    assert.deepEqual(
      data.map(({ subject }) => subject),
      ['Para si'],
    )
    assert.ok(!('lastError' in data[0]!))
    await set('SendMessages', 'true')
  })
})

test('who is admitted later gets no message yet', async () => {
  const admissionDate = addDays(await today(), 30)
  const late = await make.member({
    name: 'Eva Depois',
    email: 'eva@exemplo.pt',
    city: 'Nisa',
    admissionDate,
  })
  await make.member({ name: 'Ivo Agora', email: 'ivo@exemplo.pt', city: 'Nisa' })
  const audience = { query: { _city: 'Nisa' } }
  const shown = await preview({ ...texts, audience })
  assert.deepEqual([shown.total, shown.byChannel['email']], [2, 1])
  assert.deepEqual(
    shown.leftOut.map(({ reason, first }) => [reason, first.map(({ name }) => name)]),
    [['toBeAdmitted', ['Eva Depois']]],
  )
  const { _id } = succeeded(await editor.post('/message_batches', { ...texts, audience }))
  assert.equal((await composed(_id))['leftOut'], 1)
  const written = await sql('SELECT FROM messages WHERE person_id = $1', [late['personId']])
  assert.equal(written.length, 0)
})

describe('address labels', () => {
  const draw = async (input: object) => {
    // The clock runs meanwhile, and a token lasts minutes.
    const { tokens } = await another('editor')
    const { statusCode, headers, rawPayload } = await here.app.inject({
      method: 'POST',
      url: '/api/address_labels/export',
      headers: { authorization: `Bearer ${tokens.access}` },
      payload: input,
    })
    assert.deepEqual([statusCode, headers['content-type']], [200, 'application/pdf'])
    return rawPayload
  }
  const count = async (input: object) =>
    succeeded(await editor.post('/address_labels/preview', input)) as unknown as Preview & {
      count: number
      sheets: number
    }
  const home = { city: 'Beja', address: 'Rua da Mó, 1', postalCode: '7800-001' }
  const audience = { query: { _city: 'Beja', _sort: '-name' } }
  const cases = ['Ana Última', 'Bela Casa', 'Caio Casa', 'Zoé Primeira']

  test('have the addresses of a search in postal order, without people who get no letter', async () => {
    await make.member({ ...home, name: 'Ana Última', postalCode: '7800-900' })
    await make.member({ ...home, name: 'Zoé Primeira', address: 'Rua da Mó, 0' })
    for (const name of ['Bela Casa', 'Caio Casa']) await make.member({ ...home, name })
    await make.member({ ...home, name: 'Sem Morada', address: null })
    await make.member({ ...home, name: 'Não Contactar', doNotContact: true })
    const gone = await make.member({ ...home, name: 'Já Faleceu' })
    await admin.patch(`/people/${gone['personId'] as string}`, { deathDate: '2024-01-01' })

    const input = { audience, paper: '70x37', first: 23 }
    const shown = await count(input)
    assert.deepEqual([shown.count, shown.sheets], [4, 2])
    assert.deepEqual(
      new Set(shown.leftOut.map(({ reason, first }) => `${reason}: ${first[0]?.name}`)),
      new Set(['noAddress: Sem Morada', 'doNotContact: Não Contactar', 'deceased: Já Faleceu']),
    )
    const leftOut = await editor.post('/address_labels/left_out', { ...input, reason: 'noAddress' })
    assert.deepEqual(
      leftOut.body.data.map(({ name }) => name),
      ['Sem Morada'],
    )

    const pdf = await draw(input)
    const { pages, title, language } = await readPdf(pdf)
    assert.deepEqual([pages.length, title, language], [2, 'Etiquetas', 'pt-PT'])
    const named = pages.map((page) => cases.filter((name) => page.includes(name)))
    assert.deepEqual(named, [
      ['Bela Casa', 'Zoé Primeira'],
      ['Ana Última', 'Caio Casa'],
    ])
    assert.match(pages[0] ?? '', /Zoé Primeira.*7800-001 BEJA.*Bela Casa/)
    assert.doesNotMatch(pages.join(' '), /Sem Morada|Não Contactar|Já Faleceu/)
    const last = (await placesOf(pdf, 1)).find(({ text }) => text.includes('Bela Casa'))
    assert.ok(last && last.left > 140 && last.top > 260, 'the last label of the first sheet')
  })

  test('are as many a sheet as the paper has, and one for each address where that is asked', async () => {
    const shared = { audience, paper: '105x37', perAddress: true }
    assert.equal((await count(shared)).count, 3)
    assert.match((await readPdf(await draw(shared))).pages.join(' '), /Bela Casa e Caio Casa/)
    for (let index = 0; index < 15; index++)
      await make.member({ ...home, name: `Vizinho ${index}`, address: `Rua Larga, ${index}` })
    for (const [paper, sizes] of [
      ['105x37', [16, 3]],
      ['70x37', [19]],
    ] as const) {
      const { pages } = await readPdf(await draw({ audience, paper }))
      assert.deepEqual(
        pages.map((page) => page.match(/BEJA/g)?.length),
        sizes,
        paper,
      )
    }
  })

  test('are of the members of chosen debts, cards, payments or authorisations of debits, each once', async () => {
    const [owing, other] = [
      await make.member({ ...home, name: 'Dora Devedora', city: 'Moura' }),
      await make.member({ ...home, name: 'Elmo Alheio', city: 'Moura' }),
    ]
    const debts = [await make.charge({ memberId: owing._id }), await make.charge({ memberId: owing._id })]
    await make.charge({ memberId: other._id, amount: 1 })
    const card = await make.card({ memberId: other._id })
    const named = async (recordsOf: string, chosen: object) => {
      const input = { recordsOf, audience: chosen }
      const { count: labels } = await count(input)
      const text = (await readPdf(await draw(input))).pages.join(' ')
      return [labels, ['Dora Devedora', 'Elmo Alheio'].filter((name) => text.includes(name))]
    }
    const ids = debts.map(({ _id }) => _id)
    assert.deepEqual(await named('unsettledPayments', { ids }), [1, ['Dora Devedora']])
    const query = { _memberId: owing._id }
    assert.deepEqual(await named('unsettledPayments', { query }), [1, ['Dora Devedora']])
    assert.deepEqual(await named('membershipCards', { ids: [card._id] }), [1, ['Elmo Alheio']])
    const paid = [await make.payment({ memberId: other._id }), await make.payment({ memberId: other._id })]
    assert.deepEqual(await named('payments', { ids: paid.map(({ _id }) => _id) }), [1, ['Elmo Alheio']])
    const mandate = await makeMandate(admin, owing._id)
    assert.deepEqual(await named('mandates', { ids: [mandate._id] }), [1, ['Dora Devedora']])
    assert.deepEqual(await named('mandates', { query: { _state: 'active' } }), [1, ['Dora Devedora']])
    const unknown = await editor.post('/address_labels/preview', { recordsOf: 'users', audience: { ids } })
    assert.deepEqual([unknown.status, Object.keys(unknown.body.errors ?? {})], [422, ['recordsOf']])
  })

  test('are of chosen applications: of the member once there is one, otherwise of the address that was given', async () => {
    const [category] = (await admin.get('/member_categories')).body.data
    const apply = async (values: object) => {
      const address = { address: 'Rua do Poço, 3', postalCode: '7860-100', city: 'Serpa' }
      const given = { birthDate: '1985-06-15', email: 'candidato@exemplo.pt', categoryId: category?._id }
      const consents = { terms: true, privacyNotice: true }
      return succeeded(
        await admin.post('/member_applications', { ...address, ...given, ...consents, ...values }),
      )
    }
    const [waiting, accepted, homeless] = [
      await apply({ name: 'Eva Espera' }),
      await apply({ name: 'Gil Aceite' }),
      await apply({ name: 'Hugo Semcasa', address: null }),
    ]
    const acceptance = { newPerson: true }
    const { memberId } = succeeded(
      await admin.post(`/member_applications/${accepted._id}/accept`, acceptance),
    )
    const moved = succeeded(await admin.get(`/members/${memberId as string}`))
    succeeded(
      await admin.patch(`/members/${moved._id}`, { address: 'Rua Nova, 9', _version: moved['_version'] }),
    )

    const ids = [waiting, accepted, homeless].map(({ _id }) => _id)
    const input = { recordsOf: 'memberApplications', audience: { ids } }
    const shown = await count(input)
    assert.equal(shown.count, 2)
    assert.deepEqual(
      shown.leftOut.map(({ reason, first }) => [reason, first]),
      [
        [
          'noAddress',
          [{ memberId: null, memberNumber: null, name: 'Hugo Semcasa', applicationId: homeless._id }],
        ],
      ],
    )
    const text = (await readPdf(await draw(input))).pages.join(' ')
    assert.match(text, /Eva Espera.*Rua do Poço, 3/)
    assert.match(text, /Gil Aceite.*Rua Nova, 9/)
    assert.doesNotMatch(text, /Hugo Semcasa/)
    const shared = { ...input, audience: { query: { _city: 'Serpa' } }, perAddress: true }
    assert.equal((await count(shared)).count, 2, 'another address than that of the application')
    await apply({ name: 'Ivo Espera' })
    assert.equal((await count(shared)).count, 2, 'one for both at the same address')
  })

  test('refuse a position that the sheet does not have, and nobody to print', async () => {
    const beyond = await editor.post('/address_labels/preview', { audience, paper: '105x37', first: 17 })
    assert.deepEqual(beyond.body.errors, { first: ['Cada folha tem 16 etiquetas.'] })
    const none = await editor.post('/address_labels/export', { audience: { query: { _city: 'Ninguém' } } })
    assert.deepEqual(none.body.errors, { audience: ['Não há etiquetas para imprimir.'] })
    assert.deepEqual((await editor.post('/address_labels/preview', {})).status, 422)
  })
})
