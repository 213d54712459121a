import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestCaller } from '../../testing/caller.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { testApp } from '../../testing/test-app.ts'
import { until } from '../../testing/wait.ts'

// On a busy machine the first of several readers stalls long before the last.
const patient = await testApp({ limits: { stalledReaderMs: 600_000 } })
// A kernel may hold back the data of an active client for a few hundred milliseconds.
const strict = await testApp({ with: patient, limits: { checkMs: 20, stalledReaderMs: 2000 } })
const { as, another, make, sql } = patient
const admin = await as('admin')
const editor = await as('editor')

/** More rows than the buffers between the server and a stalled client hold. */
await sql(
  `INSERT INTO contacts (id, person_id, type, value, notes)
   SELECT gen_random_uuid(), $1, 'other', 'n' || n, (SELECT string_agg(md5(n::text || m::text), '') FROM generate_series(1, 15) m)
   FROM generate_series(1, 40000) n`,
  [(await make.person())._id],
)
const longList = '/contacts?_limit=-1'

/** The server's sockets of an app; also starts listening. */
async function serverSockets({ app }: TestApp): Promise<Set<Socket>> {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return sockets
}
const patientSockets = await serverSockets(patient)
const strictSockets = await serverSockets(strict)

/** Sends a request and does not read the response. */
function requestWithoutReading(
  { app }: TestApp,
  path: string,
  { tokens }: TestUser,
  encoding = 'identity',
): Socket {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(
    `GET /api${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tokens.access}\r\naccept-encoding: ${encoding}\r\nconnection: close\r\n\r\n`,
  )
  return socket.pause()
}

const stalled = (sockets: Set<Socket>) => [...sockets].filter(({ writableLength }) => writableLength > 0)
const statusFor = async (caller: TestCaller, path: string) => (await caller.get(path)).status

test('stalled clients hold no connection of the pool and only their own turns', async () => {
  const { pool } = patient.app.world.database
  const { max } = pool.options
  pool.options.max = 3
  const readers = [
    requestWithoutReading(patient, longList, admin),
    requestWithoutReading(patient, `${longList}&_sort=value`, admin, 'zstd'),
    requestWithoutReading(patient, '/contacts/export?_columns=value,notes', editor, 'gzip'),
  ]
  try {
    await until(() => stalled(patientSockets).length === 3, 'three stalled readers')
    await until(() => pool.idleCount === pool.totalCount, 'a pool that nobody holds')
    assert.equal(await statusFor(admin, '/members'), 200)
    assert.equal(stalled(patientSockets).length, 3)

    const refused = await admin.get(longList)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], '5')
    assert.match(refused.body.message, /^Há outras exportações ou listas completas/)
    assert.equal(await statusFor(admin, '/member_categories/export'), 429)
    assert.equal(await statusFor(admin, '/member_categories?_limit=-1'), 200)
    assert.equal(await statusFor(editor, longList), 200)
  } finally {
    pool.options.max = max
    for (const reader of readers) reader.destroy()
  }
  await until(() => patientSockets.size === 0, 'the end of the connections')
  // The turn is released after the connection has ended.
  let status: number
  do status = await statusFor(admin, longList)
  while (status === 429)
  assert.equal(status, 200)
})

test('a stalled client is cut off and its turn released; an active one is not', async () => {
  const readers = [
    requestWithoutReading(strict, longList, admin),
    requestWithoutReading(strict, longList, admin),
  ]
  // On a slow machine the first may be cut off before the second stalls.
  const seen = new Set<Socket>()
  await until(() => {
    for (const socket of stalled(strictSockets)) seen.add(socket)
    return seen.size === 2
  }, 'two stalled readers')
  await until(() => strictSockets.size === 0, 'closed connections')
  for (const reader of readers) {
    let text = ''
    for await (const part of reader) text += String(part)
    assert.match(text, /^HTTP\/1.1 200 /)
    assert.ok(!text.endsWith('\r\n0\r\n\r\n'), 'a cut answer looked whole')
  }
  const { port } = strict.app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/api${longList}`, {
    headers: { authorization: `Bearer ${admin.tokens.access}` },
  })
  const { data, meta } = (await answer.json()) as { data: unknown[]; meta: { total: number } }
  assert.deepEqual([data.length, meta.total], [40_000, 40_000])
})

test('spooled data is in unnamed temporary files, which need no clean-up', async () => {
  const reader = requestWithoutReading(patient, longList, admin)
  await until(() => stalled(patientSockets).length === 1, 'a stalled reader')
  assert.deepEqual(readdirSync(join(patient.app.world.config.dataDir, 'temporary')), [])
  reader.destroy()
})

test('members do not use turns of the staff', async () => {
  const member = await another('member')
  await sql(
    `INSERT INTO contacts (id, person_id, type, value, notes)
     SELECT gen_random_uuid(), $1, type, value, notes FROM contacts WHERE type = 'other' LIMIT 20000`,
    [member.personId],
  )
  const readers = [requestWithoutReading(patient, longList, member)]
  try {
    await until(() => stalled(patientSockets).length === 1, 'a stalled reader')
    assert.equal(await statusFor(member, longList), 429)
    const short = `/contacts?_limit=-1&_columns=type&_personId=${String(member.personId)}`
    const answers = await Promise.all([admin, admin, editor, editor].map((caller) => caller.get(short)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
  } finally {
    for (const reader of readers) reader.destroy()
  }
})

test('documents of cards and the list of known cards take and release turns', async () => {
  const { wholeAnswers } = patient.app.world.turns
  await make.card()
  const { body } = await admin.get('/membership_cards?type=todos&includeLetters=false')
  const url = String(body.data['url'])
  const document = async () => (await patient.app.inject(url)).statusCode
  const [, set, layout] = /\/([^/]+)\/([^/?]+)\?/.exec(url) ?? []
  const ofDocument = { kind: 'link', id: `${set}/${layout}` } as const
  const ofAdmin = { kind: 'staff', id: admin.userId } as const
  const taken: (() => void)[] = []
  for (const holder of [ofDocument, ofDocument, ofAdmin, ofAdmin])
    await until(() => {
      // The turn of an earlier reader is released after its connection has ended.
      try {
        taken.push(wholeAnswers.take(holder))
        return true
      } catch {
        return false
      }
    }, 'a free turn')
  assert.equal(await document(), 429)
  assert.equal(await statusFor(admin, '/membership_cards/known'), 429)
  assert.equal(await statusFor(editor, '/membership_cards/known'), 200)
  for (const release of taken) release()
  for (let round = 0; round < 3; round++) {
    assert.equal(await document(), 200)
    assert.equal(await statusFor(admin, '/membership_cards/known'), 200)
  }
})

test('a streamed list has the same totals as its pages', async () => {
  await sql(
    `INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
     SELECT gen_random_uuid(), m.id, 'other', 2026, 'Cobrança ' || n, date '2026-03-31', n, m.category_id, 'manual'
     FROM members m, generate_series(1, 600) n WHERE m.id = $1`,
    [(await make.member())._id],
  )
  const whole = await admin.get('/unsettled_payments?_limit=-1')
  const page = await admin.get('/unsettled_payments?_limit=10')
  assert.equal(whole.body.data.length, 600)
  assert.deepEqual([whole.body.meta.total, whole.body.meta.sums], [page.body.meta.total, page.body.meta.sums])
})
