import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import sharp from 'sharp'
import { photographOf } from '../../testing/photographed-page.ts'
import { paintPage } from '../../testing/read-pdf.ts'
import { pdfOf } from '../../testing/sample-pdf.ts'
import type { TestUser } from '../../testing/test-app.ts'
import { testApp } from '../../testing/test-app.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { until } from '../../testing/wait.ts'

const { app, as, sql, today, takeErrors } = await testApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const editor = await as('editor')

interface Result {
  name: string
  result: string
  treasuryDocId: string
  number: string
  hasTaxCode: boolean
  message: string | null
}

async function send(
  files: readonly [name: string, content: Buffer][],
  { by = editor, to = address }: { by?: TestUser; to?: string } = {},
) {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new Blob([new Uint8Array(content)]), name)
  const headers = { authorization: `Bearer ${by.tokens.access}` }
  const response = await fetch(`${to}/api/pdf_documents`, { method: 'POST', body: form, headers })
  const body = (await response.json()) as { data: Result[]; message: string }
  return { status: response.status, changed: response.headers.get('x-changed'), body }
}

const documentOf = async ({ treasuryDocId }: Result) =>
  (await editor.get(`/treasury_docs/${treasuryDocId}`)).body.data as unknown as Record<string, unknown>
const filesOf = async ({ treasuryDocId }: Result) =>
  (await editor.get(`/treasury_docs/${treasuryDocId}/record_files`)).body.data

const code = (number: string, nif = '500792771', more = '') =>
  `A:${nif}*B:999999990*C:PT*D:FT*E:N*F:20260315*G:FT A/${number}*H:ABCD1234-${number}*I1:PT*I7:100.00*I8:23.00*N:23.00*O:123.00*Q:abcd*R:1234${more}`

test('the tax QR of an invoice fills its document, with the entity of its NIF', async () => {
  const { body: made } = await editor.post('/external_entities', {
    name: 'Águas do Exemplo',
    nif: '500792771',
  })
  const { status, body } = await send([['agua.pdf', await pdfOf('Fatura', { pages: 3, code: code('1') })]])
  assert.equal(status, 201, body.message)
  const [result] = body.data as [Result]
  assert.deepEqual([result.result, result.hasTaxCode, result.message], ['created', true, null])
  const document = await documentOf(result)
  const {
    direction,
    type,
    date,
    externalNumber,
    atcud,
    netAmount,
    vatAmount,
    totalAmount,
    status: state,
  } = document
  assert.deepEqual(
    { direction, type, date, externalNumber, atcud, netAmount, vatAmount, totalAmount, state },
    {
      direction: 'received',
      type: 'invoice',
      date: '2026-03-15',
      externalNumber: 'FT A/1',
      atcud: 'ABCD1234-1',
      netAmount: 100,
      vatAmount: 23,
      totalAmount: 123,
      state: 'unpaid',
    },
  )
  assert.deepEqual(
    [document['externalEntityId'], document['description']],
    [made.data._id, 'Águas do Exemplo'],
  )
  const [file] = await filesOf(result)
  assert.deepEqual([file?.['name'], file?.['pageCount'], file?.['taxCode']], ['agua.pdf', 3, code('1')])
})

test('an unknown issuer stays proposed: its NIF is in the code of the file', async () => {
  const { body } = await send([['luz.pdf', await pdfOf('Fatura', { code: code('2', '503504564') })]])
  const [result] = body.data as [Result]
  const document = await documentOf(result)
  assert.deepEqual([document['externalEntityId'], document['description']], [null, 'NIF 503504564'])
})

test('an invoice of the organisation itself is issued', async () => {
  await (await as('admin')).put('/settings/organisationNif', { value: '501964843' })
  const { body } = await send([['nossa.pdf', await pdfOf('Fatura', { code: code('3', '501964843') })]])
  assert.equal((await documentOf(body.data[0] as Result))['direction'], 'issued')
})

