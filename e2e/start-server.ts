import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverProcess } from '../scripts/server-process.mjs'
import { freePort } from '../server/database/free-port.ts'
import { createTestDatabase } from '../server/testing/test-database.ts'

export interface RunningServer {
  readonly url: string
  /** Empty if the program runs its own PostgreSQL. */
  readonly databaseUrl: string
  /** The folder of all files outside the database. */
  readonly dataDir: string
  /** The program's output so far, of stdout and stderr. */
  output(): string
  /** Stops the program and starts it again on the same database, folder and port. */
  restart(env?: Record<string, string>): Promise<void>
  /** Stops the program, cleanly or like a power cut; `restart` starts it again. */
  goDown(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Ends the program and removes its database and folder. */
  stop(): Promise<void>
}

export interface StartOptions {
  env?: Record<string, string>
  args?: string[]
  /** The program starts its own PostgreSQL, as without `DATABASE_URL`. */
  ownDatabase?: boolean
  /** The PostgreSQL of its database; default: that of the run. */
  postgresUrl?: string
}

/** Environment variable with the demonstration that was created once for the run; servers start with copies of it. */
const demonstrationVariable = 'TEST_DEMONSTRATION'

interface Demonstration {
  database: string
  folder: string
}

/** Starts the program as a child process, with its own database and folder. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const { ownDatabase = false, postgresUrl = urlOfRun() } = options
  const copied = options.args?.includes('--demo') && !ownDatabase ? theDemonstration() : undefined
  const [database, dataDir, port] = await Promise.all([
    ownDatabase ? undefined : createTestDatabase(postgresUrl, { template: copied?.database }),
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
      // If the program runs as root, PostgreSQL's files are elsewhere, behind a symbolic link.
      const cluster = await realpath(join(dataDir, 'postgres')).catch(() => dataDir)
      for (const folder of [cluster, dataDir]) await rm(folder, { recursive: true, force: true })
    },
  }

  async function launch(env: Record<string, string> = {}): Promise<ChildProcess> {
    const before = written.length
    const program = serverProcess(options.args)
    const started = spawn(process.execPath, program.args, {
      env: {
        ...program.env,
        DATABASE_URL: database?.url ?? '',
        DATA_DIR: dataDir,
        PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (text) => (written += String(text)))
    await untilReady(started, before)
    return started
  }

  /** Waits until the program says so: on its port another one could answer, which took it meanwhile. */
  async function untilReady(started: ChildProcess, before: number): Promise<void> {
    while (!written.includes('Agremia pronta', before)) {
      if (started.exitCode !== null || started.signalCode !== null)
        throw new Error(`the server ended before it was ready:\n${written}`)
      await sleep(50)
    }
  }
}

/** Creates the demonstration once; the servers of the run start with copies of it. Returns its removal. */
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
  const json = process.env[demonstrationVariable]
  return json ? (JSON.parse(json) as Demonstration) : undefined
}

function urlOfRun(): string {
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
