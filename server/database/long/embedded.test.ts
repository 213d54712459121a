import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { type TestContext, after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../errors.ts'
import { type EmbeddedDatabase, startEmbedded } from '../embedded.ts'
import { findPostmaster, killAll } from '../embedded-process.ts'
import { isRoot } from '../embedded-programs.ts'
import { clusterFolder } from '../../testing/test-postgres.ts'
import type { Log } from '../log.ts'

const quiet: Log = { warn() {}, error() {} }

/** A temporary data folder that other users may enter. Afterwards kills its PostgreSQL and deletes it. */
function dataFolder(t: TestContext, mode = 0o755): string {
  const folder = clusterFolder('agremia-embedded-')
  chmodSync(folder, mode)
  t.after(() => {
    const cluster = existsSync(join(folder, 'postgres')) ? realpathSync(join(folder, 'postgres')) : undefined
    if (cluster) {
      killAll(cluster)
      rmSync(cluster, { recursive: true, force: true, maxRetries: 10 })
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  return folder
}

let created: string | undefined
after(() => created !== undefined && rmSync(created, { recursive: true, force: true, maxRetries: 10 }))

/** A data folder as an earlier start left it. A copy, because creating a database takes a second. */
async function usedFolder(t: TestContext): Promise<string> {
  if (created === undefined) {
    created = clusterFolder('agremia-embedded-')
    chmodSync(created, 0o755)
    await (await start(created)).stop()
  }
  const folder = dataFolder(t)
  // Keeps owners and modes.
  execFileSync('cp', ['-a', `${created}/.`, folder])
  return folder
}

const start = (dataDir: string, options: { log?: Log; onLost?: (error: Error) => void } = {}) =>
  startEmbedded({ dataDir, log: quiet, ...options })
const postmasterOf = (dataDir: string) => findPostmaster(realpathSync(join(dataDir, 'postgres')))

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<{ value: unknown }>(sql)).rows.map(({ value }) => value)
  } finally {
    await client.end().catch(() => {})
  }
}

const write = (url: string) => query(url, `create table notes as select 'here' as value`)
const read = (url: string) => query(url, 'select value from notes')

/** Retries until the call succeeds. */
async function eventually<T>(ask: () => Promise<T> | T): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch {
      await sleep(20)
    }
  }
}

