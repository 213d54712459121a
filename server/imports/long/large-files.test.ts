import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../testing/test-app.ts'
import { importLimits } from '../../limits.ts'
import { importTools } from '../testing.ts'

const app = await testApp()
const admin = await app.as('admin')
const { send, read } = await importTools(app, admin)
const head = 'N.º de sócio;Nome;Observações\n'
/** Half a megabyte of rows with long notes. */
const rows = `;Pessoa de Teste;${'nota '.repeat(100)}\n`.repeat(968)
const fileOf = (megabytes: number) =>
  new Blob([head, ...Array<string>(Math.round(megabytes * 2.05)).fill(rows)])
const stored = async () =>
  (await app.sql<{ count: number }>('SELECT count(*)::integer AS count FROM stored_files'))[0]?.count

test('a file of 200 MB with more rows than the largest organisation is refused with the limit, and no row of it stays', async () => {
  const file = fileOf(200)
  assert.ok(file.size > 200_000_000)
  const { status, body } = await send(file, { name: 'enorme.csv' })
  assert.equal(status, 201)
  const imported = await read(body.data)
  assert.equal(imported['state'], 'failed')
  assert.match(String(imported['problem']), /300\s000 linhas/)
  assert.deepEqual(await app.sql('SELECT FROM import_rows LIMIT 1'), [])
})

test('a file above the limit is refused while it is sent, and nothing of it is stored', async () => {
  const before = await stored()
  const { status, body } = await send(fileOf(importLimits.megabytes + 10), { name: 'maior.csv' })
  assert.equal(status, 413)
  assert.match(String(body.message), new RegExp(`${importLimits.megabytes} MB`))
  assert.equal(await stored(), before)
})
