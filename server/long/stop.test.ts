import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { insertSampleMembers } from '../setup/sample-members.ts'
import { realProcesses } from '../testing/real-process.ts'
import { samplePhoto } from '../testing/sample-photo.ts'
import { until } from '../testing/wait.ts'

const { database, start } = await realProcesses()
const count = 150
const date = '2026-11-21'

async function readAll<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.pool.query(statement, values)).rows as Row[]
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const refused = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true)
  socket.destroy()
  return refused
}

test('SIGTERM ends requests and jobs under way, refuses new ones, and loses nothing', async (t) => {
  const first = await start()
  const { port } = new URL(first.origin)
  await insertSampleMembers(database.pool, { count, today: date })
  await database.pool.query(
    `INSERT INTO contacts (id, person_id, type, value, notes)
     SELECT gen_random_uuid(), (SELECT min(id::text)::uuid FROM people), 'other', 'n' || n, repeat(md5(n::text), 15)
     FROM generate_series(1, 20000) n`,
  )
  const [{ id: stateNameId } = { id: '' }] = await readAll<{ id: string }>(
    `SELECT id FROM member_state_names WHERE name = 'Suspenso (quotas)'`,
  )
  const members = await readAll<{ id: string; personId: string }>(
    'SELECT id, person_id AS "personId" FROM members WHERE current_state_id <> $1 AND state_since <= $2',
    [stateNameId, date],
  )
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const ask = (method: string, path: string, headers: Record<string, string | number> = {}): ClientRequest =>
    request(`${first.origin}/api${path}`, {
      method,
      agent,
      headers: { authorization: `Bearer ${first.token}`, ...headers },
    })
  const answerOf = async (sent: ClientRequest) => ((await once(sent, 'response')) as [IncomingMessage])[0]

  const reading = answerOf(ask('GET', '/contacts/export?format=csv').end())
  const rows = await reading
  await once(rows, 'readable')

  const photo = await samplePhoto(1)
  const body = Buffer.concat([
    Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
    ),
    photo,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const upload = ask('POST', `/person_photos/${members[0]!.personId}`, {
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': body.length,
  })
  const uploaded = answerOf(upload)
  upload.write(body.subarray(0, 20_000))

  const idle = connect(Number(port), '127.0.0.1')
  idle.write('GET /api/ HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(idle, 'data')
  const page = new WebSocket(`${first.origin.replace('http', 'ws')}/api/websocket`)
  await once(page, 'open')

  const { _id } = await first.post('/bulk_actions', {
    title: 'Suspender',
    resource: 'members',
    action: 'changeState',
    input: { stateNameId, date, reason: 'Suspensos em conjunto' },
    audience: { ids: members.map(({ id }) => id) },
  })
  const results = async () =>
    (await readAll(`SELECT FROM bulk_action_results WHERE outcome IN ('done', 'held')`)).length
  await until(async () => (await results()) > 3, 'the beginning of the bulk action')

  const idleEnded = once(idle.resume(), 'close')
  const pageClosed = once(page, 'close')
  const exited = first.stop()
  void first.stop()
  await idleEnded
  const [closing] = (await pageClosed) as [CloseEvent]
  assert.equal(closing.code, 1001)
  await until(() => isRefused(Number(port)), 'the refusal of connections')
  assert.ok(first.isAlive())
  const jobLocks = `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory'
    AND datname = current_database() AND application_name = 'agremia jobs'`
  await until(
    async () => (await readAll(jobLocks)).length === 0,
    'the end of the job, before that of the requests',
  )

  upload.end(body.subarray(20_000))
  const answer = await uploaded
  assert.deepEqual([answer.statusCode, answer.headers.connection], [201, 'close'])
  answer.resume()
  assert.equal((await text(rows)).trim().split('\n').length, 1 + 20_000)
  assert.equal(await exited, 0)
  assert.equal((await readAll('SELECT FROM people WHERE photo_id IS NOT NULL')).length, 1)
  const stopped = await results()
  assert.ok(stopped < members.length, 'the job was under way')

  const second = await start()
  const path = `/bulk_actions/${String(_id)}`
  await until(async () => (await second.get(path))['state'] === 'done', 'the end of the bulk action')
  assert.equal(await results(), members.length)
  assert.equal(
    (await readAll(`SELECT FROM member_states WHERE reason = 'Suspensos em conjunto'`)).length,
    members.length,
  )
  assert.equal(await second.stop(), 0)
})
