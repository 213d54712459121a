import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { inDirectSession } from '../database/direct-session.ts'
import { StartError } from '../errors.ts'
import { createFolderStore } from '../files/file-store.ts'
import { openFileStore, removeContent, storeContent, insertFileRow } from '../files/index.ts'
import { writeAtomically } from '../files/file-store.ts'
import { readZip } from '../testing/read-zip.ts'
import { testApp } from '../testing/test-app.ts'
import { testBucket } from '../testing/test-bucket.ts'
import { testDatabase } from '../testing/test-database.ts'
import { testLog } from '../testing/test-log.ts'
import type { Manifest } from './format.ts'
import { openBackup } from './read-backup.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { createBackup, readTables, tableFacts } from './write-backup.ts'

const organisation = await testApp({ empty: true, config: { demo: true } })
const { world } = organisation.app.engine
const folder = mkdtempSync(join(tmpdir(), 'agremia-backup-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const passphrase = 'quatro palavras que ninguém adivinha'
const source = { listenUrl: organisation.database.listenUrl, files: world.files }

async function backUp(
  name: string,
  given: { passphrase?: string } = {},
): Promise<{ path: string; manifest: Manifest }> {
  const path = join(folder, name)
  const { content, manifest } = await createBackup(source, { clock: () => new Date(), ...given })
  await writeAtomically(path, content)
  return { path, manifest: await manifest }
}

/** The content of each table, as its hash. */
async function contentsOf(listenUrl: string): Promise<Record<string, string>> {
  return inDirectSession(listenUrl, 'test', async (client) => {
    const found: Record<string, string> = {}
    for (const table of await readTables(client)) {
      const { csv } = await tableFacts(client, table)
      found[table.name] = String(await buffer(csv))
    }
    return found
  })
}

async function refused(path: string, given?: string): Promise<string> {
  try {
    const opened = await openBackup(path, given)
    try {
      await checkBackup(opened, testLog)
    } finally {
      await opened.close()
    }
  } catch (error) {
    assert.ok(error instanceof StartError, String(error))
    return (error as Error).message
  }
  throw new Error('it was accepted')
}

/** The names of the keys in a CSV. */
const keyNames = (csv = '') =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0])

