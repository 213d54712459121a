import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { lettersToDigits, mod97CheckDigits } from '@agremia/resources/rules/bank-identifiers.ts'
import { v7 as newId } from 'uuid'
import { openText, sealedPattern } from '../database/sealed-text.ts'
import { inTransaction } from '../database/transaction.ts'
import { openKeys } from '../keys.ts'
import { insertSampleMembers } from '../setup/sample-members.ts'
import { waitersReach } from '../testing/lock-waits.ts'
import type { RealProcess } from '../testing/real-process.ts'
import { realProcesses, signIn } from '../testing/real-process.ts'
import { storedRows } from '../testing/stored-rows.ts'
import { until } from '../testing/wait.ts'

const { database, start } = await realProcesses()
const count = 1100

async function sql<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.pool.query(statement, values)).rows as Row[]
}
const countOf = async (from: string) =>
  (await sql<{ count: number }>(`SELECT count(*)::integer AS count FROM ${from}`))[0]!.count

let accounts = 0
function newIban(): string {
  const account = String(700_000_000_000_000_000n + BigInt(++accounts))
  return `DE${mod97CheckDigits(lettersToDigits(`${account}DE`))}${account}`
}

/** What each member has, as entered. */
const ibans = new Map<string, string>()
/** All values that were entered at any time. */
const entered: string[] = []
const enter = (id: string) => {
  const iban = newIban()
  entered.push(iban)
  ibans.set(id, iban)
  return iban
}

/** Locks a member, so that work on all of them waits in their midst. Returns a function that ends this. */
async function blockMember(id: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM members WHERE id = $1 FOR UPDATE', [id])
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}

const encrypted = () => countOf(`members WHERE starts_with(iban, '~s1.')`)
const jobsDone = () => until(async () => (await countOf(`jobs WHERE queue = 'encryption'`)) === 0, 'no job')

/** All encrypted texts, with their tables. Fails when one cannot be decrypted, or is encrypted twice. */
async function encryptedTexts(): Promise<{ table: string; form: string; value: string }[]> {
  return [...(await storedRows({ sql }))].flatMap(([table, rows]) =>
    [...rows.matchAll(sealedPattern)].map(([form]) => {
      const value = openText(form)
      assert.ok(entered.includes(value), `${table}: ${value}`)
      return { table, form, value }
    }),
  )
}

async function assertEncryptedOnce(): Promise<void> {
  await openKeys(database, {})
  const stored = await sql<{ id: string; iban: string; raw: Buffer }>(
    `SELECT id, iban, convert_to(iban, 'UTF8') AS raw FROM members WHERE iban IS NOT NULL`,
  )
  assert.deepEqual(new Map(stored.map(({ id, iban }) => [id, iban])), ibans)
  for (const { raw } of stored) assert.match(raw.toString(), /^~s1[.][^~]+~$/)
  await encryptedTexts()
  const values = new Set(entered)
  for (const [table, rows] of await storedRows({ sql }))
    assert.deepEqual(
      [...new Set(rows.match(/DE\d{20}/g))].filter((iban) => values.has(iban)),
      [],
      table,
    )
}

test('values from before are encrypted once each, by a job that is killed and by two processes at once, while people write', async () => {
  const first = await start()
  await jobsDone()
  await first.kill()
  await insertSampleMembers(database.pool, { count, today: '2026-11-21' })
  const ids = (await sql<{ id: string }>('SELECT id FROM members ORDER BY ctid')).map(({ id }) => id)
  const [early, late, blocked] = [ids[3]!, ids.at(-2)!, ids.at(-1)!]
  await sql(
    `UPDATE members m SET iban = x.iban FROM unnest($1::uuid[], $2::text[]) AS x (id, iban) WHERE m.id = x.id`,
    [ids, ids.map(enter)],
  )
  // Histories, and an imported file of which the cells of one column are encrypted already.
  await sql(
    `INSERT INTO audit_events (id, resource, record_id, action, changes, rows)
     SELECT new_id(), 'members', id, 'updated', jsonb_build_array(jsonb_build_object('field', 'iban', 'from', NULL, 'to', iban)),
       jsonb_build_array(jsonb_build_object('table', 'members', 'row', jsonb_build_object('iban', iban))) FROM members`,
  )
  await openKeys(database, {})
  const importId = newId()
  await sql(
    `INSERT INTO imports (id, file_name, kind, format, state, step, columns, mapping, total, created)
     VALUES ($1, 'lista.csv', 'members', 'text', 'ready', 'check', '{"list": []}', '{"0": "name", "1": "iban"}', $2, $2)`,
    [importId, ids.length],
  )
  const former = newIban()
  entered.push(former)
  await inTransaction(database, (db) =>
    db.query({
      text: `INSERT INTO import_rows (id, import_id, place, cells) SELECT new_id(), $1, m.member_number, ARRAY['Ana', m.iban, $2] FROM members m`,
      values: [importId, db.seal(former)],
    }),
  )
  const addJob = () => sql(`INSERT INTO jobs (queue, data) VALUES ('encryption', '{}')`)

  // A process that starts works on members too.
  const second = await start()
  let release = await blockMember(blocked)
  await addJob()
  await waitersReach({ sql }, 1)
  const done = await encrypted()
  assert.ok(done > 0 && done < count, `killed during the work: ${done}`)
  await second.kill()
  await release()
  assert.equal(await encrypted(), done, 'the batch under way is undone')

  await sql(`UPDATE jobs SET due_at = 'infinity'`)
  const processes = await Promise.all([start(), start()])
  release = await blockMember(blocked)
  await sql(`UPDATE jobs SET due_at = now()`)
  await addJob()
  await waitersReach({ sql }, 2)
  const [one, other] = processes
  await one.patch(`/members/${early}`, { iban: enter(early) })
  const writes = [
    one.patch(`/members/${late}`, { iban: enter(late) }),
    other.patch(`/members/${blocked}`, { city: 'Tomar' }),
  ]
  await waitersReach({ sql }, 4, ...writes)
  await release()
  await Promise.all(writes)
  await jobsDone()
  await assertEncryptedOnce()
  assert.equal((await one.get(`/members/${blocked}`))['city'], 'Tomar')
  assert.equal((await one.get(`/members/${blocked}`))['iban'], ibans.get(blocked))
  assert.equal(await countOf(`import_rows WHERE cells[3] = cells[2] OR NOT starts_with(cells[3], '~s1.')`), 0)
  await Promise.all(processes.map((process) => process.kill()))
})

