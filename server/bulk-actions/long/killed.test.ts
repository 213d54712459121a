import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertSampleMembers } from '../../setup/sample-members.ts'
import { realProcesses } from '../../testing/real-process.ts'

const { database, start } = await realProcesses()
const count = 150
const date = '2026-11-21'

async function countRows(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(text, values)
  return rows[0]?.count ?? 0
}

test('a bulk action whose process is killed is finished by the next one, each record once', async () => {
  const first = await start()
  await insertSampleMembers(database.pool, { count, today: date })
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT id FROM member_state_names WHERE name = 'Suspenso (quotas)'`,
  )
  const stateNameId = rows[0]?.id
  const members = await database.pool.query<{ id: string }>(
    'SELECT id FROM members WHERE current_state_id <> $1 AND state_since <= $2',
    [stateNameId, date],
  )
  const ids = members.rows.map(({ id }) => id)
  const changed = () =>
    countRows('SELECT count(*)::integer AS count FROM member_states WHERE reason = $1', [
      'Suspensos em conjunto',
    ])
  // The messages of some are held: there is no mail server.
  const results = () =>
    countRows(`SELECT count(*)::integer AS count FROM bulk_action_results WHERE outcome IN ('done', 'held')`)

  const { _id } = await first.post('/bulk_actions', {
    title: 'Suspender',
    resource: 'members',
    action: 'changeState',
    input: { stateNameId, date, reason: 'Suspensos em conjunto' },
    audience: { ids },
  })
  while ((await changed()) < 10) await sleep(5)
  await first.kill()
  const done = await results()
  assert.ok(done > 0 && done < ids.length, `killed during the work: ${done}`)
  assert.equal(await changed(), done, 'a record and its result are written together')

  const second = await start()
  const path = `/bulk_actions/${String(_id)}`
  let bulk = await second.get(path)
  for (; bulk['state'] !== 'done'; bulk = await second.get(path)) {
    assert.notEqual(bulk['state'], 'failed')
    await sleep(20)
  }
  assert.deepEqual([bulk['total'], bulk['failed'], await results()], [ids.length, 0, ids.length])
  assert.equal(await changed(), ids.length)
  await second.kill()
})
