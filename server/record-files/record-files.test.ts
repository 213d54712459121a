import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { maintain } from '../maintenance.ts'
import { succeeded } from '../testing/make.ts'
import { pdfOf } from '../testing/sample-pdf.ts'
import type { TestUser } from '../testing/test-app.ts'
import { testApp } from '../testing/test-app.ts'
import { volume } from '../testing/volume.ts'
import { until } from '../testing/wait.ts'

const { app, as, make, sql, clock, takeErrors } = await testApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const editor = await as('editor')
const pdf = await pdfOf('Ficha de inscrição', { pages: 2 })
const photo = await picture(1200, 900).jpeg().toBuffer()

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'teal' }, limitInputPixels: false })
}

interface Sent {
  status: number
  body: {
    data: { _id: string; [field: string]: unknown }
    message: string
    errors?: Record<string, string[]>
  }
}

interface Options {
  by?: TestUser
  name?: string
  key?: string
  fields?: Record<string, string>
}

async function upload(content: Buffer, { by = editor, name = 'ficha.pdf', key, fields = {} }: Options = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const headers = { authorization: `Bearer ${by.tokens.access}`, ...(key && { 'idempotency-key': key }) }
  const response = await fetch(`${address}/api/record_files`, { method: 'POST', body: form, headers })
  return { status: response.status, body: await response.json() } as Sent
}

/** Everything on disk, and every row of a file: what a refusal must not change. */
async function stored() {
  const inFolder = (name: string) => {
    const path = join(app.world.config.dataDir, name)
    try {
      return readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
        .length
    } catch {
      return 0
    }
  }
  const [rows] = await sql<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM stored_files) AS files, (SELECT count(*)::int FROM record_files) AS records,
       (SELECT count(*)::int FROM discarded_files) AS discarded`,
  )
  return { files: 0, records: 0, ...rows, onDisk: inFolder('files'), received: inFolder('received') }
}

const contentOf = async (url: unknown) => {
  const response = await fetch(address + String(url))
  return { response, content: Buffer.from(await response.arrayBuffer()) }
}

test('a PDF of a member is stored as it is, with its pages, size and name', async () => {
  const member = await make.member()
  const name = '../../etc/Ficha «assinada»: água.PDF'
  const { status, body } = await upload(pdf, { name, fields: { memberId: member._id, kind: 'signedForm' } })
  assert.equal(status, 201, JSON.stringify(body))
  const { data } = body
  assert.deepEqual(
    [data['name'], data['kind'], data['pageCount'], data['bytes'], data['mediaType']],
    ['Ficha «assinada» água.PDF', 'signedForm', 2, pdf.length, 'application/pdf'],
  )
  const { response, content } = await contentOf(data['url'])
  assert.ok(content.equals(pdf))
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  assert.equal(
    response.headers.get('content-disposition'),
    `inline; filename="Ficha assinada agua.PDF"; filename*=UTF-8''Ficha%20%C2%ABassinada%C2%BB%20%C3%A1gua.PDF`,
  )
  const list = (await editor.get(`/members/${member._id}/record_files`)).body.data
  assert.deepEqual(
    list.map(({ _id }) => _id),
    [data._id],
  )
})

test('a file for a form that is not saved is not among the files of the organisation', async () => {
  const { body: waiting } = await upload(pdf)
  const { body: minutes } = await upload(pdf, { fields: { kind: 'minutes' } })
  const list = await editor.get('/record_files?_memberId=null&_treasuryDocId=null&_isWaiting=false')
  const ids = list.body.data.map(({ _id }) => _id)
  assert.ok(ids.includes(String(minutes.data['_id'])))
  assert.ok(!ids.includes(String(waiting.data['_id'])))
})

test('a photograph becomes an upright JPEG without its metadata', async () => {
  const taken = await picture(3000, 2000)
    .withExif({ IFD3: { GPSLatitude: '38/1 42/1 0/1' } })
    .png()
    .toBuffer()
  const { body } = await upload(taken, { name: 'recibo.png', fields: { kind: 'other' } })
  assert.deepEqual(
    [body.data['name'], body.data['mediaType'], body.data['pageCount']],
    ['recibo.jpg', 'image/jpeg', 1],
  )
  const metadata = await sharp((await contentOf(body.data['url'])).content).metadata()
  assert.deepEqual([metadata.format, metadata.width, metadata.exif], ['jpeg', 2400, undefined])
})

test('a PDF that opens without a password is accepted, although it is encrypted against changes', async () => {
  const { status, body } = await upload(await pdfOf('Fatura', { ownerPassword: 'segredo' }))
  assert.deepEqual([status, body.data['pageCount']], [201, 1])
})

async function pdfWith(change: (document: PDFDocument) => void): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage()
  change(document)
  return Buffer.from(await document.save())
}

const withAction = (action: Record<string, unknown>) =>
  pdfWith(({ context, catalog }) => catalog.set(PDFName.of('OpenAction'), context.obj(action as never)))

/** A PDF whose object stream inflates to gigabytes, as a chain of filters: each makes a thousand of one. */
function pdfBomb(): Buffer {
  const inflated = Buffer.alloc(512 * 1024 * 1024, 32)
  const stream = deflateSync(deflateSync(inflated, { level: 1 }))
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode] /Length ${stream.length} >>\nstream\n`
  return Buffer.concat([
    Buffer.from(head),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
  ])
}

