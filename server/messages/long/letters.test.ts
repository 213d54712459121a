import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '../../database/transaction.ts'
import { succeeded } from '../../testing/make.ts'
import { placesOf, qrOf, readPdf } from '../../testing/read-pdf.ts'
import { jobsDone } from '../../testing/wait.ts'
import { testApp } from '../../testing/test-app.ts'
import { announce } from '../index.ts'
import type { Announcement } from '../index.ts'

const app = await testApp()
const { as, make, sql, today, visitor, database } = app
const admin = await as('admin')
succeeded(await admin.patch('/settings/organisationAddress', { value: 'Largo do Cais, 1, Porto' }))

interface Run {
  id: string
  count: number
  url: string
}

/** A member with only a postal address. */
const makePostalMember = (fields: Record<string, unknown>) =>
  make.member({ email: null, mobile: null, city: 'Porto', address: 'Rua A, 1', ...fields })

async function write(personId: unknown, more: Partial<Announcement> = {}): Promise<string> {
  const id = await inTransaction(database, (db) =>
    announce(
      { db, world: app.app.world },
      {
        event: 'reminder3',
        to: { personId: String(personId) },
        values: { descricao: 'Quota 2024' },
        ...more,
      },
    ),
  )
  assert.ok(id)
  return id
}

const begin = async (body: object) => succeeded(await admin.post('/letter_runs', body)) as unknown as Run
const finish = async ({ id }: Run) =>
  succeeded(await admin.post(`/letter_runs/${id}/printed`)) as unknown as { count: number }
const stateOf = async (id: string) =>
  (await sql<{ state: string }>('SELECT state FROM messages WHERE id = $1', [id]))[0]?.state

async function download(url: string) {
  const { statusCode, headers, rawPayload } = await app.app.inject({ method: 'GET', url })
  return { status: statusCode, headers, body: rawPayload }
}

const payingPage = 'https://clube.exemplo.pt/informacaoDePagamento/qualquer'

