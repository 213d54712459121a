import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitersReach } from '../../testing/lock-waits.ts'
import type { RealProcess } from '../../testing/real-process.ts'
import { realProcesses } from '../../testing/real-process.ts'
import { contents } from '../testing.ts'

const { database, start } = await realProcesses()
const sql = async <Row>(statement: string, values: unknown[] = []) =>
  (await database.pool.query(statement, values)).rows as Row[]

/** A person with a membership, a debt and a payment. */
async function makeMember(process: RealProcess, name: string) {
  const [category] = await sql<{ id: string }>(`SELECT id FROM member_categories WHERE code = 'EFE'`)
  const given = { name, admissionDate: '2020-01-01', categoryId: category!.id }
  const member = await process.post('/members', given)
  const memberId = String(member['_id'])
  const charge = { memberId, type: 'other', amount: 24, dueDate: '2026-05-05' }
  await process.post('/unsettled_payments', charge)
  await process.post('/payments', { memberId, date: '2026-05-06', amount: 30, method: 'cash' })
  return { memberId, personId: String(member['personId']) }
}

const people = (kept: { personId: string }, lost: { personId: string }) => ({
  personId: kept.personId,
  lostPersonId: lost.personId,
})

/** Kills the process while it does something in the midst of which it writes histories. */
async function killDuring(process: RealProcess, work: () => Promise<unknown>): Promise<void> {
  const client = await database.pool.connect()
  await client.query('BEGIN; LOCK TABLE audit_events IN SHARE MODE')
  const failing = assert.rejects(work(), TypeError)
  await waitersReach({ sql }, 1)
  await process.kill()
  await failing
  await client.query('ROLLBACK')
  client.release()
}

test('a merge and an undo whose process is killed leave nothing, and are done once when they are requested again', async () => {
  const first = await start()
  const [kept, lost] = [await makeMember(first, 'Rosa Vidal'), await makeMember(first, 'Rosa M. Vidal')]
  const before = await contents({ sql })
  await killDuring(first, () => first.post('/merges', people(kept, lost), 'merge-1'))
  assert.deepEqual(await contents({ sql }), before)

  const second = await start()
  const merged = await second.post('/merges', people(kept, lost), 'merge-1')
  assert.deepEqual(await second.post('/merges', people(kept, lost), 'merge-1'), merged)
  assert.equal((await second.get(`/members/${lost.memberId}`))['_id'], kept.memberId)
  const after = await contents({ sql })
  assert.equal(after['members']?.length, Number(before['members']?.length) - 1)
  const path = `/merges/${String(merged['_id'])}/undo`
  await killDuring(second, () => second.post(path, {}, 'undo-1'))
  assert.deepEqual(await contents({ sql }), after)

  const third = await start()
  const undone = await third.post(path, {}, 'undo-1')
  assert.deepEqual(await third.post(path, {}, 'undo-1'), undone)
  assert.deepEqual(await contents({ sql }), before)
  await third.kill()
})

test('two processes that merge a pair at the same time, or undo it: one does it, the other is refused', async () => {
  const processes = await Promise.all([start(), start()])
  const [one, other] = processes
  /** The result of the process that did it. The others are refused with this status. */
  async function done(requests: readonly Promise<Record<string, unknown>>[], refusal: RegExp) {
    const results = await Promise.allSettled(requests)
    const failed = results.filter((result) => result.status === 'rejected')
    assert.equal(failed.length, requests.length - 1)
    for (const { reason } of failed) assert.match(String(reason), refusal)
    return results.find((result) => result.status === 'fulfilled')!.value
  }
  for (let pair = 0; pair < 5; pair++) {
    const [kept, lost] = [
      await makeMember(one, `Gil ${pair} Sá`),
      await makeMember(other, `Gil ${pair} de Sá`),
    ]
    const before = await contents({ sql })
    const merged = await done(
      [
        one.post('/merges', people(kept, lost)),
        other.post('/merges', pair % 2 === 0 ? people(kept, lost) : people(lost, kept)),
        one.post('/merges', people(lost, kept)),
      ],
      /: 422 .*já foi fundida com outra/,
    )
    const [{ count } = { count: 0 }] = await sql<{ count: number }>(
      `SELECT count(*)::integer AS count FROM merges WHERE state = 'done'`,
    )
    assert.equal(count, 1)
    const [balance] = await sql<object>(
      `SELECT count(*)::integer AS payments, count(DISTINCT p.member_id)::integer AS members, sum(p.amount)::integer AS paid
       FROM payments p WHERE p.member_id = ANY($1)`,
      [[kept.memberId, lost.memberId]],
    )
    assert.deepEqual(balance, { payments: 2, members: 1, paid: 6000 })
    const undo = (process: RealProcess) => process.post(`/merges/${String(merged['_id'])}/undo`, {})
    await done([undo(one), undo(other)], /: 409 /)
    assert.deepEqual(await contents({ sql }), before)
  }
  await Promise.all(processes.map((process) => process.kill()))
})