describe('refused with a message that says what to do, and nothing is stored', async () => {
  const script = { S: 'JavaScript', JS: 'app.alert(1)' }
  const noise = picture(400, 300).jpeg().toBuffer()
  const cases: [what: string, content: () => Promise<Buffer> | Buffer, status: number, message: RegExp][] = [
    [
      'another type',
      () => Buffer.from('PK\x03\x04 uma folha de cálculo'),
      415,
      /Envie um PDF, ou uma fotografia/,
    ],
    ['a program called .pdf', () => Buffer.from('MZ\x90\x00'), 415, /Envie um PDF/],
    ['a page of HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415, /Envie um PDF/],
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      415,
      /PDF/,
    ],
    ['0 bytes', () => Buffer.alloc(0), 422, /vazio/],
    ['more than 20 MB', () => Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)]), 413, /até 20 MB/],
    ['a PDF cut half-way', () => pdf.subarray(0, pdf.length / 3), 422, /incompleto ou danificado/],
    [
      'a PDF of noise',
      () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 7)]),
      422,
      /danificado/,
    ],
    [
      'a PDF without pages',
      () => Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF'),
      422,
      /danificado/,
    ],
    [
      'a locked PDF',
      () => pdfOf('Segredo', { userPassword: 'abc', ownerPassword: 'xyz' }),
      422,
      /palavra-passe/,
    ],
    ['a PDF with a script', () => withAction(script), 422, /traz um programa/],
    ['a PDF that starts a program', () => withAction({ S: 'Launch', F: 'cmd.exe' }), 422, /traz um programa/],
    ['an image cut half-way', async () => (await noise).subarray(0, 900), 422, /incompleta ou danificada/],
  ]
  const costly: typeof cases = [
    ['a PDF that inflates without end', pdfBomb, 422, /memória ou tempo a mais/],
    ['a huge image', () => picture(12_000, 12_000).png().toBuffer(), 422, /dimensões demasiado grandes/],
  ]
  for (const [what, content, status, message] of [...cases, ...volume({ short: [], long: costly })]) {
    test(what, async () => {
      const before = await stored()
      const answer = await upload(await content())
      assert.equal(answer.status, status, JSON.stringify(answer.body))
      assert.match(answer.body.errors?.['file']?.[0] ?? '', message)
      assert.deepEqual(await stored(), before)
    })
  }

  test('two files, another field, no file, wrong values of fields', async () => {
    const before = await stored()
    const send = async (parts: [string, Blob | string][]) => {
      const form = new FormData()
      for (const [name, value] of parts) form.append(name, value)
      const headers = { authorization: `Bearer ${editor.tokens.access}` }
      const response = await fetch(`${address}/api/record_files`, { method: 'POST', body: form, headers })
      await response.arrayBuffer()
      return response.status
    }
    const file = new Blob([new Uint8Array(pdf)])
    assert.equal(
      await send([
        ['file', file],
        ['file', file],
      ]),
      413,
    )
    assert.equal(await send([['ficheiro', file]]), 422)
    assert.equal(await send([['kind', 'other']]), 422)
    assert.equal(
      await send([
        ['kind', 'x'],
        ['file', file],
      ]),
      422,
    )
    assert.equal(
      await send([
        ['size', '1'],
        ['file', file],
      ]),
      422,
    )
    assert.deepEqual(await stored(), before)
  })

  test('a connection cut half-way', async () => {
    const before = await stored()
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write(
      `POST /api/record_files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${editor.tokens.access}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n` +
        `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${pdf.toString('latin1')}`,
    )
    await until(async () => (await stored()).received > before.received, 'the file on disk')
    socket.destroy()
    await until(async () => (await stored()).received === before.received, 'its end')
    assert.deepEqual(await stored(), before)
  })
})

