import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { realProcesses, type RealProcess } from '../../testing/real-process.ts'

const { database, start } = await realProcesses()
const count = 900

const countOf = async (text: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${text}`)).rows[0]
    ?.count ?? 0
const members = () => countOf('members')
const rowsIn = (outcome: string) => countOf(`import_rows WHERE outcome = '${outcome}'`)

async function upload({ origin, access }: RealProcess): Promise<string> {
  const lines = Array.from(
    { length: count },
    (_, index) => `${1000 + index};Pessoa ${'abcdefghij'[index % 10]};Efetivo;2001-01-01;2`,
  )
  const form = new FormData()
  form.append('kind', 'members')
  form.append('file', new Blob([['N.º;Nome;Categoria;Admissão', ...lines].join('\n')]), 'lista.csv')
  const headers = { authorization: `Bearer ${access}` }
  const response = await fetch(`${origin}/api/imports`, { method: 'POST', body: form, headers })
  return ((await response.json()) as { data: { _id: string } }).data._id
}

/** Waits until the import is in this state. */
async function reach(process: RealProcess, id: string, state: string): Promise<Record<string, unknown>> {
  for (;;) {
    const record = await process.get(`/imports/${id}`)
    if (record['state'] === state) return record
    assert.notEqual(record['state'], 'failed', String(record['problem']))
    await sleep(20)
  }
}

test('an import and an undo whose process is killed are finished by the next one, each row once', async () => {
  const first = await start()
  const id = await upload(first)
  const ready = await reach(first, id, 'ready')
  assert.equal(ready['created'], count)
  await first.post(`/imports/${id}/start`, {})
  while ((await rowsIn('done')) === 0) await sleep(5)
  await first.kill()
  const done = await rowsIn('done')
  assert.ok(done > 0 && done < count, `killed during the work: ${done}`)
  assert.equal(await members(), done, 'a member and its row are written together')

  const second = await start()
  assert.equal((await reach(second, id, 'done'))['done'], count)
  assert.equal(await members(), count)
  await second.post(`/imports/${id}/undo`, {})
  while ((await rowsIn('undone')) === 0) await sleep(5)
  await second.kill()
  assert.equal(await members(), await rowsIn('done'))

  const third = await start()
  const undone = await reach(third, id, 'undone')
  assert.deepEqual([undone['done'], undone['kept']], [count, 0])
  assert.equal(await members(), 0)
  assert.equal(await countOf('people'), 0)
  await third.kill()
})
