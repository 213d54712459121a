import assert from 'node:assert/strict'
import { assertSound } from '../dues/ledger/testing.ts'
import { insertSampleMembers } from '../setup/sample-members.ts'
import { openFollowingPage } from './following-page.ts'
import type { FollowingPage } from './following-page.ts'
import type { Load, Service } from './load.ts'
import { startLoad } from './load.ts'
import type { TestMailServer } from './test-mail-server.ts'
import { until } from './wait.ts'
import type { Database } from '../database/database.ts'

/** What runs while processes or databases are killed. */
export interface Running {
  load: Load
  pages: FollowingPage[]
  today: string
}

const sampleMembers = 60
const reason = 'Alterados em conjunto'

/** Starts a load, pages that follow it, and a bulk action. Messages confirm payments. */
export async function startEverything(service: Service, database: Database): Promise<Running> {
  const request = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${service.origins[0]}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${service.access}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.ok(answer.ok, await answer.text())
  }
  const { rows } = await database.pool.query<{ today: string; stateNameId: string; categoryId: string }>(
    `SELECT (now() AT TIME ZONE 'Europe/Lisbon')::date AS today, s.id AS "stateNameId", c.id AS "categoryId"
     FROM member_state_names s, member_categories c WHERE s.name = 'Suspenso (quotas)' AND c.name = 'Efetivo'`,
  )
  const { today, stateNameId, categoryId } = rows[0] ?? assert.fail('no state')
  await request('PATCH', '/settings/messagesPerMinute', { value: '6000' })
  await insertSampleMembers(database.pool, { count: sampleMembers, today })
  const pages = service.origins.map((_, index) => openFollowingPage(service, index))
  const load = startLoad(service, { today, categoryId })
  const { rows: members } = await database.pool.query<{ id: string }>(
    `SELECT id FROM members WHERE current_state_id <> $1 LIMIT 50`,
    [stateNameId],
  )
  await request('POST', '/bulk_actions', {
    title: 'Suspender',
    resource: 'members',
    action: 'changeState',
    input: { stateNameId, date: today, reason },
    audience: { ids: members.map(({ id }) => id) },
  })
  return { load, pages, today }
}

interface Checked {
  database: Database
  mail: TestMailServer
  /** Messages that were being sent when their process ended. */
  maxDoubtful: number
}

/**
 * Waits for the jobs of a stopped load, then asserts that each acknowledged write is there exactly once, that each job took effect
 * exactly once, that receipts have no gaps, that the ledger is sound, and that each page shows the state of the database.
 */
export async function checkLoad(
  { load, pages, today }: Running,
  { database, mail, maxDoubtful }: Checked,
): Promise<void> {
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await database.pool.query<Row>(text, values)).rows
  const pending = () =>
    query(
      `SELECT queue, last_error FROM jobs UNION ALL SELECT 'message', state FROM messages WHERE state IN ('queued', 'sending')`,
    )
  await until(async () => (await pending()).length === 0, 'all jobs are done').catch(async (error: Error) =>
    assert.deepEqual(await pending(), [], error.message),
  )

  const members = await query<{ id: string; name: string; version: number }>(
    'SELECT m.id, p.name, m.version FROM members m JOIN people p ON p.id = m.person_id',
  )
  const names = new Map(members.map(({ id, name }) => [id, name]))
  for (const [id, name] of load.members) assert.equal(names.get(id), name, 'acknowledged')
  const created = members.filter(({ name }) => name.startsWith('Sócio '))
  assert.equal(created.length, load.members.size, 'each member exists once')

  const payments = await query<{ id: string; receipt: string; messages: number }>(
    `SELECT id, receipt_number AS receipt,
       (SELECT count(*)::integer FROM messages WHERE about_id = p.id::text AND about_resource = 'payments') AS messages
     FROM payments p ORDER BY receipt_number`,
  )
  assert.deepEqual(
    new Map(payments.map(({ id, receipt }) => [id, receipt])),
    new Map([...load.payments].sort(([, one], [, other]) => (one < other ? -1 : 1))),
  )
  const numbers = payments.map(({ receipt }) => Number(receipt.split('/').at(-1)))
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
    'receipts have no gaps',
  )
  assert.deepEqual(
    payments.filter(({ messages }) => messages !== 1),
    [],
    'each payment is confirmed by one message',
  )

  const states = await query<{ state: string; count: number }>(
    `SELECT state, count(*)::integer AS count FROM messages WHERE channel = 'email' GROUP BY state`,
  )
  const {
    sent = 0,
    doubtful = 0,
    ...others
  } = Object.fromEntries(states.map(({ state, count }) => [state, count])) as Record<string, number>
  assert.deepEqual(others, {})
  assert.ok(doubtful <= maxDoubtful, `${doubtful} messages are doubtful`)
  const recipients = mail.received.map(({ to, raw }) => `${to} ${/^Subject: .*$/m.exec(raw)?.[0]}`)
  assert.equal(new Set(recipients).size, recipients.length, 'no message was sent twice')
  assert.ok(recipients.length >= sent && recipients.length <= sent + doubtful)

  // The messages of some are held: there is no service of SMS.
  const bulk = await query('SELECT state, total, done + held AS done, failed FROM bulk_actions')
  assert.deepEqual(bulk, [{ state: 'done', total: 50, done: 50, failed: 0 }])
  const changes = await query('SELECT member_id FROM member_states WHERE reason = $1', [reason])
  assert.equal(changes.length, 50)

  await assertSound({ sql: query as never, today: async () => today, database }, [...load.members.keys()])

  const versions = new Map(members.map(({ id, version }) => [id, version]))
  for (const page of pages) {
    const isCurrent = () => {
      const shown = page.shown()
      return shown.size === versions.size && [...versions].every(([id, version]) => shown.get(id) === version)
    }
    await until(isCurrent, 'the page shows the state of the database')
  }
}
