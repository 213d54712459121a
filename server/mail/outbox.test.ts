import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../database/transaction.ts'
import { testApp } from '../testing/test-app.ts'
import { startTestSmtp } from '../testing/test-smtp.ts'
import { queueMessage, startOutbox } from './index.ts'

const smtp = await startTestSmtp()
after(() => smtp.close())
const { received } = smtp

const here = await testApp({ config: { smtpUrl: smtp.url } })
const there = await testApp({ with: here, config: { smtpUrl: smtp.url } })
const folder = await testApp()
const { database, sql, app } = here

const message = (subject: string) => ({
  cause: 'test',
  recipient: 'ana@exemplo.pt',
  subject,
  text: `Olá, Inês.\n\n${subject}`,
})
const stateOf = async ({ sql: ask }: typeof here, subject: string) =>
  (
    await ask<{ state: string; attempts: number; error: string | null }>(
      'SELECT state, attempts, last_error AS error FROM messages WHERE subject = $1',
      [subject],
    )
  )[0]

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await what()) return
    await sleep(20)
  }
  assert.fail('it never happened')
}

describe('a message', () => {
  test('leaves by itself, once, in the organisation’s name', async () => {
    const admin = await here.as('admin')
    await admin.patch('/settings/name', { value: 'Clube Açoriano' })
    await admin.patch('/settings/organisationEmail', { value: 'geral@exemplo.pt' })
    await inTransaction(database, (tx) => queueMessage(tx, message('Convocatória para a Assembleia')))
    await until(async () => (await stateOf(here, 'Convocatória para a Assembleia'))?.state === 'sent')
    const mine = received.filter((text) => /^To: ana@exemplo\.pt/m.test(text))
    assert.equal(mine.length, 1)
    assert.match(mine[0] ?? '', /^From: .*<geral@exemplo\.pt>/m)
    assert.match(mine[0] ?? '', /^Subject: =\?UTF-8\?/m)
    assert.match(mine[0] ?? '', /^Message-ID: <[0-9a-f-]{36}@agremia>/m)
  })

  test('that is undone with what caused it never leaves', async () => {
    const before = received.length
    const undone = inTransaction(database, async (tx) => {
      await queueMessage(tx, message('Nunca'))
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    await sleep(100)
    assert.equal(await stateOf(here, 'Nunca'), undefined)
    assert.equal(received.length, before)
  })

  test('is sent by one process of several', async () => {
    const before = received.length
    await inTransaction(database, async (tx) => {
      for (let index = 0; index < 20; index++) await queueMessage(tx, message(`Número ${index}`))
    })
    const count = async () =>
      (await sql<{ count: number }>(`SELECT count(*)::int AS count FROM messages WHERE state <> 'sent'`))[0]
        ?.count
    await until(async () => (await count()) === 0)
    assert.equal(received.length, before + 20)
    assert.ok(there.app)
  })

  test('that the server refuses is tried again later, and given up after eight times', async () => {
    smtp.refuses = true
    await inTransaction(database, (tx) => queueMessage(tx, message('Recusada')))
    await until(async () => (await stateOf(here, 'Recusada'))?.error !== null)
    for (let tries = 2; tries <= 8; tries++) {
      const [row] = await sql<{ seconds: number }>(
        `SELECT extract(epoch FROM next_attempt_at - now())::int AS seconds FROM messages WHERE subject = 'Recusada'`,
      )
      assert.ok((row?.seconds ?? 0) > 20 * 2 ** (tries - 1), `${tries}: ${row?.seconds} seconds`)
      await sql(`UPDATE messages SET next_attempt_at = now() WHERE subject = 'Recusada'`)
      const outbox = await startOutbox(app.engine.world)
      await outbox.run()
      await outbox.close()
      await until(async () => (await stateOf(here, 'Recusada'))?.attempts === tries)
    }
    const last = await stateOf(here, 'Recusada')
    assert.deepEqual([last?.state, last?.attempts], ['failed', 8])
    assert.match(last?.error ?? '', /not now/)
    smtp.refuses = false
  })

  test('refused at first arrives when the server is well again', async () => {
    smtp.refuses = true
    await inTransaction(database, (tx) => queueMessage(tx, message('À segunda')))
    await until(async () => (await stateOf(here, 'À segunda'))?.error !== null)
    smtp.refuses = false
    await sql(`UPDATE messages SET next_attempt_at = now() WHERE subject = 'À segunda'`)
    const outbox = await startOutbox(app.engine.world)
    await outbox.run()
    await outbox.close()
    await until(async () => (await stateOf(here, 'À segunda'))?.state === 'sent')
  })

  test('without a mail server becomes a file that only its owner reads', async () => {
    await inTransaction(folder.database, (tx) => queueMessage(tx, message('Em papel')))
    await until(async () => (await stateOf(folder, 'Em papel'))?.state === 'sent')
    const place = join(folder.app.engine.world.config.dataDir, 'mensagens')
    const [file = ''] = await readdir(place)
    assert.match(file, /^\d{4}-\d\d-\d\d-[0-9a-f-]{36}\.txt$/)
    const text = await readFile(join(place, file), 'utf8')
    assert.equal(text, 'Para: ana@exemplo.pt\nAssunto: Em papel\n\nOlá, Inês.\n\nEm papel\n')
  })
})