describe('a backup', () => {
  test('restored into an empty database has each table and each file, except what must not happen again', async () => {
    const { path, manifest } = await backUp('clear.zip')
    const database = await testDatabase({ migrated: false })
    const files = createFolderStore(join(folder, 'restored'))
    const opened = await openBackup(path, undefined)
    await restoreBackup({ listenUrl: database.listenUrl, files }, opened)
    const [before, now] = [await contentsOf(source.listenUrl), await contentsOf(database.listenUrl)]
    const different = Object.keys(before).filter((name) => before[name] !== now[name])
    // Without keys: encrypted values are removed. Sessions end. A job may end, and its message be sent, after the backup.
    assert.deepEqual(
      different.toSorted(),
      ['idempotency_keys', 'jobs', 'messages', 'secrets', 'sessions', 'settings'].filter((name) =>
        different.includes(name),
      ),
    )
    assert.deepEqual(keyNames(now['secrets']), ['personalData'])
    assert.ok(manifest.files && manifest.files.count > 0)
    let count = 0
    for await (const { id, variant } of world.files.list()) {
      const [own, restored] = [await world.files.read(id, variant), await files.read(id, variant)]
      assert.ok(own && restored, `${id}/${variant}`)
      assert.deepEqual(await buffer(restored), await buffer(own))
      count++
    }
    assert.equal(count, manifest.files?.count)
    // Constraints and triggers are there again.
    await assert.rejects(
      database.pool.query(`INSERT INTO members (id, person_id) VALUES (new_id(), new_id())`),
    )
    const triggersOf = async ({ pool }: Pick<typeof database, 'pool'>) =>
      (
        await pool.query<Record<string, string>>(
          `SELECT tgrelid::regclass::text AS owner, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
        )
      ).rows
    assert.deepEqual(await triggersOf(database), await triggersOf(organisation.database))
    await assert.rejects(
      restoreBackup({ listenUrl: database.listenUrl, files }, opened),
      /já tem uma organização/,
    )
    await opened.close()
  })

  test('is a ZIP of CSV and JSON that explains itself, without a secret in clear', async () => {
    await organisation.sql(`UPDATE settings SET value = 'x' WHERE name = 'supportEmail'`)
    const { path, manifest } = await backUp('open.zip')
    const contents = readZip(readFileSync(path))
    assert.match(contents['LEIA-ME.txt'] ?? '', /Cópia de segurança da Agremia/)
    const members = contents['data/members.csv']?.split('\n') ?? []
    assert.match(members[0] ?? '', /^id,/)
    const table = manifest.tables.find(({ name }) => name === 'members')
    assert.equal(
      table?.rows,
      Number((await organisation.sql<{ n: string }>('SELECT count(*) AS n FROM members'))[0]?.n),
    )
    const payments = manifest.tables.find(({ name }) => name === 'payments')
    const [sum] = await organisation.sql<{ sum: string }>('SELECT sum(amount)::text AS sum FROM payments')
    assert.equal(payments?.sums['amount'], sum?.sum)
    assert.equal(manifest.hasKeys, false)
    assert.deepEqual(
      keyNames(contents['data/secrets.csv']),
      ['personalData'],
      'whose values are in clear elsewhere',
    )
  })

  test('with a passphrase is encrypted, has the keys, and opens with that passphrase alone', async () => {
    const { path, manifest } = await backUp('sealed.age', { passphrase })
    assert.equal(manifest.hasKeys, true)
    const bytes = readFileSync(path)
    assert.ok(bytes.subarray(0, 40).toString().startsWith('age-encryption.org/v1'))
    assert.equal(bytes.includes('helena@exemplo.pt'), false)
    assert.match(await refused(path), /BACKUP_PASSPHRASE/)
    assert.match(await refused(path, 'outra que não é esta'), /palavra-passe não é a desta/)
    const cut = join(folder, 'cut.age')
    writeFileSync(cut, bytes.subarray(0, bytes.length - 100))
    assert.match(await refused(cut, passphrase), /incompleta ou estragada/)
    const opened = await openBackup(path, passphrase)
    const { differences, rows, files } = await checkBackup(opened, testLog)
    await opened.close()
    assert.deepEqual(differences, [])
    assert.equal(
      rows,
      manifest.tables.reduce((total, table) => total + table.rows, 0),
    )
    assert.equal(files, manifest.files?.count)
  })

  test('is refused when it was cut, changed, or is another file', async () => {
    const { path } = await backUp('whole.zip')
    const bytes = readFileSync(path)
    const write = (name: string, content: Buffer) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const cut = write('cut.zip', bytes)
    truncateSync(cut, Math.floor(statSync(path).size / 2))
    assert.match(await refused(cut), /incompleta ou estragada/)
    for (const name of ['data/members.csv', 'files/']) {
      const at = bytes.indexOf(name) + 200
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      assert.match(await refused(write('changed.zip', changed)), /incompleta ou estragada/)
    }
    assert.match(
      await refused(write('other.zip', Buffer.from('isto é um texto'))),
      /não é uma cópia de segurança/,
    )
    assert.match(await refused(join(folder, 'nada.zip')), /Não se consegue ler/)
  })

  test('of a newer program, or of migrations that changed, is refused', async () => {
    const { path } = await backUp('newer.zip')
    const opened = await openBackup(path, undefined)
    const { manifest } = opened
    for (const [migrations, reason] of [
      [[...manifest.migrations, { name: '9999-future.sql', checksum: 'x' }], /versão mais recente/],
      [manifest.migrations.map((one, index) => (index === 3 ? { ...one, checksum: 'x' } : one)), /alterada/],
    ] as const) {
      const changed = { ...opened, manifest: { ...manifest, migrations: [...migrations] } }
      await assert.rejects(checkBackup(changed, testLog), reason)
    }
    await opened.close()
  })

  test('has what existed when it began, although rows and files come and go meanwhile', async () => {
    const store = async (content: string) =>
      storeContent(
        world,
        { mediaType: 'image/jpeg', contents: { original: Buffer.from(content) } },
        async (file) => {
          await insertFileRow(organisation.database.pool, file)
          return file.id
        },
      )
    const [kept, removed] = [await store('kept'), await store('removed')]
    const { content, manifest } = await createBackup(source, { clock: () => new Date() })
    // The snapshot exists when the first bytes come.
    const iterator = content[Symbol.asyncIterator]()
    const parts = [(await iterator.next()).value as Buffer]
    const late = await store('late')
    await organisation.sql('DELETE FROM stored_files WHERE id = $1', [removed])
    await organisation.sql('INSERT INTO discarded_files (id) VALUES ($1)', [removed])
    await removeContent(world, removed)
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      parts.push(next.value as Buffer)
    await manifest
    const contents = readZip(Buffer.concat(parts))
    const named = (id: string) => Object.keys(contents).some((path) => path.includes(id))
    assert.deepEqual([named(kept), named(removed), named(late)], [true, true, false])
    await removeContent(world, removed)
    assert.equal(await world.files.read(removed, 'original'), undefined)
  })

  test('is the only one at a time; the file appears when it is whole; a reader who goes, at any place, ends it', async () => {
    const first = await createBackup(source, { clock: () => new Date() })
    const iterator = first.content[Symbol.asyncIterator]()
    await iterator.next()
    await assert.rejects(backUp('second.zip'), /outra cópia/)
    assert.throws(() => statSync(join(folder, 'second.zip')))
    first.content.destroy()
    await assert.rejects(first.manifest)
    const { path, manifest } = await backUp('third.zip')
    assert.equal(manifest.format, 'agremia-backup')
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const stopped = await createBackup(source, { clock: () => new Date() })
      let bytes = 0
      for await (const part of stopped.content)
        if ((bytes += (part as Buffer).length) >= share * statSync(path).size) break
      await assert.rejects(stopped.manifest)
    }
  })

  test('restored into a bucket has each file', async () => {
    const bucket = await testBucket()
    const files = await openFileStore({ dataDir: folder, bucket: bucket.place }, testLog)
    after(() => files.close())
    const { path, manifest } = await backUp('for-bucket.zip')
    const database = await testDatabase()
    const opened = await openBackup(path, undefined)
    await restoreBackup({ listenUrl: database.listenUrl, files }, opened)
    await opened.close()
    assert.equal(bucket.keys().length, manifest.files?.count)
    const again = await createBackup({ listenUrl: database.listenUrl, files }, { clock: () => new Date() })
    await buffer(again.content)
    assert.deepEqual((await again.manifest).files, manifest.files)
  })
})
