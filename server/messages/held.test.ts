import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { recordJobs } from '../testing/wait.ts'
import { succeeded } from '../testing/make.ts'
import { messagesTo } from '../testing/read-messages.ts'
import { testApp } from '../testing/test-app.ts'
import { startTestMailServer } from '../testing/test-mail-server.ts'
import { runClock, messageTools } from './testing.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const here = await testApp()
const { app, as, sql } = here
const { tell, becomes, stateOf, set, until } = messageTools(here)
runClock(here)
const admin = await as('admin')
const editor = await as('editor')
const member = await as('member')
const held = async () =>
  (await admin.get('/messages/held')).body.data as unknown as { count: number; oldest: string | null }

describe('without a mail server', () => {
  test('a message is held, and written to a file in the data folder', async () => {
    await tell('papel@exemplo.pt')
    await becomes('papel@exemplo.pt', 'held')
    const message = await stateOf('papel@exemplo.pt')
    assert.deepEqual(
      [message?.reason, message?.error],
      ['noServer', 'Não há um servidor de email configurado.'],
    )
    const folder = join(app.world.config.dataDir, 'mensagens')
    const [file = ''] = await readdir(folder)
    assert.match(file, /^\d{4}-\d\d-\d\d-[0-9a-f-]{36}\.txt$/)
    const text = await readFile(join(folder, file), 'utf8')
    assert.match(text, /^Para: papel@exemplo\.pt\nAssunto: Boas-vindas à Agremia\n\nOlá, Ana,\n/)
  })

  test('each write that leaves a message held says so to the staff, with the cause, and others do not', async () => {
    const noServer = 'A mensagem ficou retida: não há servidor de email.'
    const id = (await stateOf('papel@exemplo.pt'))?.id
    assert.equal((await admin.get('/messages/held')).body.data['hasMailServer'], false)
    assert.equal((await editor.post(`/messages/${id}/resend`, {})).body.warning, noServer)
    await becomes('papel@exemplo.pt', 'held')
    assert.equal((await editor.post('/messages/release', { ids: [id] })).body.warning, noServer)
    await becomes('papel@exemplo.pt', 'held')
    assert.equal((await editor.post('/messages/release', { ids: [member.userId] })).body.warning, undefined)
    const account = { name: 'Eva', email: 'eva@exemplo.pt' }
    const created = await admin.post('/users', account, { 'idempotency-key': 'eva' })
    assert.equal(created.body.warning, noServer)
    const repeated = await admin.post('/users', account, { 'idempotency-key': 'eva' })
    assert.equal(repeated.body.warning, noServer, 'also when the answer is repeated')
  })

  test('a test message reports that there is no server', async () => {
    const { outcome, detail } = succeeded(await admin.post('/messages/test', { channel: 'email' }))
    assert.deepEqual([outcome, detail], ['held', 'Não há um servidor de email configurado.'])
    const sms = succeeded(await admin.post('/messages/test', { channel: 'sms', to: '912 345 678' }))
    assert.equal(sms['outcome'], 'held')
  })
})

