import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../errors.ts'
import { type Cluster, NAME, prepareCluster } from './embedded-cluster.ts'
import {
  type Postmaster,
  endPostmaster,
  findPostmaster,
  killAll,
  launch,
  removeStalePidFile,
} from './embedded-process.ts'
import { freePort } from './free-port.ts'
import type { Log } from './log.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: Log
  /** PostgreSQL settings in addition to ours. */
  settings?: Record<string, string>
  /** Called when PostgreSQL ended and could not be restarted, or another program took over the folder. */
  onLost?: (error: Error) => void
  /** Aborts the start and stops a PostgreSQL that has not answered yet. */
  signal?: AbortSignal
}

export interface EmbeddedDatabase {
  readonly url: string
  /** Publishes this program's address, for the error of a second program that starts with the same folder. */
  announce(address: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL of a data folder, creating its cluster if there is none, and restarts it on the same port when it dies.
 * One program at a time owns a folder: it holds an advisory lock on an open connection, which PostgreSQL releases when the
 * program is killed.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log } = options
  const cluster = withReadableErrors(() => prepareCluster(options.dataDir))
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, ...(options.signal ? [options.signal] : [])])
  const context = { ...options, cluster, signal }

  let current = await acquireServer(context, undefined)
  const { port } = current
  let address = ''
  let recovering: Promise<void> | undefined
  let isOurs = true
  watch()

  return {
    url: urlOf(cluster, port, NAME),
    announce(url) {
      address = url
      return setConnectionName(current.client, address)
    },
    async stop() {
      stopping.abort()
      await recovering
      const running = isOurs && findPostmaster(cluster.folder)
      // The connection with the lock closes last, so that no other program takes over while PostgreSQL is stopping.
      if (running) await endPostmaster(running.pid, cluster.folder, cluster.programs)
      await current.client.end().catch(() => {})
    },
  }

  function watch(): void {
    void current.ended.then(() => {
      if (!stopping.signal.aborted) recovering = recover()
    })
  }

  async function recover(): Promise<void> {
    log.warn({ cluster: cluster.folder }, 'PostgreSQL exited unexpectedly; restarting it')
    try {
      current = await acquireServer(context, port)
      // If this fails, the connection was lost again, and `watch` handles that.
      await setConnectionName(current.client, address).catch(() => {})
      watch()
    } catch (error) {
      if (stopping.signal.aborted) return
      isOurs = false
      log.error({ err: error }, 'could not restart PostgreSQL')
      options.onLost?.(error as Error)
    }
  }
}

/** The URL of the PostgreSQL that a program runs from the data folder now; undefined when none does. */
export function runningUrl(dataDir: string): string | undefined {
  if (!existsSync(join(dataDir, 'postgres'))) return undefined
  const cluster = withReadableErrors(() => prepareCluster(dataDir))
  const running = findPostmaster(cluster.folder)
  return running && urlOf(cluster, running.port, NAME)
}

interface Connection {
  /** Connected to the maintenance database. */
  readonly client: pg.Client
  readonly ended: Promise<void>
}

interface RunningServer extends Postmaster, Connection {}

interface StartContext extends EmbeddedOptions {
  cluster: Cluster
  signal: AbortSignal
}

/** Returns a running PostgreSQL whose folder lock we hold and whose database exists. */
async function acquireServer(context: StartContext, port: number | undefined): Promise<RunningServer> {
  for (const until = Date.now() + TIMEOUT; ;) {
    const server = await findOrStart(context, port)
    try {
      await lockFolder(server.client, context)
      await createDatabase(server.client)
      return server
    } catch (error) {
      await server.client.end().catch(() => {})
      // The previous owner was stopping it: start another one.
      if (!isConnectionLost(error) || Date.now() > until) throw error
    }
  }
}

