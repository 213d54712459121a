import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { runClock, messageTools } from '../../messages/testing.ts'
import { succeeded } from '../../testing/make.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { decoded, startTestMailServer } from '../../testing/test-mail-server.ts'
import { duesTools } from '../testing.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const app = await testApp({ config: { smtpUrl: mail.url } })
// A second process of the same organisation.
const other = await testApp({ with: app, config: { smtpUrl: mail.url } })
const { as, make, sql } = app
const { set, becomes, until, hurry } = messageTools(app)
const { charge, pay } = await duesTools(app)
runClock(app)
const admin = await as('admin')
const editor = await as('editor')
await set('messagesPerMinute', '6000')
await set('multibancoSubEntity', '001')
await set('multibancoEntity', '12345')
const day = await app.today()

interface Result {
  memberId: string
  name: string
  status: string
  error: string | null
  sentAt: string | null
}
const texts = {
  subject: 'A assembleia é a 12, {{nome}}',
  body:
    '<p>N.º {{numero}}, deve {{valor}} de {{ano}}.</p><p>Ent. {{entidade}}, ref. {{referencia}}, até {{data_limite}}.</p>' +
    '<p><a href="{{ligacao}}">Pagar</a></p>',
}
const draft = async (input: object) =>
  succeeded(await editor.post('/payment_message', { ...texts, channel: 'email', ...input }))
const send = (id: string) => editor.post(`/payment_message/${id}/send`)
const read = async (id: string) => succeeded(await editor.get(`/payment_message/${id}`))
const settled = async (id: string) => {
  await until(async () => ['sent', 'failed'].includes(String((await read(id))['status'])))
  return read(id)
}
const resultsOf = async (id: string) =>
  (await editor.get(`/payment_message/${id}/results`)).body.data as unknown as Result[]
/** A member with an overdue charge; default: 24 €. */
const debtor = async (input: Record<string, unknown>, amount = 24) => {
  const member = await make.member(input)
  const debt = await charge({
    memberId: member._id,
    amount,
    description: 'Seguro',
    dueDate: addDays(day, -40),
  })
  return Object.assign(member, { debt: debt._id })
}

describe('a draft of a payment message', () => {
  test('has its variables renamed to ours, and can be changed and deleted', async () => {
    const { _id: memberId } = await debtor({ email: 'rascunho@exemplo.pt' })
    const made = await draft({ memberIds: [memberId] })
    assert.deepEqual([made['status'], made['subject']], ['draft', 'A assembleia é a 12, {nome}'])
    assert.match(String(made['body']), /\{valor\} de \{ano\}.*até \{data\}.*href="\{pagamentoUrl\}"/)
    const changed = await editor.patch(`/payment_message/${made._id}`, { subject: 'Outro' })
    assert.equal(succeeded(changed)['subject'], 'Outro')
    assert.equal((await editor.delete(`/payment_message/${made._id}`)).status, 204)
  })

  test('is rejected by field for unknown variables, values and ids', async () => {
    for (const [input, field] of [
      [{ body: '<p>{{nada}}</p>' }, 'body'],
      [{ subject: '{{saldo}}' }, 'subject'],
      [{ channel: 'fax' }, 'channel'],
      [{ debts: { query: { _nada: '1' } } }, 'debts'],
      [{ memberIds: ['0198c0de-0000-7000-8000-000000000000'] }, 'memberIds'],
      [{ status: 'sent' }, 'status'],
      [{ memberIds: ['nada'] }, 'memberIds'],
      [{ unsettledPaymentIds: 'nada' }, 'unsettledPaymentIds'],
      [{ debts: { ids: ['0198c0de-0000-7000-8000-000000000000'] } }, 'debts'],
      [{ templateId: 'welcome' }, 'templateId'],
    ] as [object, string][]) {
      const { status, body } = await editor.post('/payment_message', { ...texts, ...input })
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(input))
    }
    const { body } = await editor.post('/payment_message', { ...texts, body: '<p>{{nada}}</p>' })
    assert.match(
      body.errors['body']?.[0] ?? '',
      /Não existe: \{nada\}\. Pode usar: .*\{valor\}.*\{data_limite\}/,
    )
  })

  test('is accessible to the staff only', async () => {
    const { _id } = await draft({})
    const member = await as('member')
    for (const path of ['/payment_message', `/payment_message/${_id}`, `/payment_message/${_id}/results`])
      assert.equal((await member.get(path)).status, 403)
    for (const path of ['/payment_message', '/payment_message/preview', `/payment_message/${_id}/send`])
      assert.equal((await member.post(path, texts)).status, 403)
  })

  test('without recipients can be neither sent nor scheduled', async () => {
    const { _id } = await draft({})
    const sent = await send(_id)
    assert.deepEqual([sent.status, Object.keys(sent.body.errors)], [422, ['memberIds']])
    const scheduledAt = new Date(app.clock().getTime() + 86_400_000).toISOString()
    assert.equal((await editor.post(`/payment_message/${_id}/schedule`, { scheduledAt })).status, 422)
    assert.equal((await read(_id))['status'], 'draft')
    assert.deepEqual(await sql(`SELECT FROM message_batches WHERE cause = 'paymentMessage'`), [])
  })
})

