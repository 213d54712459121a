import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertSampleMembers } from '../../setup/sample-members.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { realProcesses } from '../../testing/real-process.ts'

const { database, start } = await realProcesses()
const count = 150

async function states(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ status: string; count: number }>(
    'SELECT status, count(*)::integer AS count FROM membership_cards GROUP BY status',
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.count]))
}

test('a print batch whose process is killed is drawn completely by the next process, and its cards are printed once', async () => {
  const first = await start()
  await insertSampleMembers(database.pool, { count, today: '2026-11-21' })
  await database.pool.query(
    `INSERT INTO membership_cards (id, member_id, valid_from, issued_at) SELECT new_id(), id, current_date, current_date FROM members`,
  )
  const { _id } = await first.post('/print_batches', { layout: 'single' })
  const path = `/print_batches/${String(_id)}`
  for (;;) {
    const { state, drawn } = await first.get(path)
    assert.notEqual(state, 'done', 'it was drawn before it could be killed')
    if (Number(drawn) > 0) break
    await sleep(5)
  }
  await first.kill()
  assert.deepEqual(await states(), { toPrint: count }, 'no card is printed before its document is whole')

  const second = await start()
  let batch = await second.get(path)
  for (; batch['state'] !== 'done'; batch = await second.get(path)) {
    assert.notEqual(batch['state'], 'failed')
    await sleep(50)
  }
  assert.deepEqual(await states(), { printed: count })
  assert.equal(batch['count'], count)
  const { url } = await second.get(`${path}/document`)
  const pdf = await second.download(String(url))
  assert.equal(createHash('sha256').update(pdf).digest('hex'), batch['fileHash'])
  assert.equal((await readPdf(pdf)).pages.length, 2 * count)
  await second.kill()
})