/** `npm run replace-keys`, as a process of its own. */
function replaceKeys() {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../scripts/run.mjs'), 'replace-keys'],
    {
      env: { ...process.env, DATABASE_URL: database.url, DATABASE_LISTEN_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return { child, exited: once(child, 'exit'), output: text(child.stdout) }
}

/** Gives members new IBANs through the process, until it is stopped. Signs in again when the session ends. */
async function keepWriting({ origin }: RealProcess, ids: readonly string[]) {
  let access = await signIn(origin)
  const ask = async (id: string, body?: object): Promise<string> => {
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
    const sent = body && { method: 'PATCH', body: JSON.stringify(body) }
    const answer = await fetch(`${origin}/api/members/${id}`, { headers, ...sent })
    if (answer.status === 401) {
      access = await signIn(origin)
      return ask(id, body)
    }
    assert.equal(answer.status, 200, await answer.clone().text())
    return ((await answer.json()) as { data: { iban: string } }).data.iban
  }
  let isRunning = true
  let written = 0
  const loops = ids.map(async (id) => {
    while (isRunning) {
      const iban = enter(id)
      assert.equal(await ask(id, { iban }), iban)
      written++
    }
  })
  return {
    read: (id: string) => ask(id),
    /** Resolves after some more writes. */
    async further(more: number) {
      const target = written + more
      await Promise.race([until(() => written >= target, 'more writes'), Promise.all(loops)])
    },
    async stop() {
      isRunning = false
      await Promise.all(loops)
    },
  }
}

test('keys are replaced while a server writes, by a command that is killed twice: everything stays readable, and nothing needs the former key', async () => {
  const versions = async () =>
    (
      await sql<{ version: number }>(
        `SELECT version FROM secrets WHERE name = 'personalData' ORDER BY version`,
      )
    ).map(({ version }) => version)
  const marks = async () => new Set((await encryptedTexts()).map(({ form }) => form.slice(0, 12)))
  const server = await start()
  const former = await marks()
  assert.equal(former.size, 1)
  const ids = [...ibans.keys()]
  const writing = await keepWriting(server, ids.slice(0, 3))
  await writing.further(5)

  // In the midst of the members.
  const release = await blockMember(ids.at(-1)!)
  const first = replaceKeys()
  await waitersReach({ sql }, 1, first.exited)
  await writing.further(5)
  first.child.kill('SIGKILL')
  await first.exited
  await release()
  assert.deepEqual(await versions(), [1, 2])
  await openKeys(database, {})
  assert.equal((await marks()).size, 2)
  await writing.further(5)
  for (const id of ids.slice(3, 6)) assert.equal(await writing.read(id), ibans.get(id))

  // At the end, when it waits for a transaction that encrypted with the former key.
  const open = await database.pool.connect()
  await open.query(`BEGIN; SELECT hold_key('personalData', 1)`)
  const second = replaceKeys()
  await waitersReach({ sql }, 1, second.exited)
  await writing.further(5)
  second.child.kill('SIGKILL')
  await second.exited
  await open.query('ROLLBACK')
  open.release()
  assert.deepEqual(await versions(), [1, 2])

  const { exited, output } = replaceKeys()
  assert.deepEqual(await exited, [0, null], await output)
  await writing.further(5)
  await writing.stop()
  assert.deepEqual(await versions(), [2])
  await assertEncryptedOnce()
  const later = await marks()
  assert.equal(later.size, 1)
  assert.ok(!later.has([...former][0]!))
  for (const id of ids.slice(0, 6)) assert.equal(await writing.read(id), ibans.get(id))
  await server.kill()
})
