import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../server/database/free-port.ts'
import { createTestDatabase } from '../server/testing/test-database.ts'

export interface RunningServer {
  readonly url: string
  /** Empty when the program has a PostgreSQL of its own. */
  readonly databaseUrl: string
  /** The folder of everything that the program keeps outside the database. */
  readonly dataDir: string
  /** What the program wrote so far, of both kinds. */
  output(): string
  /** Ends the program in order, and starts it again on the same database, folder and port. */
  restart(env?: Record<string, string>): Promise<void>
  /** Ends the program, in order or as a power cut would; `restart` brings it back. */
  goDown(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Ends the program and removes its database and folder. */
  stop(): Promise<void>
}

export interface StartOptions {
  env?: Record<string, string>
  args?: string[]
  /** The program starts its own PostgreSQL, as it does where none is named. */
  ownDatabase?: boolean
}

/** Where the demonstration that was filled once for the whole run is, for every server that begins with it. */
const demonstrationVariable = 'TEST_DEMONSTRATION'

interface Demonstration {
  database: string
  folder: string
}

/** Starts the program as people do, with a database and a folder of its own. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const copied = options.args?.includes('--demo') && !options.ownDatabase ? theDemonstration() : undefined
  const [database, dataDir, port] = await Promise.all([
    options.ownDatabase ? undefined : createTestDatabase(postgresUrl(), { template: copied?.database }),
    mkdtemp(join(tmpdir(), 'agremia-e2e-')),
    freePort(),
  ])
  if (copied) await cp(copied.folder, dataDir, { recursive: true })
  const url = `http://localhost:${port}`
  let written = ''
  let child = await launch(options.env)

  return {
    url,
    databaseUrl: database?.url ?? '',
    dataDir,
    output: () => written,
    async restart(env) {
      await end(child, 'SIGTERM')
      child = await launch({ ...options.env, ...env })
    },
    goDown: (signal) => end(child, signal),
    async stop() {
      await end(child, 'SIGTERM')
      await database?.drop()
      // Where the program may not own PostgreSQL's files, they are in a folder that its own links to.
      const cluster = await realpath(join(dataDir, 'postgres')).catch(() => dataDir)
      for (const folder of [cluster, dataDir]) await rm(folder, { recursive: true, force: true })
    },
  }

  async function launch(env: Record<string, string> = {}): Promise<ChildProcess> {
    const main = join(import.meta.dirname, '../server/main.ts')
    const started = spawn(process.execPath, [main, ...(options.args ?? [])], {
      env: {
        ...process.env,
        DATABASE_URL: database?.url ?? '',
        DATA_DIR: dataDir,
        PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (text) => (written += String(text)))
    await untilHealthy(started)
    return started
  }

  async function untilHealthy(started: ChildProcess): Promise<void> {
    while (started.exitCode === null && started.signalCode === null) {
      const answer = await fetch(`${url}/api/`).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok) return
      await sleep(50)
    }
    throw new Error(`the server ended before it answered:\n${written}`)
  }
}

/** Fills the demonstration once, as the program does; the servers of the run begin with copies of it. */
export async function prepareDemonstration(): Promise<() => Promise<void>> {
  const server = await startServer({ args: ['--demo'] })
  await server.goDown('SIGTERM')
  const database = new URL(server.databaseUrl).pathname.slice(1)
  process.env[demonstrationVariable] = JSON.stringify({
    database,
    folder: server.dataDir,
  } satisfies Demonstration)
  return () => server.stop()
}

function theDemonstration(): Demonstration | undefined {
  const kept = process.env[demonstrationVariable]
  return kept ? (JSON.parse(kept) as Demonstration) : undefined
}

function postgresUrl(): string {
  const serverUrl = process.env.TEST_POSTGRES_URL
  if (!serverUrl)
    throw new Error('TEST_POSTGRES_URL names the PostgreSQL of the run; the global set-up sets it')
  return serverUrl
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
