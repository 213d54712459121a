import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import type pg from 'pg'
import { realProcesses } from '../../testing/real-process.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { until } from '../../testing/wait.ts'

const { database, dataDir, start } = await realProcesses()
const folder = mkdtempSync(join(tmpdir(), 'agremia-command-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function begin(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../scripts/run.mjs'), ...args], {
    env: { ...process.env, DATABASE_LISTEN_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, exited: once(child, 'exit'), output: Promise.all([text(child.stdout), text(child.stderr)]) }
}

async function run(args: string[], env: Record<string, string>): Promise<[code: number, output: string]> {
  const { exited, output } = begin(args, env)
  return [Number((await exited)[0]), (await output).join('')]
}

const own = { DATABASE_URL: database.url, DATA_DIR: dataDir }
const countEvents = async (pool: pg.Pool) =>
  (await pool.query<{ n: string }>('SELECT count(*) AS n FROM audit_events')).rows

async function rowsBeingCopied(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT coalesce(sum(tuples_processed), 0)::integer AS n FROM pg_stat_progress_copy WHERE datname = current_database() AND command = 'COPY FROM'`,
  )
  return rows[0]?.n ?? 0
}

test('a killed backup leaves no file, and a killed restore leaves the database empty', async () => {
  const program = await start()
  await database.pool.query(
    `INSERT INTO audit_events (id, resource, record_id, action, changes)
     SELECT new_id(), 'members', new_id(), 'updated', jsonb_build_array(md5(n::text), md5((n + 1)::text)) FROM generate_series(1, 300000) AS n`,
  )
  const path = join(folder, 'killed.zip')
  const killed = begin(['backup', path], own)
  await until(() => readdirSync(folder).some((name) => name.startsWith('killed.zip.')), 'the draft')
  killed.child.kill('SIGKILL')
  await killed.exited
  assert.equal(existsSync(path), false)

  const whole = join(folder, 'whole.zip')
  const [code, output] = await run(['backup', whole], own)
  assert.equal(code, 0, output)
  assert.match(output, /Cópia feita em .*: [\d\s.]+ linhas e 0 ficheiros/)
  assert.match(output, /Não está cifrada/)
  assert.equal(statSync(whole).mode & 0o077, 0, 'only its owner reads it')
  assert.deepEqual(await run(['backup', whole], own), [1, `${whole} já existe: escolha outro nome.\n`])
  await program.stop()

  const [refusedCode, refusal] = await run(['restore', whole], own)
  assert.equal(refusedCode, 1)
  assert.match(refusal, /já tem uma organização, e nada lhe foi feito/)

  const empty = await testDatabase({ migrated: false })
  const target = { DATABASE_URL: empty.url, DATA_DIR: join(folder, 'data') }
  const restoring = begin(['restore', whole], target)
  await until(async () => (await rowsBeingCopied(empty.pool)) > 0, 'rows on their way')
  restoring.child.kill('SIGKILL')
  await restoring.exited
  const tables = `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`
  assert.deepEqual((await empty.pool.query(tables)).rows, [], 'nothing half-done')

  const [restoredCode, restored] = await run(['restore', whole], target)
  assert.equal(restoredCode, 0, restored)
  assert.match(restored, /Está tudo reposto/)
  assert.deepEqual(await countEvents(empty.pool), await countEvents(database.pool))
})

test('wrong arguments are rejected with the right usage', async () => {
  for (const args of [['backup'], ['restore'], ['restore', '--check'], ['backup', 'a.zip', 'b.zip']]) {
    const [code, output] = await run(args, own)
    assert.equal(code, 1)
    assert.match(output, /^Diga /)
  }
})