describe('the preview of a payment message', () => {
  test('shows the exact message of a recipient, and stores nothing', async () => {
    const one = await debtor({ name: 'Ana Deve', email: 'ana.deve@exemplo.pt' })
    const { _id: clean } = await make.member({ name: 'Rui Nada Deve', email: 'rui.nada@exemplo.pt' })
    const input = { ...texts, channel: 'email', memberIds: [one._id, clean] }
    const before = await sql('SELECT count(*) FROM payment_advices')
    const shown = succeeded(await editor.post('/payment_message/preview', input))
    assert.deepEqual([shown['total'], shown['byChannel']], [2, { email: 1, sms: 0, letter: 0 }])
    const { body } = await editor.post('/payment_message/left_out', { ...input, reason: 'noDebt' })
    assert.deepEqual([body.data.map(({ memberId }) => memberId), body.meta.total], [[clean], 1])
    const { subject, text } = shown['sample'] as Record<string, string>
    assert.equal(subject, 'A assembleia é a 12, Ana Deve')
    assert.match(
      text ?? '',
      /deve 24,00\s€.*Ent\.\s12345, ref\.\s\d{3}\s\d{3}\s\d{3}, até .*informacaoDePagamento\/[\w-]{22}/s,
    )
    assert.deepEqual(await sql('SELECT count(*) FROM payment_advices'), before)
    const refused = await editor.post('/payment_message/preview', {
      ...input,
      body: '<p>{{nada}}</p>',
      at: -1,
    })
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['body', 'at']])
  })
})