describe('mail server settings', () => {
  test('take effect at once, and do not release held messages', async () => {
    await set('mailHost', '127.0.0.1')
    await set('mailPort', String(mail.port))
    await set('mailSecurity', 'none')
    await set('messagesPerMinute', '6000')
    await tell('direta@exemplo.pt')
    await becomes('direta@exemplo.pt', 'sent')
    assert.equal((await stateOf('papel@exemplo.pt'))?.state, 'held')
    assert.deepEqual(mail.to('papel@exemplo.pt'), [])
  })

  test('the password is encrypted and never shown', async () => {
    await set('mailUser', 'clube')
    for (const secret of ['abre-te sésamo', 'outra ainda']) {
      await set('mailPassword', secret)
      const shown = (await admin.get('/settings/mailPassword')).body.data['value']
      assert.equal(shown, '••••••••')
      // Saving the mask leaves the password unchanged.
      await set('mailPassword', String(shown))
      const everything = [
        (await admin.get('/settings?_limit=-1')).text,
        (await admin.get('/settings?_sort=-value')).text,
        (await admin.get('/settings/export?format=csv')).text,
        (
          await admin.get(
            `/settings/${(await admin.get('/settings/mailPassword')).body.data._id}/audit_events`,
          )
        ).text,
        JSON.stringify(await sql('SELECT * FROM settings')),
        JSON.stringify(await sql('SELECT * FROM audit_events')),
      ]
      for (const text of everything) assert.ok(!text.includes(secret))
      const { organisation } = app.world
      const { readSecretSetting } = await import('../settings/index.ts')
      assert.equal(await readSecretSetting(app.world, await organisation.settings(), 'mailPassword'), secret)
    }
    assert.equal((await editor.patch('/settings/mailPassword', { value: 'x' })).status, 403)
    await set('mailPassword', '')
    await set('mailUser', '')
    assert.equal((await admin.get('/settings/mailPassword')).body.data['value'], '')
  })

  test('a test message reports the error of the server; invalid destinations are rejected', async () => {
    mail.reply = () => ({ code: 550, at: 'recipient' })
    const { outcome, detail } = succeeded(await admin.post('/messages/test', { to: 'alguem@exemplo.pt' }))
    assert.equal(outcome, 'failed')
    assert.match(String(detail), /550 palavras do servidor/)
    mail.reply = () => 'take'
    await set('mailPort', '1')
    const unreachable = succeeded(await admin.post('/messages/test', { to: 'alguem@exemplo.pt' }))
    assert.match(String(unreachable['detail']), /Não foi possível falar com o servidor/)
    await set('mailPort', String(mail.port))
    const good = succeeded(await editor.post('/messages/test', { to: 'alguem@exemplo.pt' }))
    assert.equal(good['outcome'], 'sent')
    assert.equal(mail.to('alguem@exemplo.pt').length, 1)
    for (const [input, field] of [
      [{ channel: 'letter' }, 'channel'],
      [{ to: 'nada' }, 'to'],
      [{ to: 5 }, 'to'],
      [{ channel: 'sms' }, 'to'],
      [{ channel: 'sms', to: '223 456 789' }, 'to'],
    ] as const) {
      const { status, body } = await admin.post('/messages/test', input)
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
    }
    assert.equal((await member.post('/messages/test', {})).status, 403)
  })
})

describe('automatic sending switched off', () => {
  test('messages are held, except urgent ones and tests', async () => {
    await set('SendMessages', 'false')
    await tell('parada@exemplo.pt')
    await tell('entrada@exemplo.pt', {
      event: 'loginLink',
      secretLink: 'https://exemplo.pt/x',
    })
    await becomes('entrada@exemplo.pt', 'sent')
    assert.deepEqual(
      [(await stateOf('parada@exemplo.pt'))?.state, (await stateOf('parada@exemplo.pt'))?.reason],
      ['held', 'paused'],
    )
    assert.equal(succeeded(await admin.post('/messages/test', { to: 'teste@exemplo.pt' }))['outcome'], 'sent')
    assert.deepEqual(mail.to('parada@exemplo.pt'), [])
  })

  test('releasing and resending are rejected', async () => {
    const { id } = (await stateOf('parada@exemplo.pt')) ?? {}
    for (const answer of [
      await admin.post('/messages/release', { all: true }),
      await admin.post(`/messages/${id}/resend`, {}),
    ]) {
      assert.equal(answer.status, 409)
      assert.match(answer.body.message, /ligue-o primeiro/)
    }
    assert.equal((await stateOf('parada@exemplo.pt'))?.state, 'held')
  })

  test('after switching it on, held messages wait until the staff releases or discards them', async () => {
    await tell('deitada@exemplo.pt')
    await set('SendMessages', 'true')
    await tell('agora@exemplo.pt')
    await becomes('agora@exemplo.pt', 'sent')
    assert.equal((await stateOf('parada@exemplo.pt'))?.state, 'held')
    const before = await held()
    assert.ok(before.count >= 3 && before.oldest !== null)
    const discarded = { ids: [(await stateOf('deitada@exemplo.pt'))?.id] }
    assert.deepEqual(succeeded(await editor.post('/messages/discard', discarded)), { count: 1 })
    assert.deepEqual(succeeded(await editor.post('/messages/discard', discarded)), { count: 0 })
    assert.equal((await stateOf('deitada@exemplo.pt'))?.state, 'cancelled')
    const one = { ids: [(await stateOf('parada@exemplo.pt'))?.id] }
    assert.deepEqual(succeeded(await editor.post('/messages/release', one)), { count: 1 })
    await becomes('parada@exemplo.pt', 'sent')
    assert.equal((await stateOf('papel@exemplo.pt'))?.state, 'held')
    assert.deepEqual(succeeded(await admin.post('/messages/release', { all: true })), {
      count: before.count - 2,
    })
    await becomes('papel@exemplo.pt', 'sent')
    await until(async () => (await held()).count <= 1)
    assert.equal(mail.to('parada@exemplo.pt').length, 1)
    assert.equal(mail.to('papel@exemplo.pt').length, 1)
    assert.deepEqual(mail.to('deitada@exemplo.pt'), [])
    for (const wrong of [{}, { ids: [] }, { ids: ['nada'] }, { all: 'sim' }, { all: true, ids: [] }])
      assert.equal((await admin.post('/messages/release', wrong)).status, 422)
    for (const path of ['release', 'discard'])
      assert.equal((await member.post(`/messages/${path}`, {})).status, 403)
    assert.equal((await member.get('/messages/held')).status, 403)
  })

  test('messages already queued are held when it is switched off', async () => {
    await set('messagesPerMinute', '1')
    await tell('vez@exemplo.pt')
    await becomes('vez@exemplo.pt', 'sent')
    await tell('atrasada@exemplo.pt')
    await set('SendMessages', 'false')
    await becomes('atrasada@exemplo.pt', 'held')
    assert.equal((await stateOf('atrasada@exemplo.pt'))?.reason, 'paused')
    await set('SendMessages', 'true')
    await set('messagesPerMinute', '6000')
    assert.deepEqual(mail.to('atrasada@exemplo.pt'), [])
  })
})

