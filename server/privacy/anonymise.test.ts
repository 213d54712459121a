import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { createBackup } from '../backup/write-backup.ts'
import { inTransaction } from '../database/transaction.ts'
import { duesTools } from '../dues/testing.ts'
import { removeDiscarded } from '../files/index.ts'
import { nifOf, succeeded } from '../testing/make.ts'
import { pdfOf } from '../testing/sample-pdf.ts'
import { readZip } from '../testing/read-zip.ts'
import { samplePhoto } from '../testing/sample-photo.ts'
import {
  createSamples,
  insertBankLine,
  insertDebits,
  insertPaymentIntent,
  makeOneOfEach,
} from '../testing/samples.ts'
import { testApp } from '../testing/test-app.ts'
import { jobsDone } from '../testing/wait.ts'
import { deleteFiscalIdentities } from './fiscal-identity.ts'
import { columnsIn, places } from './places.ts'

const app = await testApp()
const { as, make, sql, today } = app
const { world } = app.app
const admin = await as('admin')
const editor = await as('editor')
const { changeState, charge, pay, set } = await duesTools(app)
// Messages are held, so that none is being sent.
await set('SendMessages', 'false')
const day = await today()
const confirmation = 'Anonimizar'

/** Deletes the content of removed files, as maintenance does each hour. */
const removeFiles = () => removeDiscarded(world)

interface Column {
  table: string
  column: string
  type: string
}

function textColumns(): Promise<Column[]> {
  return sql<Column>(
    `SELECT c.relname::text AS table, a.attname::text AS column, format_type(a.atttypid, NULL) AS type
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND format_type(a.atttypid, NULL) IN ('text', 'text[]', 'uuid[]', 'bigint[]', 'integer[]', 'json', 'jsonb', 'bytea')
     ORDER BY 1, a.attnum`,
  )
}

test('every column that may hold text is in the inventory, and no other', async () => {
  const columns = await textColumns()
  const known = Object.entries(places).flatMap(([table, { emptied, cleared, mentions, dropped, other }]) =>
    [
      ...Object.keys(cleared?.({ personId: '', memberIds: [], pseudonym: '' }) ?? {}),
      ...[emptied, mentions, dropped, other].flatMap(columnsIn),
    ].map((column) => `${table}.${column}`),
  )
  const found = columns.flatMap(({ table, column }) =>
    column === 'search_text' ? [] : [`${table}.${column}`],
  )
  const missing = found.filter((name) => !known.includes(name))
  assert.deepEqual(missing, [], 'say in server/privacy/places.ts what personal data they have')
  const listed = Object.entries(places).flatMap(([table, { mentions, dropped, other }]) =>
    [mentions, dropped, other].flatMap(columnsIn).map((column) => `${table}.${column}`),
  )
  assert.deepEqual(
    listed.filter((name) => !found.includes(name)),
    [],
    'there are no such columns',
  )
})

const person = {
  name: 'Zeferino Quixabá Lourençal',
  nif: nifOf(7_654_321),
  email: 'zeferino.quixaba@correio.exemplo.pt',
  mobile: '+351934567812',
  address: 'Beco do Quixabeiro, 77',
  iban: 'PT50003506830000000784311',
  idDocumentNumber: '98765432',
}

/** Forms in which texts mention the person. */
const mention =
  'Falar com ZEFERINO  QUIXABA LOURENCAL (Zeferino Quixabá Lourençal), PT' +
  `${person.nif}, ${person.email.toUpperCase()}, 934 567 812 ou ${person.mobile}`
const traces = ['quixab', person.nif, '934567812', '934 567 812', person.iban.slice(4)]

