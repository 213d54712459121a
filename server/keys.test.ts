import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { v7 as newId } from 'uuid'
import { migrate } from './database/migrate.ts'
import { textKeyName } from './database/sealed-text.ts'
import { inTransaction } from './database/transaction.ts'
import { StartError } from './errors.ts'
import type { Keys } from './keys.ts'
import { encryptionKeys, openKeys, signingKeys } from './keys.ts'
import { testDatabase } from './testing/test-database.ts'
import { namesOf } from '@agremia/resources/names.ts'

const database = await testDatabase()
const secretsKey = randomBytes(32)
const otherKey = randomBytes(32)
const open = (wrapping = {}) => openKeys(database, wrapping)

const names = namesOf(signingKeys)

async function rows() {
  const { rows: stored } = await database.pool.query<{ name: string; value: Buffer; wrapped: boolean }>(
    'SELECT name, value, wrapped FROM secrets ORDER BY name, version',
  )
  return stored
}

const seal = (keys: Keys, text: string) =>
  inTransaction(database, async (db) => (await keys.sealer(db, 'messages'))(text))

/** Fails unless both have the same keys. */
async function assertSame(keys: Keys, others: Keys): Promise<void> {
  for (const name of names) assert.deepEqual(others.signing(name), keys.signing(name), name)
  assert.equal(await others.unseal('messages', await seal(keys, 'olá')), 'olá')
}

afterEach(() => database.pool.query('DELETE FROM secrets'))

describe('keys', () => {
  test('are created once, each for one purpose', async () => {
    const [keys, others] = await Promise.all([open(), open()])
    await assertSame(keys!, others!)
    const stored = await rows()
    assert.equal(stored.length, [...names, ...encryptionKeys, textKeyName].length)
    assert.equal(new Set(stored.map(({ value }) => value.toString('hex'))).size, stored.length)
    assert.ok(stored.every(({ value, wrapped }) => value.length === 32 && !wrapped))
  })

  test('encrypted values are rejected when they were changed or belong to another purpose', async () => {
    const keys = await open()
    const sealed = await seal(keys, 'segredo')
    assert.ok(!sealed.includes('segredo'))
    assert.notDeepEqual(await seal(keys, 'segredo'), sealed)
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index]! ^= 1
      await assert.rejects(keys.unseal('messages', changed))
    }
    await assert.rejects(keys.unseal('webhooks', sealed))
  })
})

describe('with SECRETS_KEY', () => {
  test('the database has no plain key, and existing keys stay the same', async () => {
    const plain = await open()
    const before = await rows()
    await assertSame(plain, await open({ secretsKey }))
    const { rows: dump } = await database.pool.query<{ text: string }>(
      'SELECT secrets::text AS text FROM secrets',
    )
    const text = dump.map((row) => row.text).join('\n')
    for (const { value } of before) assert.ok(!text.includes(value.toString('hex')))
    assert.ok((await rows()).every(({ wrapped }) => wrapped))
    const after = await rows()
    await assertSame(plain, await open({ secretsKey }))
    assert.deepEqual(await rows(), after, 'a second start writes nothing')
  })

  test('new databases never have a plain key', async () => {
    const keys = await open({ secretsKey })
    for (const { value } of await rows())
      for (const name of names) assert.ok(!value.includes(keys.signing(name)))
  })

  test('a missing or wrong key stops the start, and nothing is lost', async () => {
    const keys = await open({ secretsKey })
    const before = await rows()
    const wrong = { secretsKey: otherKey }
    for (const [wrapping, message] of [
      [{}, /^As chaves desta base de dados estão cifradas: defina SECRETS_KEY/],
      [wrong, /^SECRETS_KEY não é a chave que cifrou/],
      [{ ...wrong, secretsPreviousKey: randomBytes(32) }, /^SECRETS_KEY não é a chave que cifrou/],
    ] as const)
      await assert.rejects(
        open(wrapping),
        (error) => error instanceof StartError && message.test(error.message),
      )
    assert.deepEqual(await rows(), before)
    await assertSame(keys, await open({ secretsKey }))
  })

  test('rows that were exchanged are rejected', async () => {
    await open({ secretsKey })
    await database.pool.query(
      `UPDATE secrets s SET value = o.value FROM secrets o WHERE (s.name, o.name) IN (('files', 'tokens'), ('tokens', 'files'))`,
    )
    await assert.rejects(open({ secretsKey }), StartError)
  })

  test('SECRETS_PREVIOUS_KEY replaces it, with several processes that start at once', async () => {
    const keys = await open({ secretsKey })
    const replaced = { secretsKey: otherKey, secretsPreviousKey: secretsKey }
    for (const others of await Promise.all([open(replaced), open(replaced), open(replaced)]))
      await assertSame(keys, others)
    await assert.rejects(open({ secretsKey }), StartError)
    await assertSame(keys, await open({ secretsKey: otherKey }))
  })

  test('a replacement that fails midway changes no row', async () => {
    await open({ secretsKey })
    await database.pool.query(`UPDATE secrets SET value = $1 WHERE name = 'webhooks'`, [randomBytes(60)])
    const before = await rows()
    await assert.rejects(open({ secretsKey: otherKey, secretsPreviousKey: secretsKey }), StartError)
    assert.deepEqual(await rows(), before)
  })
})

test('values that were encrypted before keys had versions are readable', async (t) => {
  const older = await testDatabase({ migrated: false })
  const folder = mkdtempSync(join(tmpdir(), 'agremia-older-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const all = join(import.meta.dirname, 'database/migrations')
  const files = readdirSync(all).sort()
  const versions = files.findIndex((name) => name.endsWith('-key-versions.sql'))
  for (const name of files.slice(0, versions)) copyFileSync(join(all, name), join(folder, name))
  await migrate(older, { folder })
  const key = randomBytes(32)
  // As in versions of the program until then.
  const encrypt = (text: string) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
  }
  const long = 'palavra-passe '.repeat(20)
  for (const name of encryptionKeys)
    await older.pool.query('INSERT INTO secrets (name, value) VALUES ($1, $2)', [name, key])
  await older.pool.query(`INSERT INTO secrets (name, value) VALUES ('setup', '12345678')`)
  await older.pool.query(
    `INSERT INTO settings (id, name, value) VALUES ($1, 'mailPassword', $2), ($3, 'smsToken', '')`,
    [newId(), encrypt(long).toString('base64'), newId()],
  )
  const userId = newId()
  await older.pool.query(
    `INSERT INTO users (id, name, email, role) VALUES ($1, 'Ana', 'ana@exemplo.pt', 'admin')`,
    [userId],
  )
  await older.pool.query('INSERT INTO authenticator_apps (user_id, secret) VALUES ($1, $2)', [
    userId,
    encrypt('ABCDEFGH'),
  ])
  await migrate(older)
  const keys = await openKeys(older, { secretsKey })
  const { rows: found } = await older.pool.query<{ name: string; value: string }>(
    `SELECT name, value FROM settings WHERE name IN ('mailPassword', 'smsToken') ORDER BY name`,
  )
  assert.equal(await keys.unseal('settings', Buffer.from(found[0]?.value ?? '', 'base64')), long)
  assert.deepEqual(found[1], { name: 'smsToken', value: '' })
  const { rows: apps } = await older.pool.query<{ secret: Buffer }>('SELECT secret FROM authenticator_apps')
  assert.equal(await keys.unseal('authenticatorApps', apps[0]!.secret), 'ABCDEFGH')
})