test('the QR of a photograph is read too, and a file without one is a document to complete', async () => {
  const { data, width, height } = await paintPage(await pdfOf('Fatura', { code: code('4') }), 1, 2)
  const photo = await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 70 })
    .toBuffer()
  const { body } = await send([
    ['foto.jpg', photo],
    ['Orçamento da festa.pdf', await pdfOf('Orçamento')],
  ])
  assert.deepEqual(
    body.data.map(({ result, hasTaxCode }) => [result, hasTaxCode]),
    [
      ['created', true],
      ['created', false],
    ],
  )
  const plain = await documentOf(body.data[1] as Result)
  assert.deepEqual(
    [plain['description'], plain['type'], plain['date']],
    ['Orçamento da festa', 'other', await today()],
  )
})

test('the QR of a grey, tilted, partial photograph at 150 dpi is read', async () => {
  const paper = await pdfOf('Fatura', { code: code('5') })
  for (const degrees of [-8, 6, 93]) {
    const photo = await photographOf(paper, degrees)
    const { body } = await send([[`foto${degrees}.jpg`, photo]])
    const [result] = body.data as [Result]
    assert.deepEqual([degrees, result.hasTaxCode], [degrees, true])
    const document = await documentOf(result)
    assert.deepEqual([document['externalNumber'], document['totalAmount']], ['FT A/5', 123], `${degrees}°`)
  }
})

test('each file of a request has its result; the same file again is the document that exists', async () => {
  const [one, locked] = [await pdfOf('Contrato'), await pdfOf('Segredo', { userPassword: 'abc' })]
  const files: [string, Buffer][] = [
    ['contrato.pdf', one],
    ['outra cópia.pdf', one],
    ['fechado.pdf', locked],
    ['folha.xlsx', Buffer.from('PK\x03\x04')],
  ]
  const { status, changed, body } = await send(files)
  assert.deepEqual([status, changed], [201, 'treasuryDocs,recordFiles'])
  assert.deepEqual(
    body.data.map(({ name, result }) => [name, result]),
    [
      ['contrato.pdf', 'created'],
      ['outra cópia.pdf', 'existing'],
      ['fechado.pdf', 'refused'],
      ['folha.xlsx', 'refused'],
    ],
  )
  assert.match(String(body.data[2]?.message), /palavra-passe/)
  const again = await send([['contrato.pdf', one]])
  assert.deepEqual([again.status, again.body.data[0]?.treasuryDocId], [200, body.data[0]?.treasuryDocId])
  assert.equal(again.changed, null)
  const alone = await send([['fechado.pdf', locked]])
  assert.deepEqual([alone.status, /palavra-passe/.test(alone.body.message)], [422, true])
})

test('equal files sent at once, are one document', async () => {
  const file = await pdfOf('Ao mesmo tempo')
  const before = await sql('SELECT FROM stored_files')
  const answers = await Promise.all(Array.from({ length: 6 }, () => send([['igual.pdf', file]])))
  const results = answers.flatMap(({ body }) => body.data)
  assert.equal(results.filter(({ result }) => result === 'created').length, 1)
  assert.equal(new Set(results.map(({ treasuryDocId }) => treasuryDocId)).size, 1)
  assert.equal((await sql('SELECT FROM stored_files')).length, before.length + 1)
})

test('another file of the same invoice is created, and named', async () => {
  const { body } = await send([['cópia.pdf', await pdfOf('Segunda via', { code: code('1') })]])
  assert.match(String(body.data[0]?.message), /^Já existe o documento .* com este número/)
})

test('a QR with a date after today fills the document without it, and says so', async () => {
  const tomorrow = addDays(await today(), 1)
  const text = code('6').replace('20260315', tomorrow.replaceAll('-', ''))
  const { status, body } = await send([['amanhã.pdf', await pdfOf('Fatura', { code: text })]])
  assert.equal(status, 201, body.message)
  const [result] = body.data as [Result]
  assert.match(String(result.message), /^No código QR: .*posterior a hoje.* Confirme o documento\.$/)
  const { date, externalNumber, totalAmount } = await documentOf(result)
  assert.deepEqual([date, externalNumber, totalAmount], [await today(), 'FT A/6', 123])
  assert.equal((await filesOf(result)).length, 1)
})

