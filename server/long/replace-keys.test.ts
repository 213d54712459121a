import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { inTransaction } from '../database/transaction.ts'
import type { EncryptionKey } from '../keys.ts'
import { encryptionKeys, openKeys } from '../keys.ts'
import { unsubscribeUrl } from '../messages/consents.ts'
import { discardKeys, replaceKeys } from '../replace-keys.ts'
import { callerOf } from '../testing/caller.ts'
import { untilSomeoneWaits } from '../testing/lock-waits.ts'
import { goodPassword, succeeded } from '../testing/make.ts'
import { appCode } from '../testing/test-authenticator.ts'
import { testApp } from '../testing/test-app.ts'
import { until } from '../testing/wait.ts'

const secretsKey = Buffer.alloc(32, 7)
const here = await testApp({ config: { secretsKey } })
const there = await testApp({ config: { secretsKey }, with: here })
const { app, as, database, make, sql, visitor, clock } = here
const { world } = app
const admin = await as('admin')

const versions = async (name: string) =>
  (
    await sql<{ version: number }>('SELECT version FROM secrets WHERE name = $1 ORDER BY version', [name])
  ).map(({ version }) => version)

/** Encrypts in a transaction that does `work` with the value before it ends. */
const seal = (name: EncryptionKey, value: string, work = async (_sealed: Buffer) => {}) =>
  inTransaction(database, async (db) => {
    const sealed = (await world.keys.sealer(db, name))(value)
    await work(sealed)
    await db.query({
      text: 'INSERT INTO webhook_secrets (webhook_id, sealed) VALUES ($1, $2)',
      values: [webhook, sealed],
    })
  })

const webhook = newId()
await sql(
  `INSERT INTO webhooks (id, name, url, events) VALUES ($1, 'X', 'https://exemplo.pt', 'members.created')`,
  [webhook],
)
const webhookSecrets = async () => {
  const stored = await sql<{ sealed: Buffer }>('SELECT sealed FROM webhook_secrets ORDER BY id')
  return Promise.all(stored.map(({ sealed }) => there.app.world.keys.unseal('webhooks', sealed)))
}

test('links and sessions end; encrypted values, cards, receipts and unsubscribe links stay valid, in every process', async () => {
  const user = await make.user({ password: goodPassword, role: 'editor' })
  const signIn = (process = visitor, code?: string) =>
    process.post('/auth', { email: user['email'], password: goodPassword, ...(code && { code }) })
  const { access } = (await signIn()).body
  const { secret } = succeeded(
    await callerOf(app, access).post('/auth/two_steps/begin', { password: goodPassword }),
  ) as unknown as { secret: string }
  const codeNow = () => appCode(secret, clock().getTime())
  succeeded(await callerOf(app, access).post('/auth/two_steps/confirm', { code: codeNow() }))
  succeeded(await admin.patch('/settings/mailPassword', { value: 'palavra-passe do correio' }))
  await seal('webhooks', 'whsec_abc')
  const member = await make.member()
  const unsubscribe = new URL(unsubscribeUrl(world, String(member['personId']), 'newsletter')).pathname
  const payment = await make.payment()
  const card = await make.card({ memberId: member._id })
  const id = Buffer.from(payment._id.replaceAll('-', ''), 'hex')
  const signature = createHmac('sha256', world.keys.signing('receipts')).update(id).digest().subarray(0, 12)
  const receipt = `/receipt_information/${Buffer.concat([id, signature]).toString('base64url')}`
  const { url } = succeeded(await admin.get(`/members/${member._id}/statement`)) as unknown as { url: string }
  const before = await sql<{ value: Buffer }>('SELECT value FROM secrets')

  assert.ok((await replaceKeys(database, { secretsKey })) >= 3)

  for (const name of encryptionKeys) assert.deepEqual(await versions(name), [2], name)
  assert.deepEqual([await versions('tokens'), await versions('unsubscribe')], [[2], [1, 2]])
  const kept = new Set(
    (await sql<{ value: Buffer }>('SELECT value FROM secrets')).map(({ value }) => String(value)),
  )
  assert.equal(before.filter(({ value }) => kept.has(String(value))).length, 2, 'of unsubscribe and receipts')
  clock.advance({ minutes: 2 })
  for (const process of [here, there]) {
    const other = callerOf(process.app, access)
    await until(async () => (await other.get('/users')).status === 401, 'the session ended')
    assert.equal((await process.app.inject({ url })).statusCode, 404)
    assert.equal((await process.visitor.get(receipt)).status, 200)
    assert.equal((await process.visitor.get(`/membership_cards/verify/${String(card['code'])}`)).status, 200)
    assert.equal((await process.app.inject({ url: unsubscribe })).statusCode, 200)
    const settings = await process.app.world.organisation.settings()
    const password = Buffer.from(settings.mailPassword, 'base64')
    assert.equal(await process.app.world.keys.unseal('settings', password), 'palavra-passe do correio')
    assert.equal((await signIn(process.visitor, codeNow())).status, 200)
    clock.advance({ minutes: 2 })
  }
  assert.deepEqual(await webhookSecrets(), ['whsec_abc'])
  const ended = await sql('SELECT FROM sessions WHERE user_id = $1 AND ended_at IS NOT NULL', [user._id])
  assert.equal(ended.length, 1)
})