describe('letters', () => {
  test('are one document sorted by postal address, each on pages of its own', async () => {
    const abroad = await makePostalMember({
      name: 'Zoé França',
      country: 'FR',
      postalCode: '75001',
      city: 'Paris',
    })
    const second = await makePostalMember({ name: 'Berta Segunda', postalCode: '4000-100' })
    const first = await makePostalMember({ name: 'Célia Primeira', postalCode: '1000-001', city: 'Lisboa' })
    const neighbour = await makePostalMember({
      name: 'Ana Vizinha',
      postalCode: '4000-100',
      address: 'Rua A, 0',
    })
    for (const { personId } of [abroad, second, first, neighbour]) await write(personId)
    assert.equal((succeeded(await admin.get('/messages/letters')) as unknown as { count: number }).count, 4)
    const run = await begin({ all: true })
    assert.equal(run.count, 4)
    const { status, headers, body } = await download(run.url)
    assert.deepEqual([status, headers['content-type']], [200, 'application/pdf'])
    const { pages, language, title } = await readPdf(body)
    assert.deepEqual([language, title], ['pt-PT', 'Cartas'])
    assert.deepEqual(
      pages.map((page) => /Célia Primeira|Ana Vizinha|Berta Segunda|Zoé França/.exec(page)?.[0]),
      ['Célia Primeira', 'Ana Vizinha', 'Berta Segunda', 'Zoé França'],
    )
    assert.match(pages[0] ?? '', /Rua A, 1 1000-001 LISBOA .* de \d{4} .*Quota 2024.*Página 1 de 1$/)
    assert.match(pages[3] ?? '', /75001 PARIS FRANÇA/)
    assert.equal((await finish(run)).count, 4)
  })

  test('have the address in the window of the envelope, and the payment details in frames', async () => {
    const { personId } = await makePostalMember({
      name: 'Maximiliano Constantino de Albuquerque e Vasconcelos da Conceição',
      address: 'Avenida da Associação dos Bombeiros Voluntários do Concelho, 1234, 5.º andar esquerdo frente',
      postalCode: '4000-100',
      guardianName: 'Rita Encarregada',
    })
    const id = await write(personId, {
      frames: [
        { title: 'Multibanco', facts: [['Referência', '123 000 125']] },
        { title: 'Na internet', facts: [['Pagar em', payingPage]], url: payingPage },
      ],
    })
    const run = await begin({ ids: [id] })
    const { body } = await download(run.url)
    const places = await placesOf(body, 1)
    const from = places.findIndex(({ text }) => text.startsWith('Maximiliano'))
    const until = places.findIndex(({ text }) => text.includes('4000-100'))
    const lines = places.slice(from, until + 1)
    assert.ok(from >= 0 && until > from, JSON.stringify(places))
    assert.ok(lines.length >= 4 && lines.some(({ text }) => text.includes('A/C Rita Encarregada')))
    for (const { text, left, right, top } of lines)
      assert.ok(
        left > 104.9 && right < 190.1 && top > 49.9 && top < 85.1,
        `«${text}» ${left} ${right} ${top}`,
      )
    const [page = ''] = (await readPdf(body)).pages
    assert.match(page, /Multibanco Referência 123 000 125 .*Pagar em/)
    assert.equal(await qrOf(body, 1), payingPage)
    await finish(run)

    // A text that has the address of the page is not followed by it.
    const told = await write(personId, {
      values: { descricao: 'Quota 2024', pagamentoUrl: payingPage },
      frames: [{ title: 'Na internet', facts: [['Pagar em', payingPage]], url: payingPage }],
    })
    const again = await begin({ ids: [told] })
    const letter = (await download(again.url)).body
    const [text = ''] = (await readPdf(letter)).pages
    assert.equal(text.replaceAll(' ', '').split(payingPage).length - 1, 1, text)
    assert.doesNotMatch(text, /Pagar em/)
    assert.equal(await qrOf(letter, 1), payingPage)
    await finish(again)
  })

  test('to a legal person are opened by the representative and greet a company, as the letters of cards do', async () => {
    const company = { kind: 'legal', representativeName: 'Olga Dias', representativeRole: 'Gerente' }
    const legal = await make.category({ allowsCollective: true })
    const { _id: memberId } = await makePostalMember({
      ...company,
      name: 'Padaria Sol, Lda.',
      category: String(legal['name']),
    })
    const card = await make.card({ memberId })
    const envelope = ['Padaria Sol, Lda.', 'A/C Olga Dias', 'Rua A, 1']
    const letter = succeeded(await admin.get(`/membership_card_letters/${card._id}`))
    assert.deepEqual(
      [(letter['address'] as string[]).slice(0, 3), letter['greeting']],
      [envelope, 'Exmos. Senhores,'],
    )
    const batch = {
      subject: 'Aviso',
      body: '<p>{saudacao},</p><p>Olá.</p>',
      channel: 'letter',
      audience: { ids: [memberId] },
    }
    succeeded(await admin.post('/message_batches', batch))
    await jobsDone(app, 'messageBatches')
    const run = await begin({ all: true })
    const [page = ''] = (await readPdf((await download(run.url)).body)).pages
    assert.ok(page.includes(envelope.join(' ')), page)
    assert.ok(page.includes('Exmos. Senhores,'), page)
    await finish(run)
  })

  test('of several pages are numbered separately', async () => {
    const { personId } = await makePostalMember({ name: 'Lia Longa' })
    const { personId: other } = await makePostalMember({ name: 'Rui Curto' })
    const long = await write(personId)
    await sql('UPDATE messages SET body_text = $2 WHERE id = $1', [long, 'Uma frase comprida. '.repeat(400)])
    const run = await begin({ ids: [long, await write(other)] })
    const { pages } = await readPdf((await download(run.url)).body)
    const numbers = pages.map((page) => /Página \d de \d/.exec(page)?.[0])
    const [most] = [...(numbers.find((number) => number !== 'Página 1 de 1') ?? '')].slice(-1)
    assert.ok(Number(most) > 1)
    assert.ok(numbers.includes(`Página ${most} de ${most}`) && numbers.includes('Página 1 de 1'))
    await finish(run)
  })

  test('stay held until they are marked as printed, and can be printed again', async () => {
    const { personId } = await makePostalMember({ name: 'Ivo Espera' })
    const id = await write(personId)
    const run = await begin({ all: true })
    await download(run.url)
    assert.equal(await stateOf(id), 'toPrint')
    const meanwhile = await write(personId)
    assert.equal((await finish(run)).count, 1)
    assert.equal((await finish(run)).count, 0)
    assert.deepEqual([await stateOf(id), await stateOf(meanwhile)], ['sent', 'toPrint'])
    const [attempt] = succeeded(await admin.get(`/messages/${id}/message_attempts`)) as unknown as {
      outcome: string
      byName: string
    }[]
    assert.deepEqual([attempt?.outcome, typeof attempt?.byName], ['printed', 'string'])
    assert.equal((await begin({ ids: [id] })).count, 1)
    assert.equal((await begin({ all: true })).count, 1)
    const marked = await admin.post(`/messages/${meanwhile}/mark_printed`)
    assert.deepEqual([marked.status, marked.headers['x-changed']], [200, 'messages,messageAttempts'])
    assert.equal(await stateOf(meanwhile), 'sent')
    assert.equal((await admin.post(`/messages/${meanwhile}/mark_printed`)).status, 409)
    assert.equal((await admin.post('/letter_runs', { all: true })).status, 409)
  })

  test('at most two downloads of one link run at once', async () => {
    const { personId } = await makePostalMember({ name: 'Rosa Impressa' })
    const { id, url } = await begin({ ids: [await write(personId)] })
    const { wholeAnswers } = app.app.world.turns
    const taken = [wholeAnswers.take({ kind: 'link', id }), wholeAnswers.take({ kind: 'link', id })]
    assert.equal((await download(url)).status, 429)
    for (const release of taken) release()
    for (let round = 0; round < 3; round++) assert.equal((await download(url)).status, 200)
  })

  test('cancelled letters and messages of other channels are not printed', async () => {
    const { personId } = await makePostalMember({ name: 'Noa Cancelada' })
    const id = await write(personId)
    const run = await begin({ ids: [id] })
    succeeded(await admin.post(`/messages/${id}/cancel`))
    assert.equal((await finish(run)).count, 0)
    assert.equal(await stateOf(id), 'cancelled')
    assert.equal((await admin.post('/letter_runs', { ids: [id] })).status, 409)
    const mailed = await make.member({ email: 'nao@exemplo.pt' })
    const email = await write(mailed['personId'])
    assert.equal((await admin.post('/letter_runs', { ids: [email] })).status, 409)
    assert.equal((await admin.post(`/messages/${email}/mark_printed`)).status, 409)
  })

  test('are for staff only, by signed links that expire', async () => {
    const { personId } = await makePostalMember({ name: 'Eva Secreta' })
    const run = await begin({ ids: [await write(personId)] })
    const member = await as('member')
    for (const caller of [member, visitor]) {
      const denied = caller === visitor ? 401 : 403
      assert.equal((await caller.get('/messages/letters')).status, denied)
      assert.equal((await caller.post('/letter_runs', { all: true })).status, denied)
      assert.equal((await caller.post(`/letter_runs/${run.id}/printed`)).status, denied)
    }
    assert.equal((await download(run.url.replace(/s=.*/, 's=nada'))).status, 404)
    assert.equal((await download(run.url.replace(run.id, 'nada'))).status, 404)
    assert.equal((await admin.post('/letter_runs/nada/printed')).status, 404)
    app.clock.advance({ hours: 3 })
    assert.equal((await download(run.url)).status, 404)
  })
})

