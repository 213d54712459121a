import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pdfFaults } from '../../testing/pdf-faults.ts'
import { placesOf, readPdf, tellPage } from '../../testing/read-pdf.ts'
import { readZip } from '../../testing/read-zip.ts'
import { nifOf, succeeded } from '../../testing/make.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, as, another, visitor, make, sql, today, takeErrors } = await testApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })

async function download(path: string, role: 'admin' | 'editor' | 'member' = 'admin'): Promise<Response> {
  const { tokens } = await as(role)
  return fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${tokens.access}` } })
}

/** Reads the body, since an unread response would keep the server from closing. */
async function statusOf(path: string, role?: 'editor' | 'member'): Promise<number> {
  const response = await download(path, role)
  await response.arrayBuffer()
  return response.status
}

async function csvOf(path: string): Promise<string[][]> {
  const response = await download(path)
  const content = Buffer.from(await response.arrayBuffer()).toString()
  assert.equal(response.status, 200, content)
  return content
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(';'))
}

const ana = await make.member({
  name: 'Ana Conceição',
  nif: nifOf(1),
  mobile: '912345678',
  birthDate: '1980-02-29',
  city: 'Évora',
  country: 'ES',
  interests: ['canto', 'teatro'],
  messageChannel: 'letter',
  admissionDate: '2020-01-15',
})
await make.member({ name: 'Rui Nunes', nif: nifOf(2), admissionDate: '2021-05-01' })

/** More rows than the buffers between the database and a stalled client hold. */
await sql(
  `INSERT INTO contacts (id, person_id, type, value, notes)
   SELECT gen_random_uuid(), $1, 'other', 'n' || n, (SELECT string_agg(md5(n::text || m::text), '') FROM generate_series(1, 15) m) FROM generate_series(1, 40000) n`,
  [(await make.person())._id],
)
const longPath = '/contacts/export?_columns=value,notes&format='

test('a list is exported with its default columns and formatted values', async () => {
  const response = await download('/members/export?_sort=name')
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(
    response.headers.get('content-disposition'),
    `attachment; filename="socios-${await today()}.csv"`,
  )
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  const [header, first] = bytes.toString().slice(1).split('\r\n')
  assert.equal(header, 'Nome completo;Telemóvel;N.º de sócio;Categoria;Data de admissão;Estado;Dívida')
  assert.equal(
    first,
    `Ana Conceição;912 345 678;${String(ana['memberNumber'])};Fundador;15/01/2020;Ativo;0,00`,
  )
})

test('no cell that begins like a formula is one, in CSV and in XLSX', async () => {
  const beginnings = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1+1', '\r=1+1', '\n=1+1', '＝1+1']
  const { _id } = await make.person({ name: 'Zé das Fórmulas' })
  await sql(
    `INSERT INTO contacts (id, person_id, type, value, notes) SELECT gen_random_uuid(), $1, 'other', v, v FROM unnest($2::text[]) v`,
    [_id, beginnings],
  )
  const path = `/contacts/export?_personId=${_id}&_columns=value`
  const csv = (await (await download(`${path}&format=csv`)).text()).slice(1)
  const cells = [...csv.matchAll(/(?:^|\r\n)(?:"((?:[^"]|"")*)"|([^\r\n]*))/g)]
    .slice(1)
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
  assert.deepEqual(cells.filter(Boolean).toSorted(), beginnings.map((text) => `'${text}`).toSorted())
  const sheet =
    readZip(Buffer.from(await (await download(`${path}&format=xlsx`)).arrayBuffer()))[
      'xl/worksheets/sheet1.xml'
    ] ?? ''
  assert.doesNotMatch(sheet, /<f[ >]/)
  const types = [...sheet.matchAll(/<c r="A\d+"[^>]*t="(\w+)"/g)].map(([, type]) => type)
  assert.deepEqual(
    types,
    Array.from({ length: beginnings.length + 1 }, () => 'inlineStr'),
  )
  await sql('DELETE FROM contacts WHERE person_id = $1', [_id])
})

