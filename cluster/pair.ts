import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import { asUser } from '../server/database/embedded-programs.ts'
import { killAll } from '../server/database/embedded-process.ts'
import { freePort } from '../server/database/free-port.ts'
import type { Backend } from './haproxy.ts'
import {
  type RunningProgram,
  makeFolder,
  programPath,
  startProgram,
  temporaryFolder,
  until,
  user,
} from './programs.ts'

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(programPath(program), args, { ...asUser(user), encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

/** One of the two PostgreSQL servers. */
interface Node extends Backend {
  name: string
  folder: string
  program: RunningProgram
}

/** Two PostgreSQL servers: commits wait until the standby has them. */
export interface Pair {
  nodes: readonly [Node, Node]
  /** URL of the database at the port of a server, or of a proxy. */
  urlOf(port: number): string
  /** Kills all processes of the first server at once, and makes the second one the primary. */
  failOver(): Promise<void>
}

const name = 'agremia'

/** Creates a primary and its synchronous standby, and starts both. They are stopped after the tests of the file. */
export async function startPair(): Promise<Pair> {
  // The servers trust everybody; PgBouncer asks for the password.
  const urlOf = (port: number, database = name) =>
    `postgresql://${name}:${name}@127.0.0.1:${port}/${database}`
  const folder = temporaryFolder()
  const primary = await prepare('db1')
  run('initdb', '-D', primary.folder, '-U', name, '--auth=trust', '--encoding=UTF8', '--locale=C')
  // Durable without fsync: servers are killed, not the machine.
  appendFileSync(
    join(primary.folder, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
max_connections = 200
synchronous_commit = on
`,
  )
  const first = await start(primary)
  await query(primary, 'postgres', `create database ${name}`)

  const standby = await prepare('db2')
  run('pg_basebackup', '-d', urlOf(primary.port, 'postgres'), '-D', standby.folder, '-R', '-c', 'fast')
  appendFileSync(
    join(standby.folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${name} application_name=${standby.name}'\n`,
  )
  const second = await start(standby)
  await query(primary, 'postgres', `alter system set synchronous_standby_names = '${standby.name}'`)
  await query(primary, 'postgres', 'select pg_reload_conf()')
  await until(
    async () =>
      (await query(primary, 'postgres', `select from pg_stat_replication where sync_state = 'sync'`)) === 1,
    'the standby replicates',
  )

  async function prepare(nodeName: string): Promise<Omit<Node, 'program'>> {
    const node = {
      name: nodeName,
      folder: join(folder, nodeName),
      port: await freePort(),
      checkPort: await freePort(),
    }
    makeFolder(node.folder)
    const check = createServer((_request, response) => {
      query(node, 'postgres', 'select where not pg_is_in_recovery()').then(
        (count) => response.writeHead(count === 1 ? 200 : 503).end(),
        () => response.writeHead(503).end(),
      )
    }).listen(node.checkPort, '127.0.0.1')
    after(() => check.close())
    return node
  }

  async function start(node: Omit<Node, 'program'>): Promise<Node> {
    const program = startProgram('postgres', ['-D', node.folder, '-p', String(node.port)])
    after(() => program.kill('SIGQUIT'))
    await until(async () => (await query(node, 'postgres', 'select 1')) === 1, `${node.name} answers`)
    return { ...node, program }
  }

  async function query({ port }: { port: number }, database: string, text: string): Promise<number> {
    const client = new pg.Client({ connectionString: urlOf(port, database), connectionTimeoutMillis: 1000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text)).rowCount ?? 0
    } finally {
      await client.end().catch(() => {})
    }
  }

  return {
    nodes: [first, second],
    urlOf,
    async failOver() {
      const killed = first.program.kill('SIGKILL')
      killAll(first.folder)
      await killed
      await query(second, 'postgres', `select pg_promote()`)
    },
  }
}
