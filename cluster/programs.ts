import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SystemUser, asUser, findPrograms } from '../server/database/embedded-programs.ts'

/** The unprivileged user of the programs when we are root: PostgreSQL and PgBouncer refuse to run as root. */
export const user: SystemUser | undefined = findPrograms(undefined).user

/** Debian has PostgreSQL's programs outside the path, in a folder for each version. */
const debianPostgres = '/usr/lib/postgresql'

/** Debian's packages of the programs. */
const packages = { postgresql: 'pg_basebackup', pgbouncer: 'pgbouncer', haproxy: 'haproxy' }

/** Debian's packages of the programs that are missing. */
export function missingPackages(): string[] {
  return Object.entries(packages).flatMap(([name, program]) => (findProgram(program) ? [] : [name]))
}

function findProgram(name: string): string | undefined {
  const versions = existsSync(debianPostgres) ? readdirSync(debianPostgres).sort().reverse() : []
  const folders = [
    ...versions.map((version) => join(debianPostgres, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
  ]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Path of an installed program. Throws when it is missing. */
export function programPath(name: string): string {
  const path = findProgram(name)
  if (path === undefined) throw new Error(`${name} is not installed`)
  return path
}

/** Creates a folder that others may enter, and deletes it when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agremia-cluster-'))
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** Creates a folder that the user of the programs owns. */
export function makeFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 })
  if (user) chownSync(path, user.uid, user.gid)
  return path
}

export interface RunningProgram {
  readonly pid: number
  /** Sends the signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Starts a program as the unprivileged user. Its output goes to ours. */
export function startProgram(name: string, args: string[]): RunningProgram {
  const child = spawn(programPath(name), args, { ...asUser(user), stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  // Also when this process ends without waiting for its hooks.
  process.once('exit', () => child.kill('SIGKILL'))
  return {
    pid: child.pid ?? 0,
    async kill(signal) {
      child.kill(signal)
      await exited
    },
  }
}

/** Whether something accepts connections at the port of this machine. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}

/** Polls until the condition holds; errors count as no. */
export async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isTrue().catch(() => false)) return
    await sleep(50)
  }
  throw new Error(`timeout: ${what}`)
}