describe('letters', () => {
  test('wait to be printed, and are not released', async () => {
    const person = await here.make.person({ name: 'Rosa Neves', address: 'Rua da Fonte, 2' })
    await admin.patch('/message_settings/welcome', { channel: 'letter' })
    await tell('', { to: { personId: String(person._id) } })
    const [message] = (await admin.get(`/people/${person._id}/messages`)).body.data
    assert.deepEqual([message?.['state'], message?.['reason']], ['toPrint', null])
    await admin.post('/messages/release', { all: true })
    assert.equal((await admin.get(`/messages/${message?._id}`)).body.data['state'], 'toPrint')
    assert.equal((await admin.get('/messages?_state=held&_channel=letter')).body.meta.total, 0)
    await admin.patch('/message_settings/welcome', { channel: 'preferred' })
  })
})

describe('a secret link', () => {
  const link = 'https://exemplo.pt/segredo-1234567890'

  test('is only in the sent message: not in the API, exports, audit events, jobs or, once sent, the database', async () => {
    const addedJobs = await recordJobs(here)
    await set('mailHost', '')
    await tell('chefe@exemplo.pt', {
      event: 'loginLink',
      values: { validade: '15 minutos' },
      secretLink: link,
    })
    await becomes('chefe@exemplo.pt', 'held')
    const [stored] = await messagesTo(here, 'chefe@exemplo.pt')
    assert.ok(stored?.text.includes(link), 'the program can still send it')
    const id = String(stored?.id)
    const answers = [
      await editor.get(`/messages/${id}`),
      await editor.get('/messages?_limit=-1'),
      await editor.get('/messages/export?format=csv&_columns=subject,recipient'),
      await editor.get(`/messages/${id}/audit_events`),
      await editor.get(`/messages/${id}/message_attempts`),
      await admin.get(`/messages/${id}`),
    ]
    for (const { status, text } of answers) {
      assert.equal(status, 200)
      assert.ok(!text.includes('segredo-1234567890'))
    }
    assert.match(
      String(answers[0]?.body.data['bodyText']),
      /\(ligação de uso único, só na mensagem enviada\)/,
    )
    assert.equal((await editor.get('/messages/export?_columns=bodyText')).status, 400)
    const redirected = await editor.post(`/messages/${id}/resend`, { recipient: 'editor@exemplo.pt' })
    assert.deepEqual([redirected.status, Object.keys(redirected.body.errors)], [422, ['recipient']])

    await set('mailHost', '127.0.0.1')
    succeeded(await editor.post(`/messages/${id}/resend`, {}))
    await becomes('chefe@exemplo.pt', 'sent')
    assert.ok(mail.to('chefe@exemplo.pt')[0]?.raw.includes('segredo-'))
    const [gone] = await sql('SELECT sealed FROM messages WHERE id = $1', [id])
    assert.deepEqual(gone, { sealed: null })
    const again = await editor.post(`/messages/${id}/resend`, {})
    assert.equal(again.status, 409)
    assert.match(again.body.message, /uso único/)
    assert.ok(!JSON.stringify(await sql('SELECT * FROM messages')).includes('segredo-'))
    const jobs = await addedJobs()
    assert.ok(jobs.length > 0)
    assert.ok(!JSON.stringify(jobs).includes('segredo-'))
  })
})