test('many files at once: each is stored, or is to be sent again', async () => {
  const before = await stored()
  const answers = await Promise.all(
    Array.from({ length: volume({ short: 60, long: 200 }) }, (_, index) =>
      upload(photo, { name: `${index}.jpg`, fields: { kind: 'minutes' } }),
    ),
  )
  const counts = Object.groupBy(answers, ({ status }) => String(status))
  assert.deepEqual(Object.keys(counts).toSorted(), ['201', '429'])
  const made = counts['201']?.length ?? 0
  const after = await stored()
  assert.deepEqual(after, {
    ...before,
    files: before.files + made,
    records: before.records + made,
    onDisk: before.onDisk + made,
  })
})

test('a request repeated with its key stores one file', async () => {
  const before = await stored()
  const first = await upload(pdf, { key: 'ficha-1', fields: { kind: 'minutes' } })
  const again = await upload(pdf, { key: 'ficha-1', fields: { kind: 'minutes' } })
  assert.deepEqual([again.status, again.body], [201, first.body])
  const after = await stored()
  assert.deepEqual([after.onDisk, after.files], [before.onDisk + 1, before.files + 1])
})

test('only the staff uploads, reads and deletes; auditors read', async () => {
  const [member, auditor] = [await as('member'), await as('auditor')]
  const { data } = (await upload(pdf, { fields: { kind: 'minutes' } })).body
  assert.equal((await upload(pdf, { by: member })).status, 403)
  assert.equal((await upload(pdf, { by: auditor })).status, 403)
  assert.equal((await member.get(`/record_files/${data._id}`)).status, 403)
  assert.equal((await auditor.get(`/record_files/${data._id}`)).status, 200)
  assert.equal((await auditor.delete(`/record_files/${data._id}`)).status, 403)
})

test('a deleted file can be restored for 30 days, then its content is deleted', async () => {
  const { data } = (await upload(pdf, { name: 'ata.pdf', fields: { kind: 'minutes' } })).body
  const remove = async () => assert.equal((await editor.delete(`/record_files/${data._id}`)).status, 204)
  await remove()
  assert.equal((await fetch(address + String(data['url']))).status, 404)
  clock.advance({ days: 20 })
  await maintain(app.world)
  const deletions = await editor.get(`/audit_events?_recordId=${data._id}`)
  const [deletion] = deletions.body.data
  succeeded(await editor.post(`/audit_events/${deletion?._id}/restore`))
  const restored = succeeded(await editor.get(`/record_files/${data._id}`))
  assert.ok((await contentOf(restored['url'])).content.equals(pdf))

  await remove()
  const { files } = app.world
  const content = await files.read(data._id, 'original')
  content?.destroy()
  assert.ok(content)
  clock.advance({ days: 32 })
  await maintain(app.world)
  assert.equal(await files.read(data._id, 'original'), undefined)
  takeErrors()
})
