import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../server/database/free-port.ts'
import { accepts, makeFolder, startProgram, temporaryFolder, until } from './programs.ts'

/** A PostgreSQL server, and the port of a check that answers 200 to `GET /primary` while it is the primary. */
export interface Backend {
  port: number
  checkPort: number
}

/** Starts HAProxy, which forwards connections to the primary. Returns its port. */
export async function startHaproxy(backends: readonly Backend[]): Promise<number> {
  const port = await freePort()
  const config = join(makeFolder(join(temporaryFolder(), 'haproxy')), 'haproxy.cfg')
  const servers = backends.map(
    (backend, index) => `  server db${index} 127.0.0.1:${backend.port} check port ${backend.checkPort}`,
  )
  writeFileSync(
    config,
    `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 3s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen postgresql
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
    { mode: 0o644 },
  )
  startProgram('haproxy', ['-q', '-db', '-f', config])
  await until(() => accepts(port), 'HAProxy accepts connections')
  return port
}