/** Starts another process that serves the folder until it is killed. `output` is its first line: the URL or the error. */
async function otherProgram(
  t: TestContext,
  dataDir: string,
): Promise<ChildProcess & { output: Promise<string> }> {
  const code = `
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve('../embedded.ts'))}
    try {
      const started = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: console })
      await started.announce('http://localhost:4321')
      console.log(started.url)
    } catch (error) {
      console.log(error.message)
    }
    setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const output = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
  })
  return Object.assign(child, { output })
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

test('an empty folder gets a database that persists and is closed to other users', async (t) => {
  const folder = dataFolder(t)
  const first = await start(folder)
  await write(first.url)
  assert.deepEqual(await query(first.url, `select current_setting('server_encoding') as value`), ['UTF8'])
  assert.equal(new URL(first.url).hostname, '127.0.0.1')
  assert.deepEqual(await query(first.url, `select current_setting('listen_addresses') as value`), [
    '127.0.0.1',
  ])
  assert.deepEqual(await query(first.url, `select current_setting('unix_socket_directories') as value`), [''])
  assert.equal(statSync(join(folder, 'postgres')).mode & 0o777, 0o700)
  for (const file of ['postgres.password', 'postgres.log'])
    assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600)
  await first.stop()
  assert.equal(postmasterOf(folder), undefined)
  assert.equal(existsSync(join(folder, 'postgres/postmaster.pid')), false)

  const second = await start(folder)
  assert.deepEqual(await read(second.url), ['here'])
  await second.stop()
  assert.deepEqual(readdirSync(folder).sort(), ['postgres', 'postgres.log', 'postgres.password'])
})

test('the log of PostgreSQL has no values of failed statements', async (t) => {
  const folder = await usedFolder(t)
  const database = await start(folder)
  await write(database.url)
  for (const statement of [`select 'Zulmira'::integer`, `alter table notes add check (value = 'Zulmira')`])
    await assert.rejects(query(database.url, statement))
  await database.stop()
  assert.doesNotMatch(readFileSync(join(folder, 'postgres.log'), 'utf8'), /Zulmira/)
})

test('a wrong password is rejected', async (t) => {
  const started = await start(await usedFolder(t))
  const url = new URL(started.url)
  url.password = 'wrong'
  await assert.rejects(query(url.href, 'select 1 as value'), { code: '28P01' })
  await started.stop()
})

test('after the program is killed, the next one takes over its running PostgreSQL', async (t) => {
  const folder = await usedFolder(t)
  const program = await otherProgram(t, folder)
  await write(await program.output)
  const postmaster = postmasterOf(folder)
  await kill(program)
  assert.deepEqual(postmasterOf(folder), postmaster)

  const started = await start(folder)
  assert.deepEqual(postmasterOf(folder), postmaster)
  assert.deepEqual(await read(started.url), ['here'])
  await started.stop()
  assert.equal(postmasterOf(folder), undefined)
})

test('after the program and PostgreSQL are killed, committed data is still there', async (t) => {
  const folder = await usedFolder(t)
  const program = await otherProgram(t, folder)
  await write(await program.output)
  const postmaster = postmasterOf(folder)
  await kill(program)
  process.kill(postmaster?.pid ?? 0, 'SIGKILL')

  const started = await start(folder)
  assert.notEqual(postmasterOf(folder)?.pid, postmaster?.pid)
  assert.deepEqual(await read(started.url), ['here'])
  await started.stop()
})

test('a PostgreSQL that is killed is restarted on the same port, each time', async (t) => {
  const folder = await usedFolder(t)
  const warnings: string[] = []
  const started = await start(folder, {
    log: { ...quiet, warn: (_details, message) => warnings.push(message) },
  })
  await write(started.url)
  for (let time = 1; time <= 2; time++) {
    const before = postmasterOf(folder)
    process.kill(before?.pid ?? 0, 'SIGKILL')
    assert.deepEqual(await eventually(() => read(started.url)), ['here'])
    const after = await eventually(() => postmasterOf(folder) ?? Promise.reject())
    assert.notEqual(after.pid, before?.pid)
    assert.equal(after.port, before?.port)
  }
  assert.ok(warnings.includes('PostgreSQL exited unexpectedly; restarting it'))
  await started.stop()
  assert.equal(postmasterOf(folder), undefined)
})

test('the server survives the kill of one of its processes', async (t) => {
  const folder = await usedFolder(t)
  const started = await start(folder)
  await write(started.url)
  const pids = await query(
    started.url,
    `select pid as value from pg_stat_activity where backend_type = 'checkpointer'`,
  )
  process.kill(Number(pids[0]), 'SIGKILL')
  assert.deepEqual(await eventually(() => read(started.url)), ['here'])
  await started.stop()
  assert.equal(postmasterOf(folder), undefined)
})

test('PostgreSQL starts in spite of a stale pid file', async (t) => {
  const folder = await usedFolder(t)
  const first = await start(folder)
  const pidFile = join(folder, 'postgres/postmaster.pid')
  const { uid, gid } = statSync(join(folder, 'postgres'))
  const content = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  // Same user: the case in which PostgreSQL itself would refuse to start.
  const other = spawn('sleep', ['1000'], isRoot() ? { uid, gid } : {})
  t.after(() => other.kill())
  const gone = spawn('true')
  await new Promise((resolve) => gone.once('exit', resolve))
  for (const pid of [other.pid, gone.pid]) {
    writeFileSync(pidFile, [pid, ...content.slice(1)].join('\n'))
    const started = await start(folder)
    await started.stop()
  }
  assert.equal(other.exitCode, null)
})

test('a second program for the same folder fails and names the process and address of the first', async (t) => {
  const folder = await usedFolder(t)
  const first = await start(folder)
  await first.announce('http://localhost:3000')
  await assert.rejects(start(folder), (error: unknown) => {
    assert.ok(error instanceof StartError)
    assert.equal(
      error.message,
      `A Agremia já está a funcionar a partir da pasta ${folder} (processo ${process.pid}, http://localhost:3000).`,
    )
    return true
  })
  assert.deepEqual(await query(first.url, 'select 1 as value'), [1])
  await first.stop()
})