/** Finds a running PostgreSQL or starts one. Waits until it accepts connections, which after a crash means until recovery is complete. */
async function findOrStart(context: StartContext, wantedPort: number | undefined): Promise<RunningServer> {
  const { cluster, signal, settings = {} } = context
  const logFile = join(context.dataDir, 'postgres.log')
  let child: ChildProcess | undefined
  let logged = 0
  let port = wantedPort

  for (const until = Date.now() + TIMEOUT; ; await sleep(50)) {
    const running = findPostmaster(cluster.folder)
    if (signal.aborted) {
      if (running) await endPostmaster(running.pid, cluster.folder, cluster.programs)
      signal.throwIfAborted()
    }
    if (running) {
      const connection = await connect(cluster, running.port)
      if (connection) return { ...running, ...connection }
      continue
    }
    if (child && child.exitCode === null && child.signalCode === null && child.pid) continue
    const wasKilled = child?.signalCode && Date.now() < until
    if (child && !wasKilled) await afterFailure(readFileSync(logFile, 'utf8').slice(logged), until)
    rotate(logFile)
    logged = sizeOf(logFile)
    removeStalePidFile(cluster.folder)
    port ??= await freePort()
    child = launch({
      programs: cluster.programs,
      cluster: cluster.folder,
      port,
      logFile,
      settings,
    })
  }

  /** Waits if another attempt may succeed, else throws. */
  async function afterFailure(output: string, until: number): Promise<void> {
    const again = Date.now() < until
    // Another program is starting the same cluster; the next loop finds its PostgreSQL.
    if (again && output.includes('lock file "postmaster.pid" already exists')) return sleep(200)
    if (again && output.includes('could not bind')) {
      port = wantedPort
      return sleep(200)
    }
    // The children of a killed PostgreSQL usually end by themselves within half a second.
    if (again && output.includes('pre-existing shared memory block')) {
      await sleep(500)
      return findPostmaster(cluster.folder) ? undefined : killAll(cluster.folder)
    }
    const reason = output.split('\n').findLast((line) => /FATAL|ERROR|error while loading/.test(line)) ?? ''
    throw new StartError(
      `O PostgreSQL não arrancou (${reason.replace(/^.*?(FATAL|ERROR): +/, '').trim()}); o registo está em ${logFile}.`,
      { cause: new Error(output) },
    )
  }
}

/** Time limit of failing attempts, in ms. Recovery of a live PostgreSQL has no limit. */
const TIMEOUT = 30_000
/** Time for PostgreSQL to notice that the previous owner's connection is gone, in ms. */
const OWNER_TIMEOUT = 5000
/** Any number that no other advisory lock in the maintenance database has. */
const OWNER_LOCK = 720_114
const LOG_LIMIT = 10_000_000

/** Undefined while PostgreSQL is starting, stopping or gone. */
async function connect(cluster: Cluster, port: number): Promise<Connection | undefined> {
  if (!port) return undefined
  const client = new pg.Client({
    connectionString: urlOf(cluster, port, 'postgres'),
    application_name: connectionName(''),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // `end` follows each error, and that is what we listen to.
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    return { client, ended }
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('28'))
      throw new StartError(
        'A palavra-passe em postgres.password não é a da base de dados que está ao lado.',
        {
          cause: error,
        },
      )
    return undefined
  }
}

async function lockFolder(client: pg.Client, { dataDir, signal }: StartContext): Promise<void> {
  for (const until = Date.now() + OWNER_TIMEOUT; ; await sleep(100)) {
    const { rows } = await client.query<{ acquired: boolean }>(
      'select pg_try_advisory_lock($1) as acquired',
      [OWNER_LOCK],
    )
    if (rows[0]?.acquired) return
    signal.throwIfAborted()
    if (Date.now() > until) break
  }
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [OWNER_LOCK],
  )
  const [, pid = '?', address = ''] = rows[0]?.name.split(' ') ?? []
  const where = [`processo ${pid}`, address].filter(Boolean).join(', ')
  throw new StartError(`A Agremia já está a funcionar a partir da pasta ${dataDir} (${where}).`)
}

/** pg's own connection errors have no code. */
function isConnectionLost(error: unknown): boolean {
  if (error instanceof StartError) return false
  const { code, message } = error as { code?: string; message: string }
  return code === undefined ? /connection/i.test(message) : /^(57P|08|ECONN|EPIPE)/.test(code)
}

/** `application_name` of the connection that holds the lock. PostgreSQL truncates it to 63 characters. */
function connectionName(address: string): string {
  return `agremia ${process.pid} ${address}`.trim()
}

async function setConnectionName(client: pg.Client, address: string): Promise<void> {
  await client.query(`select set_config('application_name', $1, false)`, [connectionName(address)])
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [NAME])
  if (rowCount === 0) await client.query(`create database ${NAME}`)
}

function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${NAME}:${cluster.password}@127.0.0.1:${port}/${database}`
}

function rotate(logFile: string): void {
  if (sizeOf(logFile) > LOG_LIMIT) renameSync(logFile, `${logFile}.1`)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Turns errors of the file system (permissions, full or read-only disk) into one readable line. */
function withReadableErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    const reason = code && REASONS[code]
    if (!reason) throw error
    throw new StartError(`${path ?? 'A pasta de dados'}: ${reason}.`, { cause: error })
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'este utilizador não tem acesso; a pasta de dados (DATA_DIR) foi criada por outro',
  EPERM: 'este utilizador não tem acesso; a pasta de dados (DATA_DIR) foi criada por outro',
  EROFS: 'o disco está só para leitura',
  ENOSPC: 'o disco está cheio',
  ENOTDIR: 'não é uma pasta',
  EEXIST: 'já existe e não é uma pasta',
}