describe('sending', () => {
  test('each member gets one message with its open charges, also after two requests; results name the reasons', async () => {
    const all = await debtor({ name: 'Tudo Deve', email: 'tudo@exemplo.pt' })
    await charge({ memberId: all._id, amount: 10, description: 'Excursão' })
    const some = await debtor({ name: 'Uma Só', email: 'uma@exemplo.pt' })
    await charge({ memberId: some._id, amount: 100, description: 'Jantar' })
    const paid = await debtor({ name: 'Já Pagou', email: 'pagou@exemplo.pt' })
    const nowhere = await debtor({ name: 'Sem Contacto' })
    const { _id } = await draft({
      body: '<p>{{descricao}}: {{valor}}</p>',
      memberIds: [all._id, paid._id, nowhere._id],
      unsettledPaymentIds: [some.debt],
    })
    await pay({ memberId: paid._id, amount: 24 })
    const responses = await Promise.all([send(_id), send(_id)])
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal((await settled(_id))['status'], 'sent')
    for (const address of ['tudo@exemplo.pt', 'uma@exemplo.pt']) await becomes(address, 'sent')
    const found = (await resultsOf(_id)).map(({ name, status, error, sentAt }) => [
      name,
      status,
      error,
      sentAt !== null,
    ])
    assert.deepEqual(found, [
      ['Tudo Deve', 'sent', null, true],
      ['Uma Só', 'sent', null, true],
      ['Já Pagou', 'leftOut', 'Não tem nada por pagar', false],
      ['Sem Contacto', 'leftOut', 'Sem contacto para este canal', false],
    ])
    assert.match(decoded(mail.to('tudo@exemplo.pt')[0]!), /Seguro.* e .*Excurs.*o.*: 34,00/)
    assert.match(decoded(mail.to('uma@exemplo.pt')[0]!), /Seguro: 24,00/)
    assert.equal(mail.to('tudo@exemplo.pt').length, 1)
    // It is not counted as a reminder, but is in the person's messages.
    assert.equal(succeeded(await admin.get(`/unsettled_payments/${some.debt}`))['reminderCount'], 0)
    const history = (await admin.get(`/unsettled_payments/${some.debt}/audit_events`)).body.data
    assert.deepEqual(
      [history[0]?.['action'], history[0]?.['userName']],
      ['tell', (await read(_id))['createdByName']],
    )
    const { data } = (await editor.get(`/people/${String(some['personId'])}/messages`)).body
    assert.deepEqual(
      data.map(({ cause }) => cause),
      ['paymentMessage'],
    )
    assert.equal((await editor.patch(`/payment_message/${_id}`, { subject: 'Tarde' })).status, 409)
    assert.equal((await editor.delete(`/payment_message/${_id}`)).status, 409)
    assert.equal((await editor.post(`/payment_message/${_id}/unschedule`)).status, 409)
  })

  test('a search of charges is run when the message is sent, and only its charges are in the text', async () => {
    const one = await debtor({ email: 'pesquisa@exemplo.pt' }, 7.77)
    await charge({ memberId: one._id, amount: 50 })
    const query = { _openAmount_from: '7.77', _openAmount_to: '7.77', _status: ['open'] }
    const { _id } = await draft({ body: '<p>{{valor}}</p>', debts: { query } })
    succeeded(await send(_id))
    await settled(_id)
    await becomes('pesquisa@exemplo.pt', 'sent')
    assert.match(decoded(mail.to('pesquisa@exemplo.pt')[0]!), /7,77/)
    assert.equal((await resultsOf(_id)).length, 1)
  })

  test('a person with two memberships gets a message for each', async () => {
    const one = await debtor({ email: 'duas@exemplo.pt' }, 3)
    const second = await make.member({ email: 'outra.pessoa@exemplo.pt' })
    await charge({ memberId: second._id, amount: 4 })
    await sql('UPDATE members SET person_id = $2 WHERE id = $1', [second._id, one['personId']])
    const { _id } = await draft({ body: '<p>{{valor}}</p>', memberIds: [one._id, second._id] })
    succeeded(await send(_id))
    await settled(_id)
    await until(async () => mail.to('duas@exemplo.pt').length === 2)
    const amounts = mail.to('duas@exemplo.pt').map((message) => /([34]),00/.exec(decoded(message))?.[1])
    assert.deepEqual(amounts.toSorted(), ['3', '4'])
  })

  test('an email has the advice attached; a letter has the payment methods', async () => {
    const one = await debtor({ name: 'Anexo Pedido', email: 'anexo@exemplo.pt' }, 12.34)
    const letter = await debtor({ address: 'Rua A, 1', messageChannel: 'letter' })
    const { _id } = await draft({
      channel: 'preferred',
      memberIds: [one._id, letter._id],
      attachAdvice: true,
    })
    succeeded(await send(_id))
    await settled(_id)
    await becomes('anexo@exemplo.pt', 'sent')
    const { raw } = mail.to('anexo@exemplo.pt')[0]!
    const [, encoded = ''] =
      /Content-Type: application\/pdf[^]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? assert.fail('no PDF')
    const { pages } = await readPdf(Buffer.from(encoded, 'base64'))
    assert.match(pages.join(' '), /Aviso de pagamento.*Anexo Pedido.*12,34/s)
    const [stored] = await sql<{ state: string; attachments: unknown; frames: { title: string }[] }>(
      'SELECT state, attachments, frames FROM messages WHERE about_id = $1',
      [letter._id],
    )
    assert.deepEqual(
      [stored?.state, stored?.attachments, stored?.frames[0]?.title],
      ['toPrint', null, 'Multibanco'],
    )
  })

  test('a message that reaches nobody fails with the reason, and can become a draft again', async () => {
    const nowhere = await debtor({ name: 'Outro Sem Contacto' })
    const { _id } = await draft({ memberIds: [nowhere._id] })
    succeeded(await send(_id))
    const failed = await settled(_id)
    assert.deepEqual(
      [failed['status'], failed['problem']],
      ['failed', 'Ninguém recebeu a mensagem: veja os motivos.'],
    )
    assert.equal((await resultsOf(_id))[0]?.error, 'Sem contacto para este canal')
    assert.equal(succeeded(await editor.post(`/payment_message/${_id}/unschedule`))['status'], 'draft')
    await admin.patch(`/members/${nowhere._id}`, { email: 'agora.sim@exemplo.pt' })
    succeeded(await send(_id))
    assert.equal((await settled(_id))['status'], 'sent')
    await becomes('agora.sim@exemplo.pt', 'sent')
  })

  test('a message that stops half-way is failed, and sending it again continues', async () => {
    const people = [
      await debtor({ email: 'meio.um@exemplo.pt' }),
      await debtor({ email: 'meio.dois@exemplo.pt' }),
    ]
    await sql(`ALTER TABLE messages ADD CONSTRAINT nobody CHECK (subject <> 'A meio')`)
    const { _id } = await draft({ subject: 'A meio', memberIds: people.map((one) => one._id) })
    succeeded(await send(_id))
    const failed = await settled(_id)
    assert.deepEqual([failed['status'], failed['sentAt'] !== null], ['failed', true])
    assert.match(String(failed['problem']), /^A preparação parou a meio\. Envie de novo/)
    const logged = [...app.takeErrors(), ...other.takeErrors()].map(
      (line) => (JSON.parse(line) as { msg: string }).msg,
    )
    assert.deepEqual(logged, ['could not compose a payment message'])
    await sql('ALTER TABLE messages DROP CONSTRAINT nobody')
    succeeded(await send(_id))
    const sent = await settled(_id)
    assert.deepEqual([sent['status'], sent['problem'], sent['batchId']], ['sent', null, failed['batchId']])
    for (const { email } of people as unknown as { email: string }[]) await becomes(email, 'sent')
  })

  test('a message that stops before the first recipient can become a draft again; its batch is cancelled', async () => {
    const one = await debtor({ email: 'cancelada@exemplo.pt' })
    await sql(`ALTER TABLE messages ADD CONSTRAINT nobody CHECK (subject <> 'Cancelada')`)
    const { _id } = await draft({ subject: 'Cancelada', memberIds: [one._id] })
    succeeded(await send(_id))
    const { batchId } = await settled(_id)
    assert.equal([...app.takeErrors(), ...other.takeErrors()].length, 1)
    await sql('ALTER TABLE messages DROP CONSTRAINT nobody')
    // No message was written, so it can become a draft again.
    assert.equal(succeeded(await editor.post(`/payment_message/${_id}/unschedule`))['batchId'], null)
    assert.equal(succeeded(await editor.get(`/message_batches/${String(batchId)}`))['state'], 'cancelled')
    succeeded(await send(_id))
    assert.notEqual((await settled(_id))['batchId'], batchId)
    await becomes('cancelada@exemplo.pt', 'sent')
    assert.equal(mail.to('cancelada@exemplo.pt').length, 1)
  })

  test('a recipient whose message cannot be written does not stop the others', async () => {
    const bad = await debtor({ name: 'Rui Avariado', email: 'avariado@exemplo.pt' }, 0.66)
    const good = await debtor({ email: 'inteiro@exemplo.pt' })
    await sql('ALTER TABLE payment_advices ADD CONSTRAINT nobody CHECK (amount <> 66)')
    const { _id } = await draft({ memberIds: [bad._id, good._id] })
    succeeded(await send(_id))
    assert.equal((await settled(_id))['status'], 'sent')
    await sql('ALTER TABLE payment_advices DROP CONSTRAINT nobody')
    assert.equal((await resultsOf(_id))[0]?.error, 'Não foi possível preparar a mensagem')
    await becomes('inteiro@exemplo.pt', 'sent')
  })
})

