import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, beforeEach, test } from 'node:test'
import { StartError } from '../errors.ts'
import { testDatabase } from '../testing/test-database.ts'
import { testLog } from '../testing/test-log.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

const database = await testDatabase({ migrated: false })

beforeEach(async () => {
  await database.pool.query('drop schema public cascade; create schema public')
})

const FIRST = { '0001-first.sql': 'create table things (name text); insert into things values (1)' }
const BOTH = { ...FIRST, '0002-second.sql': 'insert into things values (2)' }

function folderWith(t: TestContext, files: Record<string, string>): { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'agremia-migrations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  return { folder }
}

async function namesOf(query: string): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ name: unknown }>(query)
  return rows.map(({ name }) => name)
}

const things = () => namesOf('select name from things order by name')

test('pending migrations are applied in order, once', async (t) => {
  assert.deepEqual(await migrate(database, folderWith(t, FIRST)), ['0001-first.sql'])
  assert.deepEqual(await migrate(database, folderWith(t, BOTH)), ['0002-second.sql'])
  assert.deepEqual(await migrate(database, folderWith(t, BOTH)), [])
  assert.deepEqual(await things(), ['1', '2'])
})

test('processes that start at once apply each migration once', async (t) => {
  const folder = folderWith(t, BOTH)
  const another = await openDatabase({ databaseUrl: database.url, dataDir: '', log: testLog })
  t.after(() => another.close())
  const applied = await Promise.all([
    migrate(database, folder),
    migrate(another, folder),
    migrate(database, folder),
  ])
  assert.deepEqual(applied.flat().sort(), ['0001-first.sql', '0002-second.sql'])
  assert.deepEqual(await things(), ['1', '2'])
})

test('a migration changed after it was applied is rejected, and nothing is applied', async (t) => {
  await migrate(database, folderWith(t, FIRST))
  const changed = folderWith(t, { ...BOTH, '0001-first.sql': 'create table things (name int)' })
  await assert.rejects(migrate(database, changed), /StartError: A migração 0001-first\.sql foi alterada/)
  assert.deepEqual(await things(), ['1'])
})

test('line endings do not change the checksum', async (t) => {
  await migrate(database, folderWith(t, { '0001-first.sql': 'select 1;\nselect 2;\n' }))
  assert.deepEqual(
    await migrate(database, folderWith(t, { '0001-first.sql': 'select 1;\r\nselect 2;\r\n' })),
    [],
  )
})

test('a database of a newer version is rejected', async (t) => {
  await migrate(database, folderWith(t, BOTH))
  await assert.rejects(migrate(database, folderWith(t, FIRST)), /0002-second\.sql.*versão mais recente/)
})

test('a failed migration is rolled back, and earlier ones stay', async (t) => {
  const folder = folderWith(t, {
    ...FIRST,
    '0002-wrong.sql': 'insert into things values (2); select nothing',
  })
  await assert.rejects(migrate(database, folder), (error: unknown) => {
    assert.ok(error instanceof StartError && error.cause)
    assert.match(error.message, /A migração 0002-wrong\.sql falhou/)
    return true
  })
  assert.deepEqual(await things(), ['1'])
  assert.deepEqual(await namesOf('select name from schema_migrations'), ['0001-first.sql'])
})

test('file names out of sequence are rejected', async (t) => {
  for (const name of ['0002-first.sql', '1-first.sql', '0001_first.sql'])
    await assert.rejects(
      migrate(database, folderWith(t, { [name]: 'select 1' })),
      /devia chamar-se 0001-nome\.sql/,
    )
  const twice = folderWith(t, { '0001-a.sql': 'select 1', '0001-b.sql': 'select 1' })
  await assert.rejects(migrate(database, twice), /0001-b\.sql devia chamar-se 0002-nome\.sql/)
})
