import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { inDirectSession } from '../../database/direct-session.ts'
import { createFolderStore } from '../../files/file-store.ts'
import { openFileStore, removeContent, storeContent, insertFileRow } from '../../files/index.ts'
import { readZip } from '../../testing/read-zip.ts'
import { testApp } from '../../testing/test-app.ts'
import { testBucket } from '../../testing/test-bucket.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { testLog } from '../../testing/test-log.ts'
import { openBackup } from '../read-backup.ts'
import { checkBackup, restoreBackup } from '../restore.ts'
import { backupTools } from '../testing.ts'
import { createBackup, readTables, tableFacts } from '../write-backup.ts'

const organisation = await testApp({ empty: true, config: { demo: true } })
const { folder, source, backUp } = backupTools(organisation)
const { world } = organisation.app

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
