import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { readZip } from '../../testing/read-zip.ts'
import { pdfOf } from '../../testing/sample-pdf.ts'
import { testApp } from '../../testing/test-app.ts'
import { until } from '../../testing/wait.ts'

const { app, as, make, sql, clock } = await testApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const editor = await as('editor')

interface Block {
  url: string
  name: string
  documents: number
  files: number
}

async function attach(treasuryDocId: string, content: Buffer, name: string): Promise<void> {
  const form = new FormData()
  form.append('treasuryDocId', treasuryDocId)
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const headers = { authorization: `Bearer ${editor.tokens.access}` }
  const response = await fetch(`${address}/api/record_files`, { method: 'POST', body: form, headers })
  assert.equal(response.status, 201, await response.text())
}

const download = async (body: object): Promise<Block[]> =>
  (succeeded(await editor.post('/treasury_docs/download', body)) as unknown as { blocks: Block[] }).blocks

async function contentOf({ url }: Block): Promise<Buffer> {
  const response = await fetch(address + url)
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

const ids: string[] = []
before(async () => {
  const { _id: externalEntityId } = succeeded(
    await editor.post('/external_entities', { name: 'Água & Luz, Lda.' }),
  )
  for (const number of [1, 2, 3]) {
    const { _id } = await make.treasuryDoc({ date: `2026-03-0${number}`, externalEntityId })
    ids.push(_id)
    await attach(_id, await pdfOf(`Papel ${number}`, { pages: number }), 'papel.pdf')
  }
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } }).jpeg()
  await attach(String(ids[2]), await photo.toBuffer(), 'foto.jpg')
})

test('a ZIP has every file, named by number, date and entity, and is whole', async () => {
  const [block, ...others] = await download({ ids })
  assert.ok(block)
  assert.deepEqual([block.name, block.documents, block.files, others], ['Documentos.zip', 3, 4, []])
  const archive = await contentOf(block)
  const names = Object.keys(readZip(archive))
  assert.equal(names.length, 4)
  assert.match(String(names[0]), /^\S+ 2026-03-01 Água & Luz, Lda\.\.pdf$/)
  assert.match(String(names[3]), /^\S+ 2026-03-03 Água & Luz, Lda\. \(2\)\.jpg$/)
  const folder = mkdtempSync(join(tmpdir(), 'agremia-zip-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'a.zip'), archive)
  if (existsSync('/usr/bin/unzip')) execFileSync('/usr/bin/unzip', ['-t', join(folder, 'a.zip')])
})

test('a merged PDF has the pages of all in their order; a photograph is a page', async () => {
  const [block] = await download({ ids: [ids[2], ids[0]], as: 'pdf' })
  assert.ok(block)
  const { pages } = await readPdf(await contentOf(block))
  assert.deepEqual(pages, ['Papel 3 1', 'Papel 3 2', 'Papel 3 3', '', 'Papel 1 1'])
  const received = join(app.world.config.dataDir, 'received')
  await until(() => readdirSync(received).length === 0, 'the end of the temporary files')
})

test('in blocks, each of 50 documents', async () => {
  const many: string[] = []
  for (let made = 0; made < 53; made++) many.push((await make.treasuryDoc())._id)
  await sql(
    `WITH stored AS (INSERT INTO stored_files (id, media_type, bytes) SELECT id::uuid, 'application/pdf', 9 FROM unnest($1::text[]) id)
     INSERT INTO record_files (id, treasury_doc_id, name, media_type, bytes)
     SELECT id::uuid, id::uuid, 'a.pdf', 'application/pdf', 9 FROM unnest($1::text[]) id`,
    [many],
  )
  const blocks = await download({ ids: many, inBlocks: true })
  assert.deepEqual(
    blocks.map(({ name, documents }) => [name, documents]),
    [
      ['Documentos 1 de 2.zip', 50],
      ['Documentos 2 de 2.zip', 3],
    ],
  )
  await sql('UPDATE record_files SET bytes = 2000000 WHERE treasury_doc_id = ANY($1)', [many])
  const { status, body } = await editor.post('/treasury_docs/download', { ids: many, as: 'pdf' })
  assert.deepEqual([status, Object.keys(body.errors)], [422, ['inBlocks']])
  assert.equal((await download({ ids: many, as: 'pdf', inBlocks: true })).length, 2)
})

test('wrong requests are refused by field, and links end', async () => {
  const refused = async (body: object) => {
    const answer = await editor.post('/treasury_docs/download', body)
    return [answer.status, ...Object.keys(answer.body.errors ?? {})]
  }
  assert.deepEqual(await refused({}), [422, 'ids'])
  assert.deepEqual(await refused({ ids: [] }), [422, 'ids'])
  assert.deepEqual(await refused({ ids: ['x'] }), [422, 'ids'])
  assert.deepEqual(await refused({ ids: [(await make.treasuryDoc())._id] }), [422, 'ids'])
  assert.deepEqual(await refused({ ids, as: 'rar' }), [422, 'as'])
  assert.deepEqual(await refused({ ids, inBlocks: 'x' }), [422, 'inBlocks'])
  assert.deepEqual(await refused({ ids, all: true }), [422, 'all'])
  assert.equal((await (await as('member')).post('/treasury_docs/download', { ids })).status, 403)
  const [block] = await download({ ids, inBlocks: true })
  const url = String(block?.url)
  for (const wrong of [url.replace('part1', 'part2'), `${url}0`])
    assert.equal((await app.inject({ url: wrong })).statusCode, 404)
  clock.advance({ hours: 3 })
  assert.equal((await app.inject({ url })).statusCode, 404)
  await sql(`UPDATE document_downloads SET created_at = created_at - interval '3 days'`)
  await maintain(app.world)
  assert.deepEqual(await sql('SELECT FROM document_downloads'), [])
})

test('a search lists the given documents only, with the parameters of the list', async () => {
  const search = (body: object, query = '') => editor.post(`/treasury_docs/search?_sort=-date${query}`, body)
  const found = (await search({ ids: ids.slice(0, 2) })).body as unknown as {
    data: { _id: string }[]
    meta: { total: number }
  }
  assert.deepEqual(
    found.data.map(({ _id }) => _id),
    [ids[1], ids[0]],
  )
  assert.equal(found.meta.total, 2)
  assert.equal((await search({ ids: [ids[2]] })).body.data.length, 1)
  assert.equal((await search({ ids }, '&_limit=1')).body.data.length, 1)
  assert.equal((await search({ ids: ['x'] })).status, 422)
  assert.equal((await search({ ids }, '&_cor=azul')).status, 400)
})