test('the requested columns, in their order, with formatted values', async () => {
  const columns = 'nif,birthDate,country,interests,messageChannel,photoUrl,mobile,endDate'
  const [header, first] = await csvOf(`/members/export?format=csv&_sort=name&_columns=${columns},nif`)
  assert.deepEqual(header, [
    'NIF',
    'Data de nascimento',
    'País',
    'Interesses',
    'Canal preferido',
    'Fotografia',
    'Telemóvel',
    'Data de saída',
  ])
  assert.deepEqual(first, [
    nifOf(1),
    '29/02/1980',
    'Espanha',
    'canto, teatro',
    'Carta',
    '',
    '912 345 678',
    '',
  ])
  const states = await csvOf('/member_state_names/export?_columns=name,marksEnd,colour&_name=Falecido')
  assert.deepEqual(states, [
    ['Nome', 'Marca o fim', 'Cor'],
    ['Falecido', 'Sim', 'Cinzento'],
  ])
  const [, [years = ''] = []] = await csvOf('/members/export?_sort=name&_columns=quotaStrip')
  assert.match(years, /^(\d{4}: (sem cobrança|isenta)(, |$)){6}$/)
})

test('timestamps are in the organisation’s time zone', async () => {
  const { userId } = await as('editor')
  await sql(`UPDATE users SET last_login_at = '2026-07-01 23:30:00+00' WHERE id = $1`, [userId])
  const [, row] = await csvOf(`/users/export?_columns=lastLoginAt&_id=${userId}`)
  assert.deepEqual(row, ['02/07/2026 00:30'])
})

test('filters, search, order and limit are those of the list; the default is all rows', async () => {
  assert.equal((await csvOf('/members/export?_search=conceicao')).length, 2)
  assert.equal((await csvOf('/members/export?_admissionDate_from=2021-01-01')).length, 2)
  assert.equal((await csvOf('/members/export?_limit=1&_page=2&_sort=name'))[1]?.[0], 'Rui Nunes')
  assert.equal((await csvOf('/contacts/export?_page=3')).length, 40_001)
})

test('XLSX: texts are texts and dates are dates', async () => {
  const response = await download(
    '/members/export?format=xlsx&_sort=name&_columns=name,nif,mobile,memberNumber,birthDate',
  )
  assert.equal(
    response.headers.get('content-disposition'),
    `attachment; filename="socios-${await today()}.xlsx"`,
  )
  const parts = readZip(Buffer.from(await response.arrayBuffer()))
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
  assert.match(parts['xl/workbook.xml'] ?? '', /<sheet name="Sócios"/)
  assert.ok(sheet.includes(`<c r="B2" s="2" t="inlineStr"><is><t>${nifOf(1)}</t>`))
  assert.ok(sheet.includes('<t>912 345 678</t>'))
  assert.ok(
    sheet.includes(
      `<c r="D2" s="3"><v>${String(ana['memberNumber'])}</v></c><c r="E2" s="5"><v>29280</v></c>`,
    ),
  )
  assert.ok(sheet.includes('<autoFilter ref="A1:E3"/>'))
})

test('text is never exported as a formula', async () => {
  await make.category({ name: '=1+1' })
  const rows = await csvOf('/member_categories/export?_columns=name')
  assert.ok(rows.some(([name]) => name === `'=1+1`))
})

test('an invalid parameter is named in the error', async () => {
  const wrong = {
    '/members/export?format=ods': /^format:/,
    '/members/export?_columns=name,shoeSize': /shoeSize/,
    '/members/export?shoeSize=43': /shoeSize/,
    '/members/export?_sort=shoeSize': /shoeSize/,
    '/users/export?_columns=password': /password/,
    '/users/export?_columns=password_hash': /password_hash/,
  }
  for (const [path, message] of Object.entries(wrong)) {
    const response = await download(path)
    assert.equal(response.status, 400, path)
    assert.match(((await response.json()) as { message: string }).message, message)
  }
})

test('exports respect access to records and fields', async () => {
  assert.equal((await fetch(`${address}/api/members/export`)).status, 401)
  assert.equal(await statusOf('/users/export', 'member'), 403)
  assert.equal(await statusOf('/members/export?_columns=notes', 'member'), 400)
  const member = await as('member')
  const own = await (await download('/members/export?_columns=name', 'member')).text()
  assert.equal(own.split('\r\n').length, 3)
  assert.ok(member.memberId)
  const users = await (await download('/users/export?_columns=role', 'editor')).text()
  assert.ok(!users.includes('Administrador'))
})

test('visitors export nothing, not even public settings, and nothing is audited', async () => {
  const count = () => sql(`SELECT count(*) FROM audit_events WHERE action = 'exported'`)
  const before = await count()
  assert.equal((await visitor.get('/settings')).status, 200)
  const refused = await visitor.get('/settings/export')
  assert.deepEqual([refused.status, refused.body.message], [401, 'É preciso entrar para continuar.'])
  assert.deepEqual(await count(), before)
  assert.equal((await (await as('member')).get('/settings/export')).status, 200)
})