test('waits for a transaction that encrypted with the earlier key', async () => {
  const [latest] = (await versions('webhooks')).slice(-1)
  let replaced: Promise<number> | undefined
  await seal('webhooks', 'whsec_open', async () => {
    replaced = replaceKeys(database, { secretsKey })
    await untilSomeoneWaits(here, replaced)
  })
  await replaced
  assert.deepEqual(await versions('webhooks'), [latest! + 1])
  assert.ok((await webhookSecrets()).includes('whsec_open'))
})

test('a value that no key decrypts stops it, and earlier keys stay until it is gone', async () => {
  const sealed: Buffer[] = []
  await seal('webhooks', 'whsec_read', async (value) => void sealed.push(value))
  await replaceKeys(database, { secretsKey })
  assert.equal(await world.keys.unseal('webhooks', sealed[0]!), 'whsec_read', 'in a cache of this process')
  await sql(
    'UPDATE webhook_secrets SET sealed = $1 WHERE id = (SELECT min(id::text)::uuid FROM webhook_secrets)',
    [Buffer.concat([Buffer.from([0, 0, 0, 99]), sealed[0]!.subarray(4)])],
  )
  const before = await versions('webhooks')
  await assert.rejects(replaceKeys(database, { secretsKey }), /there is no key webhooks\/99/)
  assert.deepEqual(await versions('webhooks'), [...before, before[0]! + 1])
  await sql('DELETE FROM webhook_secrets')
  await replaceKeys(database, { secretsKey })
  assert.equal((await versions('webhooks')).length, 1)
})

test('killed again and again, it loses no value, and values written meanwhile are readable', async () => {
  const values = Array.from({ length: 3000 }, (_, index) => `whsec_${index}`)
  await inTransaction(database, async (db) => {
    const encrypt = await world.keys.sealer(db, 'webhooks')
    await db.query({
      text: 'INSERT INTO webhook_secrets (webhook_id, sealed) SELECT $1, unnest($2::bytea[])',
      values: [webhook, values.map(encrypt)],
    })
  })
  const [earlier] = await versions('webhooks')
  const latestCount = async () => {
    const [row] = await sql<{ count: number }>(
      'SELECT count(*)::integer AS count FROM webhook_secrets WHERE substring(sealed FROM 1 FOR 4) <> int4send($1)',
      [earlier],
    )
    return row?.count ?? 0
  }
  for (let kill = 0; kill < 2; kill++) {
    const done = await latestCount()
    const { child, exited } = command()
    await until(async () => (await latestCount()) > done + 100, 'some encrypted values')
    child.kill('SIGKILL')
    await exited
    assert.ok((await latestCount()) < values.length, 'killed before the end')
    assert.deepEqual(await versions('webhooks'), [earlier, earlier! + 1])
    values.push(`whsec_meanwhile_${kill}`)
    await seal('webhooks', values.at(-1)!)
    assert.deepEqual((await webhookSecrets()).toSorted(), values.toSorted())
  }
  const { exited, output } = command()
  assert.deepEqual([await exited, /valores cifrados de novo\./.test(await output)], [[0, null], true])
  assert.deepEqual(await versions('webhooks'), [earlier! + 1])
  assert.deepEqual((await webhookSecrets()).toSorted(), values.toSorted())
})

test('without the right SECRETS_KEY nothing is replaced', async () => {
  const before = await sql('SELECT * FROM secrets ORDER BY name, version')
  const { exited, output } = command(Buffer.alloc(32, 8))
  assert.deepEqual(await exited, [1, null])
  assert.match(await output, /^SECRETS_KEY não é a chave/)
  assert.deepEqual(await sql('SELECT * FROM secrets ORDER BY name, version'), before)
})

test('when SECRETS_KEY is lost, only what it encrypted is removed', async () => {
  await Promise.all([here.app.close(), there.app.close()])
  await assert.rejects(discardKeys(database, { secretsKey }), /nada se perdeu nem se apagou/)
  const count = async (table: string) => (await sql(`SELECT FROM ${table}`)).length
  assert.ok((await count('authenticator_apps')) > 0 && (await count('webhook_secrets')) > 0)
  const kept = ['users', 'members', 'messages', 'settings', 'webhooks']
  const before = await Promise.all(kept.map(count))
  const other = { secretsKey: Buffer.alloc(32, 8) }
  await discardKeys(database, other)
  assert.deepEqual(await Promise.all(kept.map(count)), before)
  assert.deepEqual([await count('authenticator_apps'), await count('webhook_secrets')], [0, 0])
  assert.deepEqual(await sql(`SELECT value FROM settings WHERE name = 'mailPassword'`), [{ value: '' }])
  assert.deepEqual(await sql('SELECT FROM messages WHERE sealed IS NOT NULL'), [])
  await openKeys(database, other)
  assert.equal(await replaceKeys(database, other), 0)
})

/** The command, as a process of its own. */
function command(key = secretsKey) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../scripts/run.mjs'), 'replace-keys'],
    {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        DATABASE_LISTEN_URL: '',
        SECRETS_KEY: key.toString('base64'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return { child, exited: once(child, 'exit'), output: text(child.stdout) }
}
