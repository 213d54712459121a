import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseLimits } from '../limits.ts'
import { StartError } from '../errors.ts'
import { startEmbedded } from './embedded.ts'
import { deallocateOldest, nameStatements } from './prepared-statements.ts'
import { GuardedPool } from './transaction.ts'
import type { Log } from './log.ts'
import { TextClient } from './text-client.ts'
import { types } from './types.ts'
import type { Database } from './database.ts'

export interface OpenOptions {
  databaseUrl: string | undefined
  /** Direct connections, when `databaseUrl` is a pooler in transaction mode. */
  databaseListenUrl?: string | undefined
  dataDir: string
  log: Log
  /** Size of the pool; default `databaseLimits.poolConnections`. */
  poolSize?: number
  /** Settings of the embedded PostgreSQL in addition to its own. */
  settings?: Record<string, string>
  /** Called when the embedded PostgreSQL ended and could not be restarted. */
  onLost?: (error: Error) => void
  /** Aborts opening and stops an embedded PostgreSQL that is still starting. */
  signal?: AbortSignal
}

/** Connects to `databaseUrl`, or starts the embedded PostgreSQL. Throws StartError when it cannot. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, databaseListenUrl } = options
  if (databaseUrl !== undefined) {
    if (databaseListenUrl !== undefined) await setRoleDefaults(databaseListenUrl)
    const connected = connect(databaseUrl, options)
    try {
      await checkServer(connected.pool, databaseListenUrl !== undefined)
    } catch (error) {
      await connected.close()
      throw error
    }
    return { ...connected, embedded: false, announce: async () => {} }
  }

  const embedded = await startEmbedded(options)
  const connected = connect(embedded.url, options)
  return {
    ...connected,
    embedded: true,
    announce: (address) => embedded.announce(address),
    async close() {
      await connected.close()
      await embedded.stop()
    },
  }
}

const OLDEST_VERSION = 15

/** Settings of a connection, on which `types` relies. Poolers keep them for each client. */
export const sessionSettings = `set timezone to 'UTC'; set datestyle to 'ISO, YMD'`

function connect(url: string, options: OpenOptions) {
  const { log, databaseListenUrl, poolSize = databaseLimits.poolConnections } = options
  const isPooler = databaseListenUrl !== undefined
  const pool = open(GuardedPool, {
    max: poolSize,
    application_name: 'agremia',
    // Poolers refuse it; see `setRoleDefaults`.
    ...(!isPooler && { statement_timeout: databaseLimits.statementMs }),
  })
  // Behind a pooler the next statement may run on another connection, where nothing is prepared.
  if (!isPooler) {
    pool.on('connect', nameStatements)
    pool.on('acquire', deallocateOldest)
  }
  pool.onNestedUse = (error) => log.error({ err: error }, error.message)
  const cache = open(pg.Pool, {
    max: 1,
    application_name: 'agremia cache',
    query_timeout: databaseLimits.cacheQueryMs,
  })
  return {
    pool,
    cacheReads: { query: (config: pg.QueryConfig) => cache.query(config) },
    url,
    listenUrl: databaseListenUrl ?? url,
    async renew() {
      const idle = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
      for (const client of idle) client.release(true)
    },
    async close() {
      await Promise.race([Promise.all([pool.end(), cache.end()]), sleep(500, undefined, { ref: false })])
    },
  }

  function open<Pool extends pg.Pool>(
    Pool: new (config: pg.PoolConfig) => Pool,
    config: pg.PoolConfig,
  ): Pool {
    const opened = new Pool({
      Client: TextClient,
      connectionString: url,
      idleTimeoutMillis: databaseLimits.idleMs,
      maxLifetimeSeconds: databaseLimits.connectionAgeSeconds,
      connectionTimeoutMillis: databaseLimits.connectMs,
      keepAlive: true,
      // A statement is sent while the answer to the one before is under way.
      pipeline: true,
      types,
      ...config,
      onConnect: async (client) => {
        await client.query(sessionSettings)
      },
    })
    // A broken idle connection leaves the pool by itself. Without this listener it would end our process.
    opened.on('error', (error) => {
      if (!opened.ending) log.warn({ err: error }, 'lost a database connection')
    })
    // A connection that breaks in use fails its next query. Without this listener it would end our process.
    opened.on('connect', (client) => client.on('error', () => {}))
    return opened
  }
}

/**
 * Stores the statement timeout with the role, since a pooler in transaction mode passes neither startup parameters nor settings of a
 * session. The lock prevents "tuple concurrently updated" when processes start at once.
 */
async function setRoleDefaults(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'agremia',
    connectionTimeoutMillis: databaseLimits.connectMs,
  })
  // An error of the connection also fails its query.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`do $$ begin
      perform pg_advisory_xact_lock(${ROLE_LOCK});
      execute format('alter role session_user in database %I set statement_timeout = ${databaseLimits.statementMs}', current_database());
    end $$`)
  } catch (cause) {
    throw unusable('DATABASE_LISTEN_URL', cause)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Any number that nothing else uses as an advisory lock. */
const ROLE_LOCK = 720_117

function unusable(variable: string, cause: unknown): StartError {
  return new StartError(`Não foi possível abrir a base de dados de ${variable}: ${reasonOf(cause)}.`, {
    cause,
  })
}

async function checkServer(pool: pg.Pool, mayBePooler: boolean): Promise<void> {
  let version: number
  let encoding: string
  try {
    const client = await pool.connect()
    const { rows } = await client
      .query<{ version: string; encoding: string; pid: number }>(
        `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding, pg_backend_pid() as pid`,
      )
      .finally(() => client.release())
    // A pooler tells clients a number of its own, since the process behind it changes.
    if (!mayBePooler && rows[0]?.pid !== (client as unknown as { processID: number }).processID)
      throw Object.assign(new Error('a pooler'), { code: POOLER })
    version = Math.floor(Number(rows[0]?.version) / 10_000)
    encoding = rows[0]?.encoding ?? ''
  } catch (cause) {
    throw unusable('DATABASE_URL', cause)
  }
  if (version < OLDEST_VERSION)
    throw new StartError(
      `DATABASE_URL indica um PostgreSQL ${version}; é preciso o ${OLDEST_VERSION} ou mais recente.`,
    )
  if (encoding !== 'UTF8')
    throw new StartError(`A base de dados de DATABASE_URL tem a codificação ${encoding}; é preciso UTF8.`)
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  // PgBouncer has one code for all of its refusals.
  const known = message?.startsWith('unsupported startup parameter') ? POOLER : code
  return (known && REASONS[known]) || message || String(error)
}

const POOLER = 'pooler'

const REASONS: Record<string, string> = {
  [POOLER]: 'passa por um PgBouncer, e falta DATABASE_LISTEN_URL com o endereço do próprio PostgreSQL',
  ECONNREFUSED: 'o servidor não aceita ligações nesse endereço',
  ENOTFOUND: 'não existe um servidor com esse nome',
  EAI_AGAIN: 'não se encontra um servidor com esse nome',
  ETIMEDOUT: 'o servidor não responde',
  '28P01': 'o utilizador ou a palavra-passe não estão certos',
  '28000': 'o servidor não aceita esse utilizador',
  '3D000': 'essa base de dados não existe no servidor',
  '53300': 'o servidor não aceita mais ligações',
}