test('POST exports a selection too long for a URL, and audits it', async () => {
  const chosen = await sql<{ id: string }>('SELECT id FROM contacts ORDER BY value LIMIT 900')
  const admin = await as('admin')
  const { status, text } = await admin.post('/contacts/export', {
    _id: chosen.map(({ id }) => id),
    _columns: ['value'],
    _sort: '-value',
    format: ['csv'],
  })
  assert.equal(status, 200)
  const lines = text.trimEnd().split('\r\n')
  assert.equal(lines.length, 901)
  const [event] = await sql<{ changes: { field: string; to: unknown }[] }>(
    `SELECT changes FROM audit_events WHERE action = 'exported' ORDER BY id DESC LIMIT 1`,
  )
  const ids = event?.changes.find(({ field }) => field === '_id')?.to
  assert.deepEqual(
    ids,
    chosen.map(({ id }) => id),
  )
  assert.equal((await admin.post('/contacts/export', { _id: ['nobody'] })).status, 400)
  assert.equal((await admin.post('/contacts/export', { shoeSize: '43' })).status, 400)
  for (const value of [{ toString: 1 }, [{ toString: 1 }], null, [['a']], 7])
    assert.equal((await admin.post('/contacts/export', { _search: value })).status, 400)
  assert.equal((await (await as('member')).post('/users/export', {})).status, 403)
})

test('each export is audited: caller, resource, rows, columns and filters', async () => {
  await sql(`DELETE FROM audit_events WHERE action = 'exported'`)
  await statusOf('/people/export?format=xlsx&_columns=name,nif&_search=ana', 'editor')
  await statusOf('/people/export?_columns=nothing', 'editor')
  const events = await sql(
    `SELECT user_id, resource, address, changes FROM audit_events WHERE action = 'exported'`,
  )
  const { userId } = await as('editor')
  assert.deepEqual(events, [
    {
      user_id: userId,
      resource: 'people',
      address: '127.0.0.1',
      changes: [
        { field: 'format', from: null, to: 'xlsx' },
        { field: 'lines', from: null, to: 1 },
        { field: '_columns', from: null, to: 'name,nif' },
        { field: '_search', from: null, to: 'ana' },
      ],
    },
  ])
})