/** The tables and files in which something of the person is. */
async function findTraces(): Promise<string[]> {
  const pattern = traces.join('|')
  const found: string[] = []
  for (const { table, column, type } of await textColumns()) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const rows = await sql(`SELECT FROM "${table}" WHERE ${text} ~* $1 LIMIT 1`, [pattern])
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

async function upload(path: string, content: Buffer, name: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([new Uint8Array(content)]), name)
  const response = new Response(form)
  const answer = await app.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${admin.tokens.access}`,
      'content-type': response.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await response.arrayBuffer()),
  })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json().data
}

describe('an anonymised person', () => {
  test('leaves no trace in any table, file or later backup', async () => {
    await makeOneOfEach({ make, sql, today }, admin, createSamples({ make, sql }))
    const filesOfOthers = await storedFiles()
    const member = await make.member(person)
    const personId = String(member['personId'])
    const memberId = member._id
    // A former email is in the history only.
    succeeded(
      await admin.patch(`/members/${memberId}`, { email: 'quixaba.antigo@exemplo.pt', notes: mention }),
    )
    succeeded(await admin.patch(`/members/${memberId}`, { email: person.email }))
    succeeded(
      await admin.post(`/people/${personId}/contacts`, { type: 'email', value: 'quixaba2@exemplo.pt' }),
    )
    succeeded(await admin.post('/consents', { personId, purpose: 'sms', status: 'given', evidence: mention }))
    await make.user({ role: 'member', personId, name: person.name, email: person.email })
    await upload(`/member_photos/${memberId}`, await samplePhoto(3), 'quixaba.png')
    await upload('/record_files', await pdfOf(mention), 'quixaba.pdf', { memberId })
    await make.batch({ audience: { ids: [memberId] } })
    await charge({ memberId, dueDate: day })
    const { _id: paymentId } = await pay({ memberId, amount: 24 as never })
    const card = await make.card({ memberId })
    succeeded(await admin.post('/membership_card_letters', { cardId: card._id, text: mention }))
    const print = { cardSet: 'selecao', chosen: { ids: [card._id] }, layout: 'single' }
    succeeded(await admin.post('/print_batches', print))
    await jobsDone({ sql }, 'cardPrints')
    const { collectionId } = await insertDebits({ make, sql }, memberId)
    await sql(`UPDATE debit_collections SET state = 'booked', debtor_name = $2 WHERE id = $1`, [
      collectionId,
      person.name,
    ])
    const table = `N.º;Nome;Email\n${String(member['memberNumber'])};${person.name};${person.email}\n`
    await upload('/imports', Buffer.from(table), 'socios.csv', { kind: 'members' })
    await jobsDone({ sql }, 'imports')
    const { lineId } = await insertBankLine({ make, sql })
    await sql(
      `UPDATE bank_lines SET payment_id = $2, description = 'TRF QUIXABA Z', search_text = ' trf quixaba z' WHERE id = $1`,
      [lineId, paymentId],
    )
    await changeState(memberId, 'Exonerado', day)
    // Texts of others mention the person, in every column of which the inventory says so.
    const types = new Map(
      (await textColumns()).map(({ table, column, type }) => [`${table}.${column}`, type]),
    )
    const others: Record<string, string> = {
      people: 'WHERE id NOT IN (SELECT person_id FROM members)',
      members: `WHERE id <> '${memberId}'`,
    }
    await sql(`INSERT INTO idempotency_keys (key, caller, request_hash, body) VALUES ('k', 'c', '', '')`)
    await sql(`INSERT INTO login_attempts (subject, failures, window_started_at) VALUES ('s', 1, now())`)
    await sql(`INSERT INTO document_downloads (id, format, blocks) VALUES (new_id(), 'pdf', '{}')`)
    await sql(`INSERT INTO jobs (id, queue, data) VALUES (new_id(), 'none', '{}')`)
    await sql(
      `INSERT INTO import_mappings (kind, signature, mapping, used_at) VALUES ('k', 's', '{}', now())`,
    )
    await sql(`INSERT INTO letter_runs (id, created_by, message_ids) VALUES (new_id(), '', '{}')`)
    const untested: string[] = []
    for (const [table, { mentions, dropped }] of Object.entries(places)) {
      for (const column of [...columnsIn(mentions), ...columnsIn(dropped)]) {
        const type = types.get(`${table}.${column}`)
        // A list stays one: which row comes first depends on what the table had before.
        const [value, written] =
          type === 'jsonb'
            ? [
                JSON.stringify({ texto: [mention] }),
                `CASE jsonb_typeof("${column}") WHEN 'array' THEN jsonb_build_array($1::jsonb) ELSE $1::jsonb END`,
              ]
            : [type === 'text[]' ? [mention] : mention, '$1']
        const rows = await sql(
          `UPDATE "${table}" SET "${column}" = ${written} WHERE ctid IN (SELECT ctid FROM "${table}" ${others[table] ?? ''} ORDER BY ctid LIMIT 1) RETURNING 1`,
          [value],
        )
        if (rows.length === 0) untested.push(table)
      }
    }
    assert.deepEqual(untested, [], 'tables without rows')
    const before = await findTraces()
    for (const [table, { mentions, dropped }] of Object.entries(places))
      for (const column of [...columnsIn(mentions), ...columnsIn(dropped)])
        assert.ok(before.includes(`${table}.${column}`), `${table}.${column}`)
    assert.equal(
      (await storedFiles()).length - filesOfOthers.length,
      6,
      'photo in three sizes, document, cards, imported table',
    )

    const preview = succeeded(await admin.get(`/people/${personId}/anonymisation`))
    assert.deepEqual(preview['obstacles'], [])
    assert.equal(preview['keptUntil'], `${Number(day.slice(0, 4)) + 10}-12-31`)
    const after = succeeded(await admin.post(`/members/${memberId}/anonymise`, { confirmation }))
    assert.equal(after['name'], preview['pseudonym'])
    assert.match(String(after['name']), /n\.º \d+ \(anonimizado\)$/)
    assert.deepEqual(await findTraces(), [])
    await removeFiles()
    assert.deepEqual(await storedFiles(), filesOfOthers)
    const { content } = await createBackup(
      { listenUrl: app.database.listenUrl, files: world.files },
      { clock: () => new Date() },
    )
    for (const [path, text] of Object.entries(readZip(await buffer(content))))
      assert.doesNotMatch(text, new RegExp(traces.join('|'), 'i'), path)

    // What stays.
    const kept = succeeded(await admin.get(`/members/${memberId}`))
    for (const field of ['memberNumber', 'categoryId', 'admissionDate', 'currentStateId', 'endDate'])
      assert.ok(kept[field] !== null && kept[field] !== undefined, field)
    const receipt = succeeded(await admin.get(`/payments/${paymentId}`))
    assert.equal(receipt['amount'], 24)
    const timeline = (await admin.get(`/members/${memberId}/timeline?_kind=change`)).body.data
    assert.deepEqual(
      [timeline[0]?.['event'], timeline[0]?.['verb']],
      ['anonymise', 'eliminou os dados pessoais'],
    )
    const identity = succeeded(await admin.get(`/people/${personId}/fiscal_identity`))
    assert.deepEqual([identity['name'], identity['nif']], [person.name, person.nif])
    assert.equal((await editor.get(`/people/${personId}/fiscal_identity`)).status, 403)
  })

  test('keeps what identifies others who have the same name, telephone or email', async () => {
    const name = 'Anselmo Figueira Tormenta'
    const mobile = '+351961112223'
    const [gone, stays] = [await make.member({ name, mobile }), await make.member({ name, mobile })]
    succeeded(await admin.patch(`/members/${stays._id}`, { notes: `${name}, 961112223` }))
    await changeState(gone._id, 'Exonerado', day)
    succeeded(await admin.post(`/members/${gone._id}/anonymise`, { confirmation }))
    const other = succeeded(await admin.get(`/members/${stays._id}`))
    assert.deepEqual([other['name'], other['mobile'], other['notes']], [name, mobile, `${name}, 961112223`])
  })

  test('cannot be changed, admitted or anonymised again, and is not in the search', async () => {
    const member = await make.member({ name: 'Custódia Bravais Pimpão' })
    await changeState(member._id, 'Exonerado', day)
    succeeded(await admin.post(`/members/${member._id}/anonymise`, { confirmation }))
    assert.equal((await admin.patch(`/members/${member._id}`, { notes: 'Nota' })).status, 403)
    assert.equal((await admin.patch(`/people/${String(member['personId'])}`, { name: 'Outra' })).status, 403)
    const again = await admin.post(`/members/${member._id}/anonymise`, { confirmation })
    assert.equal(again.status, 409)
    const { personId, categoryId } = member
    const admitted = await admin.post('/members', { personId, categoryId, admissionDate: day })
    assert.deepEqual([admitted.status, Object.keys(admitted.body.errors ?? {})], [422, ['personId']])
    const contact = await admin.post(`/people/${String(personId)}/contacts`, {
      type: 'email',
      value: 'a@exemplo.pt',
    })
    assert.equal(contact.status, 409)
    for (const words of ['bravais', 'pimpao'])
      assert.equal((await admin.get(`/members?_search=${words}`)).body.meta.total, 0, words)
  })

  async function storedFiles(): Promise<string[]> {
    const found: string[] = []
    for await (const { id, variant } of world.files.list()) found.push(`${id}/${variant}`)
    return found
  }
})

describe('the data of a person stay', () => {
  const obstaclesOf = async (personId: unknown): Promise<string[]> =>
    succeeded(await admin.get(`/people/${String(personId)}/anonymisation`))['obstacles'] as string[]

  test('when the confirmation is wrong, and for editors', async () => {
    const member = await make.member()
    await changeState(member._id, 'Exonerado', day)
    const path = `/members/${member._id}/anonymise`
    for (const input of [{}, { confirmation: 'sim' }]) {
      const { status, body } = await admin.post(path, input)
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['confirmation']])
    }
    assert.equal((await editor.post(path, { confirmation })).status, 403)
    assert.equal(succeeded(await admin.get(`/members/${member._id}`))['anonymisedAt'], null)
  })

  test('while the person is a member, owes or has credit', async () => {
    const member = await make.member()
    assert.match(String(await obstaclesOf(member['personId'])), /registe primeiro a saída/)
    const { status, body } = await admin.post(`/members/${member._id}/anonymise`, { confirmation })
    assert.deepEqual([status, body.message], [409, 'Ainda é sócio: registe primeiro a saída.'])
    await charge({ memberId: member._id, dueDate: '2024-01-01' })
    await changeState(member._id, 'Exonerado', day)
    assert.match(String(await obstaclesOf(member['personId'])), /Tem 24,00\s€ por regularizar/)
    await pay({ memberId: member._id, amount: 30 as never })
    assert.match(String(await obstaclesOf(member['personId'])), /Tem 6,00\s€ de crédito/)
  })

  test('while a debit, a round or a request of payment is under way', async () => {
    const member = await make.member()
    const { _id: chargeId } = await charge({ memberId: member._id, dueDate: day })
    await insertDebits({ make, sql }, member._id)
    await insertPaymentIntent(sql, { memberId: member._id, chargeId })
    assert.match(String(await obstaclesOf(member['personId'])), /pedido de pagamento .*débito direto/)
    const round = await make.round()
    const [visit] = await sql<{ member_id: string }>(
      'SELECT member_id FROM round_visits WHERE round_id = $1',
      [round._id],
    )
    const visited = succeeded(await admin.get(`/members/${visit?.member_id}`))
    assert.match(String(await obstaclesOf(visited['personId'])), /ronda por prestar contas/)
  })

  test('of the guardian of a member', async () => {
    const guardian = await make.member({ name: 'Leopoldina Gouxa Verdasca' })
    await changeState(guardian._id, 'Exonerado', day)
    await make.member({
      birthDate: `${Number(day.slice(0, 4)) - 10}-01-01`,
      guardianName: 'Leopoldina GOUXA Verdasca',
    })
    assert.match(String(await obstaclesOf(guardian['personId'])), /encarregado de educação/)
  })

  test('of a person with an account of the staff', async () => {
    const member = await make.member()
    await changeState(member._id, 'Exonerado', day)
    await make.user({ role: 'editor', personId: member['personId'] })
    assert.match(String(await obstaclesOf(member['personId'])), /conta da equipa/)
  })
})

test('the fiscal identity is deleted on the day after the last that the law requires', async () => {
  const member = await make.member({ name: 'Eufrásia Tangerina Mó' })
  await charge({ memberId: member._id, dueDate: day })
  await pay({ memberId: member._id, amount: 24 as never })
  await changeState(member._id, 'Exonerado', day)
  succeeded(await admin.post(`/members/${member._id}/anonymise`, { confirmation }))
  const path = `/people/${String(member['personId'])}/fiscal_identity`
  const { keptUntil } = succeeded(await admin.get(path))
  for (const [today, isKept] of [
    [keptUntil, true],
    [`${Number(String(keptUntil).slice(0, 4)) + 1}-01-01`, false],
  ] as const) {
    await inTransaction(app.database, (db) => deleteFiscalIdentities(db, String(today)))
    assert.equal((await admin.get(path)).body.data !== null, isKept)
  }
})
