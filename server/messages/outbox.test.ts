import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { inTransaction } from '../database/transaction.ts'
import { testApp } from '../testing/test-app.ts'
import { decoded, startTestMailServer } from '../testing/test-mail-server.ts'
import { maximumAttempts } from './record-outcome.ts'
import { announce } from './index.ts'
import { runClock, messageTools } from './testing.ts'

const mail = await startTestMailServer()
after(() => mail.close())
const config = { smtpUrl: `${mail.url}?socketTimeout=700` }
const here = await testApp({ config })
const there = await testApp({ with: here, config })
const { app, database, sql, make, as } = here
const { tell, becomes, stateOf, until, hurry, set } = messageTools(here)
runClock(here)
const admin = await as('admin')
await set('messagesPerMinute', '6000')

describe('a message', () => {
  test('is sent once, with the sender and reply address of the organisation', async () => {
    await set('name', 'Clube Açoriano')
    await set('organisationEmail', 'geral@exemplo.pt')
    await set('mailReplyTo', 'respostas@exemplo.pt')
    await tell('ana@exemplo.pt')
    await becomes('ana@exemplo.pt', 'sent')
    const [received, ...others] = mail.to('ana@exemplo.pt')
    assert.ok(received)
    assert.equal(others.length, 0)
    assert.match(received.raw, /^From: .*<geral@exemplo\.pt>/m)
    assert.match(received.raw, /^To: Ana Reis <ana@exemplo\.pt>/m)
    assert.match(received.raw, /^Reply-To: respostas@exemplo\.pt/m)
    assert.match(received.raw, /^Message-ID: <[0-9a-f-]{36}@agremia>/m)
    assert.match(received.raw, /^Content-Type: multipart\/alternative/m)
    assert.doesNotMatch(received.raw, /List-Unsubscribe/)
    const text = decoded(received)
    assert.match(text, /Olá, Ana,/)
    assert.match(text, /<html lang="pt-PT">/)
    assert.doesNotMatch(text, /por pertencer/, 'the recipient is not a known member')
  })

  test('to a member has a footer with the reason why they get it', async () => {
    const email = 'socia@exemplo.pt'
    const member = await make.member({ name: 'Rita Sócia', email })
    await inTransaction(database, (tx) =>
      announce(
        { db: tx, world: app.world },
        { event: 'welcome', to: { personId: String(member['personId']) }, values: {} },
      ),
    )
    await becomes(email, 'sent')
    const received = mail.to(email).map(decoded)
    assert.ok(
      received.every((text) => text.includes('Recebe esta mensagem por pertencer ao Clube Açoriano.')),
    )
    assert.ok(received.length > 0)
  })

  test('is sent with its attachments, and fails when one is missing', async () => {
    const id = newId()
    const content = Buffer.from('%PDF-1.7 recibo')
    // Both processes need the file, since either may send the message.
    for (const { world } of [app, there.app]) await world.files.put(id, 'original', content)
    const file = { variant: 'original', fileName: 'recibo-q-2026-000123.pdf', mediaType: 'application/pdf' }
    await tell('anexo@exemplo.pt', { attachments: [{ id, ...file }] })
    await becomes('anexo@exemplo.pt', 'sent')
    const raw = mail.to('anexo@exemplo.pt')[0]?.raw ?? ''
    assert.match(raw, /^Content-Type: application\/pdf; name=recibo-q-2026-000123\.pdf/m)
    assert.match(raw, /^Content-Disposition: attachment; filename=recibo-q-2026-000123\.pdf/m)
    assert.ok(raw.includes(content.toString('base64')))

    await tell('sem-anexo@exemplo.pt', { attachments: [{ id: newId(), ...file }] })
    await becomes('sem-anexo@exemplo.pt', 'failed')
    assert.match((await stateOf('sem-anexo@exemplo.pt'))?.error ?? '', /recibo-q-2026-000123\.pdf/)
    assert.deepEqual(mail.to('sem-anexo@exemplo.pt'), [])
  })

  test('of a transaction that is rolled back is never sent', async () => {
    const undone = inTransaction(database, async (tx) => {
      await announce(
        { db: tx, world: app.world },
        { event: 'welcome', to: { email: 'nunca@exemplo.pt' }, values: {} },
      )
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    await tell('depois@exemplo.pt')
    await becomes('depois@exemplo.pt', 'sent')
    assert.equal(await stateOf('nunca@exemplo.pt'), undefined)
    assert.deepEqual(mail.to('nunca@exemplo.pt'), [])
  })

  test('is sent once when two processes share the queue', async () => {
    const addresses = Array.from({ length: 60 }, (_, index) => `socio${index}@exemplo.pt`)
    for (const address of addresses) await tell(address)
    for (const address of addresses) await becomes(address, 'sent')
    assert.deepEqual(
      addresses.map((address) => mail.to(address).length),
      addresses.map(() => 1),
    )
    assert.ok(there.app)
  })

  test('with a temporary error is retried with backoff, and fails after the last attempt', async () => {
    mail.reply = (to) => (to === 'cheia@exemplo.pt' ? { code: 452, at: 'data' } : 'take')
    await tell('cheia@exemplo.pt')
    let last = 0
    for (let tries = 1; tries < maximumAttempts; tries++) {
      let wait = 0
      // The attempt is recorded before its job is put off.
      await until(async () => {
        const now = await stateOf('cheia@exemplo.pt')
        const [row] = await sql<{ wait: number }>(
          `SELECT extract(epoch FROM due_at - now())::int AS wait FROM jobs
           WHERE due_at > now() AND data ->> 'id' = $1`,
          [now?.id],
        )
        wait = row?.wait ?? 0
        return now?.state === 'queued' && now.attempts === tries && row !== undefined
      })
      assert.ok(wait > last * 1.5 || last > 2 * 3600, `${tries}: ${wait} after ${last}`)
      last = wait
      await hurry()
    }
    await becomes('cheia@exemplo.pt', 'failed')
    const dead = await stateOf('cheia@exemplo.pt')
    assert.deepEqual([dead?.attempts, dead?.reason], [maximumAttempts, 'gaveUp'])
    assert.match(dead?.error ?? '', /tentar mais tarde: .*452 palavras do servidor/)
    assert.deepEqual(mail.to('cheia@exemplo.pt'), [])
    const { body } = await admin.get(`/messages/${dead?.id}/message_attempts?_sort=at`)
    assert.equal(body.meta.total, maximumAttempts)
    assert.deepEqual([...new Set(body.data.map(({ outcome }) => outcome))], ['postponed', 'gaveUp'])
  })

  test('with a temporary error is sent once when the server recovers', async () => {
    mail.reply = (to) => (to === 'segunda@exemplo.pt' ? { code: 421, at: 'recipient' } : 'take')
    await tell('segunda@exemplo.pt')
    await until(async () => (await stateOf('segunda@exemplo.pt'))?.error !== null)
    assert.equal((await stateOf('segunda@exemplo.pt'))?.state, 'queued')
    mail.reply = () => 'take'
    await hurry()
    await becomes('segunda@exemplo.pt', 'sent')
    assert.equal(mail.to('segunda@exemplo.pt').length, 1)
  })

  test('with a permanent error fails without retry, with the error of the server', async () => {
    for (const at of ['recipient', 'data'] as const) {
      const address = `recusada.${at}@exemplo.pt`
      mail.reply = (to) => (to === address ? { code: 550, at } : 'take')
      await tell(address)
      await becomes(address, 'failed')
      const dead = await stateOf(address)
      assert.deepEqual([dead?.attempts, dead?.reason], [1, 'refused'])
      assert.match(dead?.error ?? '', /O servidor recusou a mensagem: .*550 palavras do servidor/)
      const jobs = () => sql(`SELECT 1 FROM jobs WHERE data ->> 'id' = $1`, [dead?.id])
      await until(async () => (await jobs()).length === 0, 'the job ends')
    }
  })

  test('is sent once when the server is slow', async () => {
    mail.reply = async (to) => {
      if (to === 'lenta@exemplo.pt') await sleep(300)
      return 'take' as const
    }
    await tell('lenta@exemplo.pt')
    await becomes('lenta@exemplo.pt', 'sent')
    assert.equal(mail.to('lenta@exemplo.pt').length, 1)
  })

  test('whose connection is lost before it was transmitted is retried', async () => {
    mail.reply = (to) => (to === 'queda@exemplo.pt' ? { drop: 'recipient' } : 'take')
    await tell('queda@exemplo.pt')
    await until(async () => (await stateOf('queda@exemplo.pt'))?.error !== null)
    const waiting = await stateOf('queda@exemplo.pt')
    assert.equal(waiting?.state, 'queued')
    assert.match(waiting?.error ?? '', /Não foi possível falar com o servidor/)
    mail.reply = () => 'take'
    await hurry()
    await becomes('queda@exemplo.pt', 'sent')
    assert.equal(mail.to('queda@exemplo.pt').length, 1)
  })

  for (const reply of [{ drop: 'data' }, 'silence'] as const) {
    test(`that was transmitted but not confirmed (${JSON.stringify(reply)}) is doubtful, and only sent again by hand`, async () => {
      const address = `duvida${typeof reply === 'string' ? 2 : 1}@exemplo.pt`
      mail.reply = (to) => (to === address ? reply : 'take')
      await tell(address)
      await becomes(address, 'doubtful')
      const doubtful = await stateOf(address)
      assert.equal(doubtful?.reason, 'interrupted')
      assert.match(doubtful?.error ?? '', /sem que o servidor confirmasse/)
      mail.reply = () => 'take'
      await hurry()
      await tell(`depois.${address}`)
      await becomes(`depois.${address}`, 'sent')
      assert.deepEqual(mail.to(address), [])
      const again = await admin.post(`/messages/${doubtful?.id}/resend`, {})
      assert.equal(again.status, 200, again.text)
      await becomes(address, 'sent')
      assert.equal(mail.to(address).length, 1)
    })
  }

  test('without an address fails with the reason, and can be resent once there is one', async () => {
    const person = await make.person({ name: 'Sem Contactos' })
    const id = await inTransaction(database, (tx) =>
      announce({ db: tx, world: app.world }, { event: 'welcome', to: { personId: person._id }, values: {} }),
    )
    const { body } = await admin.get(`/messages/${id}`)
    const { state, reason, lastError, personLabel } = body.data
    assert.deepEqual(
      [state, reason, lastError, personLabel],
      ['failed', 'noAddress', 'Não há um email para onde enviar.', 'Sem Contactos'],
    )
    await make.person()
    assert.equal((await admin.post(`/messages/${id}/resend`, {})).status, 422)
    await admin.patch(`/people/${person._id}`, { email: 'agora@exemplo.pt' })
    assert.equal((await admin.post(`/messages/${id}/resend`, {})).status, 200)
    await becomes('agora@exemplo.pt', 'sent')
  })

  test('of a disabled event is not written', async () => {
    await admin.patch('/message_settings/welcome', { enabled: false })
    assert.equal(await tell('desligada@exemplo.pt'), undefined)
    assert.equal(await stateOf('desligada@exemplo.pt'), undefined)
    await admin.patch('/message_settings/welcome', { enabled: true })
  })
})
