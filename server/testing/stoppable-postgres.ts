import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { NAME, prepareCluster } from '../database/embedded-cluster.ts'
import { killAll, launch } from '../database/embedded-process.ts'
import { freePort } from '../database/free-port.ts'
import { clusterFolder } from './test-postgres.ts'

/** Signals of PostgreSQL's shutdown modes. The last one is no shutdown but a crash. */
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** A PostgreSQL that nothing starts again by itself. */
export interface StoppablePostgres {
  /** URL of its database. */
  url: string
  /** Resolves when it has ended. */
  stop(mode: keyof typeof signals): Promise<void>
  /** Resolves when it accepts connections. */
  start(): Promise<void>
  /** Stops it and deletes its folder. */
  end(): Promise<void>
}

/** Starts a PostgreSQL without fsync: what it has written survives its own end, but no power cut. */
export async function startStoppablePostgres(): Promise<StoppablePostgres> {
  const folder = clusterFolder('agremia-stoppable-')
  const cluster = prepareCluster(folder)
  const port = await freePort()
  const urlOf = (database: string) => `postgresql://${NAME}:${cluster.password}@127.0.0.1:${port}/${database}`
  let server: ReturnType<typeof launch> | undefined

  async function start(): Promise<void> {
    server = launch({
      programs: cluster.programs,
      cluster: cluster.folder,
      port,
      logFile: join(folder, 'postgres.log'),
      settings: { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' },
    })
    for (;;) {
      const client = new pg.Client({ connectionString: urlOf('postgres') })
      client.on('error', () => {})
      const isConnected = await client.connect().then(
        () => true,
        () => false,
      )
      if (isConnected) return client.end()
      await sleep(20)
    }
  }

  async function stop(mode: keyof typeof signals): Promise<void> {
    if (!server) return
    const exited = once(server, 'exit')
    server.kill(signals[mode])
    await exited
    server = undefined
    killAll(cluster.folder)
  }

  await start()
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(`create database ${NAME}`)
  await client.end()
  return {
    url: urlOf(NAME),
    start,
    stop,
    async end() {
      await stop('immediate')
      for (const path of [realpathSync(cluster.folder), folder])
        rmSync(path, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