test('when two programs start at once in an empty folder, one serves it', async (t) => {
  const folder = dataFolder(t)
  const programs = await Promise.all([otherProgram(t, folder), otherProgram(t, folder)])
  const output = await Promise.all(programs.map((program) => program.output))
  const winner = output.findIndex((text) => text.startsWith('postgresql://'))
  assert.match(
    output[1 - winner] ?? '',
    new RegExp(`já está a funcionar .*\\(processo ${programs[winner]?.pid}`),
  )
  await write(output[winner] ?? '')
  assert.deepEqual(readdirSync(folder).sort(), ['postgres', 'postgres.log', 'postgres.password'])
  for (const program of programs) await kill(program)
})

test('a program killed while it creates the database leaves no partial database', async (t) => {
  const folder = dataFolder(t)
  const program = await otherProgram(t, folder)
  const draft = await eventually(
    () => readdirSync(folder).find((name) => name.includes('.new-')) ?? Promise.reject(),
  )
  await eventually(() => existsSync(join(folder, draft, 'cluster/PG_VERSION')) || Promise.reject())
  await kill(program)
  assert.equal(existsSync(join(folder, 'postgres')), false)

  const started = await start(folder)
  await write(started.url)
  await started.stop()
  const again = await start(folder)
  assert.deepEqual(await read(again.url), ['here'])
  await again.stop()
  assert.equal(existsSync(join(folder, draft)), false)
})

test('data of another major version is rejected with one line', async (t) => {
  const folder = await usedFolder(t)
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '9\n')
  await assert.rejects(
    start(folder),
    /StartError: Os dados em .* são do PostgreSQL 9 e este programa traz o \d+/,
  )
})

test('a folder without its password, or with a wrong one, is rejected and not changed', async (t) => {
  const folder = await usedFolder(t)
  rmSync(join(folder, 'postgres.password'))
  await assert.rejects(start(folder), /StartError: Falta o ficheiro .*postgres\.password/)
  assert.equal(existsSync(join(folder, 'postgres.password')), false)
  writeFileSync(join(folder, 'postgres.password'), 'another', { mode: 0o600 })
  await assert.rejects(
    start(folder),
    /StartError: A palavra-passe em postgres\.password não é a da base de dados/,
  )
})

test('aborting the start stops PostgreSQL', async (t) => {
  const folder = await usedFolder(t)
  await assert.rejects(startEmbedded({ dataDir: folder, log: quiet, signal: AbortSignal.abort() }), {
    name: 'AbortError',
  })
  assert.equal(postmasterOf(folder), undefined)
})

test('a data path that is a file is rejected with one line', async (t) => {
  const file = join(dataFolder(t), 'file')
  writeFileSync(file, '')
  await assert.rejects(start(file), /StartError: .*file: já existe e não é uma pasta/)
})

const asRoot = { skip: isRoot() ? false : 'only root has it' }

test('if only root may enter the folder, the data is in the shared folder', asRoot, async (t) => {
  const folder = dataFolder(t, 0o700)
  const first = await start(folder)
  await write(first.url)
  await first.stop()
  const link = join(folder, 'postgres')
  assert.ok(lstatSync(link).isSymbolicLink())
  const target = readlinkSync(link)
  assert.match(target, /^\/var\/lib\/agremia\/data-/)
  assert.equal(statSync(target).mode & 0o777, 0o700)
  assert.notEqual(statSync(target).uid, 0)

  const second = await start(folder)
  assert.deepEqual(await read(second.url), ['here'])
  await second.stop()

  // An emptied folder gets a new database; the previous data is not overwritten.
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  const third = await start(folder)
  t.after(() => rmSync(target, { recursive: true }))
  await assert.rejects(read(third.url), { code: '42P01' })
  assert.notEqual(readlinkSync(link), target)
  await third.stop()
})

test('a link that was created before its data is followed', asRoot, async (t) => {
  const folder = dataFolder(t, 0o700)
  await (await start(folder)).stop()
  const target = readlinkSync(join(folder, 'postgres'))
  rmSync(target, { recursive: true })
  rmSync(join(folder, 'postgres.password'))
  mkdirSync(`${target}.new-999999999`)
  const started: EmbeddedDatabase = await start(folder)
  await write(started.url)
  await started.stop()
  assert.equal(existsSync(`${target}.new-999999999`), false, basename(target))
})
