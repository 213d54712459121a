import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../server/database/free-port.ts'
import { accepts, makeFolder, startProgram, temporaryFolder, until } from './programs.ts'

export interface Pooler {
  /** The same URL through PgBouncer. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

/** Starts PgBouncer in transaction mode in front of the PostgreSQL of a URL, with further `settings` of its file. */
export async function startPgBouncer(serverUrl: string, settings = ''): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(serverUrl)
  const listenPort = await freePort()
  const folder = makeFolder(join(temporaryFolder(), 'pgbouncer'))
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o644 })
    return path
  }
  const users = write('users.txt', `"${username}" "${password}"\n`)
  const config = write(
    'pgbouncer.ini',
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
query_wait_timeout = 8
server_login_retry = 1
${settings}
`,
  )
  const program = startProgram('pgbouncer', ['--quiet', config])
  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.host = `127.0.0.1:${listenPort}`
    return url.href
  }
  await until(() => accepts(listenPort), 'PgBouncer accepts connections')
  return { through, stop: () => program.kill('SIGTERM') }
}