test('a credit note is a document that its supplier pays', async () => {
  const text = code('7').replace('D:FT', 'D:NC')
  const { body } = await send([['nota.pdf', await pdfOf('Nota de crédito', { code: text })]])
  const { type, direction, status } = await documentOf(body.data[0] as Result)
  assert.deepEqual([type, direction, status], ['creditNote', 'received', 'unpaid'])
})

/** All that a request may leave behind: rows, and files on the disk of the process. */
async function stored() {
  const [rows] = await sql(
    'SELECT (SELECT count(*) FROM treasury_docs) AS documents, (SELECT count(*) FROM record_files) AS records, (SELECT count(*) FROM stored_files) AS contents',
  )
  const files = readdirSync(app.world.config.dataDir, { recursive: true, withFileTypes: true })
  return {
    ...rows,
    files: files
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted(),
  }
}

test('a form with too many files, or with an unknown field after them, stores none', async () => {
  const before = await stored()
  const files: [string, Buffer][] = []
  for (let index = 0; index < 51; index++) files.push([`${index}.pdf`, await pdfOf(`Fatura ${index}`)])
  const many = await send(files)
  assert.deepEqual(
    [many.status, many.body.message],
    [413, 'Envie até 50 documentos de cada vez: não se guardou nenhum.'],
  )
  assert.deepEqual(await stored(), before)

  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(files[0]?.[1] ?? [])]), 'fatura.pdf')
  form.append('foto', new Blob(['x']), 'x.txt')
  const headers = { authorization: `Bearer ${editor.tokens.access}` }
  const unknown = await fetch(`${address}/api/pdf_documents`, { method: 'POST', body: form, headers })
  const { errors } = (await unknown.json()) as { errors: object }
  assert.deepEqual([unknown.status, Object.keys(errors)], [422, ['foto']])
  assert.deepEqual(await stored(), before)
})

test('a connection that is cut after the first file stores nothing', async () => {
  const before = await stored()
  const received = () => readdirSync(`${app.world.config.dataDir}/received`).length
  const waiting = received()
  const { hostname, port } = new URL(address)
  const part = (name: string) =>
    `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const file = await pdfOf('Cortada')
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(
    `POST /api/pdf_documents HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${editor.tokens.access}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n`,
  )
  socket.write(
    Buffer.concat([Buffer.from(part('um.pdf')), file, Buffer.from(`\r\n${part('dois.pdf')}%PDF-`)]),
  )
  await until(() => received() === waiting + 2, 'the second file is being received')
  socket.destroy()
  await until(() => received() === waiting, 'what was received is removed')
  assert.deepEqual(await stored(), before)
})

test('when the store fails midway, each file has its result, and sending them again stores the others', async (context) => {
  const files: [string, Buffer][] = []
  for (const name of ['um', 'dois', 'três']) files.push([`${name}.pdf`, await pdfOf(`Falha ${name}`)])
  const { files: store } = app.world
  const { write } = store
  let count = 0
  context.after(() => Object.assign(store, { write }))
  Object.assign(store, {
    write: (...given: Parameters<typeof write>) => {
      count += 1
      return count === 2 ? Promise.reject(new Error('disk full')) : write.apply(store, given)
    },
  })
  const { status, body } = await send(files)
  assert.equal(status, 201)
  assert.deepEqual(
    body.data.map(({ name, result }) => [name, result]),
    [
      ['um.pdf', 'created'],
      ['dois.pdf', 'refused'],
      ['três.pdf', 'created'],
    ],
  )
  assert.match(String(body.data[1]?.message), /Envie-o de novo/)
  assert.match(takeErrors().join(), /a document of a form could not be stored/)
  const again = await send(files)
  assert.deepEqual(
    again.body.data.map(({ result }) => result),
    ['existing', 'created', 'existing'],
  )
})