describe('a scheduled payment message', () => {
  const inHours = (hours: number) => new Date(app.clock().getTime() + hours * 3_600_000).toISOString()
  const schedule = (id: string, scheduledAt: string) =>
    editor.post(`/payment_message/${id}/schedule`, { scheduledAt })
  /** Runs the waiting job now; it schedules itself again when its time has not come. */
  const wake = async () => {
    await hurry()
    await sql(`SELECT pg_notify('agremia_jobs', 'paymentMessages')`)
    await until(async () => {
      const due = await sql(`SELECT FROM jobs WHERE queue = 'paymentMessages' AND due_at <= now()`)
      return due.length === 0
    })
  }

  test('is sent once at its time, to those who owe then', async () => {
    const late = await debtor({ name: 'Zulmira Deve', email: 'zulmira@exemplo.pt' })
    const soon = await debtor({ name: 'Abel Paga', email: 'abel@exemplo.pt' })
    const { _id } = await draft({ memberIds: [late._id, soon._id] })
    for (const moment of [inHours(-1), inHours(24 * 500)])
      assert.equal((await schedule(_id, moment)).status, 422)
    const at = inHours(48)
    const scheduled = succeeded(await schedule(_id, at))
    assert.deepEqual([scheduled['status'], scheduled['scheduledAt']], ['scheduled', at])
    assert.equal((await send(_id)).status, 409)
    assert.equal((await editor.patch(`/payment_message/${_id}`, { subject: 'Tarde' })).status, 409)
    // A job that runs too early schedules itself again.
    await wake()
    assert.equal((await read(_id))['status'], 'scheduled')
    await pay({ memberId: soon._id, amount: 24 })
    app.clock.advance({ hours: 48 })
    await wake()
    assert.equal((await settled(_id))['status'], 'sent')
    await becomes('zulmira@exemplo.pt', 'sent')
    const results = (await resultsOf(_id)).map(({ name, status }) => [name, status])
    assert.deepEqual(results, [
      ['Zulmira Deve', 'sent'],
      ['Abel Paga', 'leftOut'],
    ])
    assert.equal(mail.to('zulmira@exemplo.pt').length, 1)
    assert.ok(mail.to('abel@exemplo.pt').every(({ raw }) => !raw.includes('assembleia')))
  })

  test('is unscheduled, changed and scheduled again; the job of the first time does nothing', async () => {
    const one = await debtor({ email: 'adiada@exemplo.pt' })
    const { _id } = await draft({ memberIds: [one._id] })
    succeeded(await schedule(_id, inHours(10)))
    const back = succeeded(await editor.post(`/payment_message/${_id}/unschedule`))
    assert.deepEqual([back['status'], back['scheduledAt']], ['draft', null])
    succeeded(await editor.patch(`/payment_message/${_id}`, { subject: 'Adiada' }))
    succeeded(await schedule(_id, inHours(30)))
    app.clock.advance({ hours: 12 })
    await wake()
    assert.equal((await read(_id))['status'], 'scheduled')
    assert.equal(mail.to('adiada@exemplo.pt').length, 0)
    app.clock.advance({ hours: 20 })
    await wake()
    await settled(_id)
    await becomes('adiada@exemplo.pt', 'sent')
    assert.match(mail.to('adiada@exemplo.pt')[0]?.raw ?? '', /^Subject: Adiada/m)
  })
})