for (const format of ['csv', 'xlsx']) {
  test(`a ${format} is cut off, not ended normally, when the database fails midway`, async () => {
    const response = await download(longPath + format)
    assert.equal(response.status, 200)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    // The backend may be reading, or waiting because nobody fetches.
    const ended = await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'FETCH %' AND xact_start IS NOT NULL`,
    )
    assert.equal(ended.length, 1)
    await assert.rejects(async () => {
      while (!(await reader.read()).done);
    })
    takeErrors()
    assert.equal(await statusOf('/member_categories/export'), 200)
  })
}

test('aborted exports release connection and turn; a fifth concurrent one is rejected', async () => {
  const controllers = Array.from({ length: 4 }, () => new AbortController())
  const users = [await as('admin'), await as('editor')]
  const open = await Promise.all(
    controllers.map(({ signal }, index) =>
      fetch(`${address}/api${longPath}${index % 2 ? 'csv' : 'xlsx'}`, {
        signal,
        headers: { authorization: `Bearer ${users[index % 2]?.tokens.access}` },
      }),
    ),
  )
  for (const response of open) assert.equal(response.status, 200)
  const { tokens } = await another('editor')
  const refused = await fetch(`${address}/api/member_categories/export`, {
    headers: { authorization: `Bearer ${tokens.access}` },
  })
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '5')
  assert.equal(refused.headers.get('content-disposition'), null)
  await refused.arrayBuffer()
  for (const controller of controllers) controller.abort()
  const { pool } = app.world.database
  for (let tries = 0; tries < 1500 && pool.idleCount < pool.totalCount; tries++) await sleep(20)
  assert.equal(pool.idleCount, pool.totalCount)
  assert.equal(await statusOf('/member_categories/export'), 200)
  takeErrors()
})

test('a PDF has every row, the header on each page, and the filters', async () => {
  const person = (await make.person())._id
  await sql(
    `INSERT INTO contacts (id, person_id, type, value, notes)
     SELECT gen_random_uuid(), $1, 'other', 'v' || lpad(n::text, 4, '0') || 'v', 'nota' FROM generate_series(1, 900) n`,
    [person],
  )
  const words = new URLSearchParams({ title: 'Contactos de prova', filters: 'Tipo: Outro' })
  const path = `/contacts/export?format=pdf&_columns=value,notes&_sort=value&_personId=${person}&${words.toString()}`
  const response = await download(path)
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  assert.match(response.headers.get('content-disposition') ?? '', /filename="contactos-.*\.pdf"/)
  const pdf = Buffer.from(await response.arrayBuffer())
  const { pages, title, language } = await readPdf(pdf)
  assert.deepEqual([title, language], ['Contactos de prova', 'pt-PT'])
  assert.match(pages[0] ?? '', /Contactos de prova Tipo: Outro · 900 linhas · Impresso em .* por /)
  const values = pages.flatMap((page) => page.match(/v\d{4}v/g) ?? [])
  assert.deepEqual(
    values,
    Array.from({ length: 900 }, (_, index) => `v${String(index + 1).padStart(4, '0')}v`),
  )
  for (const [index, page] of pages.entries()) {
    assert.match(page, /Contacto Notas v\d{4}v/)
    assert.match(page, new RegExp(`Página ${index + 1} de ${pages.length}( |$)`))
  }
  const foot = (await placesOf(pdf, 2)).filter(({ top }) => top > 270)
  assert.ok(
    foot.every(({ right }) => right < 200),
    JSON.stringify(foot),
  )
  const others = await readPdf(Buffer.from(await (await download(path, 'member')).arrayBuffer()))
  assert.match(others.pages.join(), /0 linhas/)
  assert.doesNotMatch(others.pages.join(), /v\d{4}v/)
})

test('a PDF has totals below its columns, without cancelled payments', async () => {
  const admin = await as('admin')
  const made = []
  for (const amount of [10, 7]) {
    const payment = { memberId: ana._id, date: await today(), amount, method: 'cash' }
    made.push(succeeded(await admin.post('/payments', payment)))
  }
  succeeded(await admin.post(`/payments/${String(made[1]?._id)}/cancel`, { reason: 'Engano' }))
  const response = await download('/payments/export?format=pdf&_columns=receiptNumber,amount')
  const { pages } = await readPdf(Buffer.from(await response.arrayBuffer()))
  assert.match(pages[0] ?? '', /Total( 10,00 €)+ Página/)
})

test('lists with data of people have the name of who exported them and the time, if a setting says so', async () => {
  const admin = await as('admin')
  const files = async (path: string) => {
    const pdf = Buffer.from(await (await download(`${path}&format=pdf`)).arrayBuffer())
    const workbook = readZip(Buffer.from(await (await download(`${path}&format=xlsx`)).arrayBuffer()))
    return [(await readPdf(pdf)).pages.join(), workbook['xl/worksheets/sheet1.xml'] ?? ''] as const
  }
  const mark = /\S+ · \d+ de \p{L}+ de \d{4} às \d\d:\d\d/u
  const members = '/members/export?_columns=name,nif'
  for (const text of await files(members)) assert.doesNotMatch(text, mark)
  succeeded(await admin.put('/settings/watermarkLists', { value: 'true' }))
  for (const text of await files(members)) assert.match(text, mark)
  for (const text of await files('/member_categories/export?_columns=name')) assert.doesNotMatch(text, mark)
  succeeded(await admin.put('/settings/watermarkLists', { value: 'false' }))
})

test('a PDF of members has thirty rows on its first page, and their quotas as tiles that are told in words', async () => {
  for (let index = 0; index < 60; index++)
    await make.member({ name: `Maria da Conceição Albuquerque ${String(index).padStart(2, '0')}` })
  const admin = await as('admin')
  const head = {
    organisationAddress: 'Rua do Outeiro, 1, 4050-262 Porto',
    organisationEmail: 'secretaria@exemplo.pt',
  }
  for (const [name, value] of Object.entries(head)) succeeded(await admin.put(`/settings/${name}`, { value }))
  const columns = 'memberNumber,name,currentStateId,categoryId,admissionDate,quotaStrip,balance'
  const response = await download(
    `/members/export?format=pdf&_sort=name&_search=Albuquerque&_columns=${columns}`,
  )
  const pdf = Buffer.from(await response.arrayBuffer())
  const [first = ''] = (await readPdf(pdf)).pages
  const rows = first.match(/Albuquerque \d\d/g) ?? []
  assert.ok(rows.length >= 30, `${rows.length} rows`)
  const told = await tellPage(pdf, 1)
  assert.match(first, /P paga, ½ paga em parte, D em dívida, I isenta, – sem cobrança/)
  assert.equal(told.filter((text) => /^Figure \d{4}: /.test(text)).length, rows.length)
  assert.ok(!told.some((text) => /^TD \d{4}: /.test(text)))
  assert.deepEqual(await pdfFaults(pdf), [])
})