describe('people who share an address', () => {
  const people = async () => {
    const shared = {
      email: 'familia@exemplo.pt',
      mobile: '912345678',
      address: 'Rua da Casa, 5',
      postalCode: '4000-100',
      city: 'Porto',
    }
    const names = ['Ana Casa', 'Rui Casa', 'Zé Casa', 'Eva Casa', 'Ivo Casa']
    const members = []
    for (const name of names) members.push(await make.member({ ...shared, name, gender: 'male' }))
    return { ...shared, records: members, ids: members.map(({ _id }) => _id) }
  }
  const draft = (ids: string[], more: object) => ({
    subject: 'Festa',
    body: '<p>{saudacao},</p><p>Há festa.</p>',
    channel: 'email',
    audience: { ids },
    ...more,
  })
  const write = async (ids: string[], more: object) => {
    const { _id } = succeeded(await admin.post('/message_batches', draft(ids, more)))
    await jobsDone(app, 'messageBatches')
    const rows = await sql<{ recipient_name: string; body_text: string }>(
      'SELECT recipient_name, body_text FROM messages WHERE batch_id = $1 ORDER BY recipient_name',
      [_id],
    )
    return { batch: succeeded(await admin.get(`/message_batches/${_id}`)), rows, _id }
  }
  const all = 'Ana Casa, Rui Casa, Zé Casa, Eva Casa e Ivo Casa'

  test('get a message each, or one that names all; the preview counts both', async () => {
    const { ids } = await people()
    for (const channel of ['email', 'letter']) {
      const counts = succeeded(await admin.post('/message_batches/preview', draft(ids, { channel })))
      const count = (name: string) => (counts[name] as Record<string, number>)[channel]
      assert.deepEqual([count('byChannel'), count('byAddress')], [5, 1], channel)
    }
    const each = await write(ids, {})
    assert.equal(each.rows.length, 5)
    assert.ok(each.rows.some(({ body_text }) => body_text.startsWith('Caro Ana,')))
    const once = await write(ids, { oncePer: 'address' })
    assert.deepEqual(
      once.rows.map(({ recipient_name }) => recipient_name),
      [all],
    )
    assert.match(once.rows[0]?.body_text ?? '', /^Caros Ana, Rui, Zé, Eva e Ivo,/)
    assert.deepEqual([once.batch['done'], once.batch['leftOut']], [5, 4])
    const { data } = (await admin.get(`/message_batches/${once._id}/left_out`)).body
    assert.deepEqual(new Set(data.map(({ reason }) => reason)), new Set(['sameAddress']))
  })

  test('still get the message when one of them is silenced before it is sent', async () => {
    succeeded(await admin.patch('/settings/SendMessages', { value: 'false' }))
    for (const channel of ['email', 'letter']) {
      const { ids, records } = await people()
      const once = await write(ids, { channel, oncePer: 'address' })
      const read = () =>
        sql<{ state: string; recipient_name: string; body_text: string }>(
          'SELECT state, recipient_name, body_text FROM messages WHERE batch_id = $1',
          [once._id],
        )
      const state = (await read())[0]?.state
      const [ana, rui, ze, ...others] = records
      succeeded(await admin.patch(`/members/${ana?._id}`, { deathDate: await today() }))
      const [now] = await read()
      assert.deepEqual([now?.state, now?.recipient_name], [state, all.replace('Ana Casa, ', '')], channel)
      assert.match(now?.body_text ?? '', /^Caros Rui, Zé, Eva e Ivo,/)
      assert.doesNotMatch(now?.body_text ?? '', /Ana/)
      succeeded(await admin.patch(`/members/${ze?._id}`, { doNotContact: true }))
      assert.doesNotMatch((await read())[0]?.body_text ?? '', /Zé/)
      for (const { _id } of others) succeeded(await admin.patch(`/members/${_id}`, { doNotContact: true }))
      assert.match((await read())[0]?.body_text ?? '', /^Caro Rui,/)
      succeeded(await admin.patch(`/members/${rui?._id}`, { doNotContact: true }))
      assert.deepEqual(
        (await read()).map((one) => one.state),
        ['cancelled'],
        'nobody is left',
      )
    }
  })

  test('get one letter in one envelope', async () => {
    const { ids } = await people()
    const another = await makePostalMember({ name: 'Lia Longe', address: 'Rua Distante, 9' })
    const { rows, _id } = await write([...ids, another._id], { channel: 'letter', oncePer: 'address' })
    assert.equal(rows.length, 2)
    const run = await begin({ batchId: _id })
    assert.equal(run.count, 2)
    const { pages } = await readPdf((await download(run.url)).body)
    const page = pages.find((text) => text.includes('Rua da Casa, 5')) ?? assert.fail()
    assert.ok(page.includes(`${all} Rua da Casa, 5`), page)
    await finish(run)
  })
})
