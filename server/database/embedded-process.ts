import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Programs, asUser } from './embedded-programs.ts'

/** The server process, as PostgreSQL's pid file names it. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** The process that serves the cluster now. A pid file without a running server counts as none. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const postmaster = readPidFile(cluster)
  return postmaster && serves(postmaster.pid, cluster) ? postmaster : undefined
}

/**
 * Deletes a pid file whose number now belongs to another program (after a power cut, or in a container). PostgreSQL cannot detect
 * that and would refuse to start.
 */
export function removeStalePidFile(cluster: string): void {
  const postmaster = readPidFile(cluster)
  if (postmaster && isAlive(postmaster.pid) && !serves(postmaster.pid, cluster))
    rmSync(pidFile(cluster), { force: true })
}

interface Launch {
  programs: Programs
  cluster: string
  port: number
  logFile: string
  settings: Record<string, string>
}

/** Starts PostgreSQL in a session of its own, so that a Ctrl+C in the terminal reaches only us and we stop it last. */
export function launch({ programs, cluster, port, logFile, settings }: Launch): ChildProcess {
  const merged = { ...ownSettings(cluster), ...settings, listen_addresses: '127.0.0.1', port: String(port) }
  const flags = Object.entries(merged).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(join(programs.bin, 'postgres'), ['-D', cluster, ...flags], {
    ...asUser(programs.user),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  // The `exit` event reports the failure. Without this listener the `error` event would end our process.
  child.on('error', () => {})
  return child
}

/** Stops PostgreSQL with a fast shutdown, which rolls back open transactions. After 3 s stops it at once; it recovers when it starts again. */
export async function endPostmaster(pid: number, cluster: string, programs: Programs): Promise<void> {
  const steps = [
    { mode: 'fast', signal: 'SIGINT', timeoutMs: 3000 },
    { mode: 'immediate', signal: 'SIGQUIT', timeoutMs: 500 },
    { mode: 'immediate', signal: 'SIGKILL', timeoutMs: 500 },
  ] as const
  for (const { mode, signal, timeoutMs } of steps) {
    if (process.platform === 'win32')
      spawnSync(join(programs.bin, 'pg_ctl'), ['stop', '-D', cluster, '-m', mode, '-W'], asUser(undefined))
    else if (signal === 'SIGKILL') killAll(cluster)
    else kill(pid, signal)
    for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(20)) {
      if (!serves(pid, cluster)) return
    }
  }
}

/** Kills the remaining processes of a crashed server: they hold its shared memory, and PostgreSQL does not start beside them. */
export function killAll(cluster: string): void {
  for (const pid of processes()) if (workingFolder(pid) === cluster) kill(pid, 'SIGKILL')
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * `shared_buffers`: one sixteenth of the machine's memory, up to 1024 MB, but not more than twice the data, and at least 128 MB. PostgreSQL
 * needs 30 MB to manage 1024. A new cluster gets all, since nobody knows yet how much will be imported.
 */
function sharedMegabytes(data: number): number {
  const needed = data < NEW_CLUSTER ? 1024 : 2 * data
  return Math.round(Math.max(128, Math.min(1024, totalmem() / 2 ** 20 / 16, needed)))
}

/** A cluster smaller than this has only PostgreSQL's own databases, in MB. */
const NEW_CLUSTER = 26

/** Data smaller than this, in MB, fits into the memory of any machine. */
const IN_MEMORY = 256

function dataMegabytes(cluster: string): number {
  const base = join(cluster, 'base')
  const files = readdirSync(base, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  const bytes = files.map(
    ({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return bytes.reduce((sum, size) => sum + size, 0) / 2 ** 20
}

/** Settings for a small machine with an SSD. Durability is not reduced. */
function ownSettings(cluster: string): Record<string, string> {
  const data = dataMegabytes(cluster)
  return {
    unix_socket_directories: '',
    shared_buffers: `${sharedMegabytes(data)}MB`,
    // Processes that nobody needs: those that read ahead, while memory holds all, and that of replication.
    ...(data < IN_MEMORY && { io_method: 'sync' }),
    max_logical_replication_workers: '0',
    max_connections: '100',
    random_page_cost: '1.1',
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // Errors of statements quote their values, and the program logs them itself.
    log_min_messages: 'log',
  }
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** The lines of the file are pid, folder, start time, port, … */
function readPidFile(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    return pid > 0 ? { pid, port } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether the process is a PostgreSQL of this cluster. Linux: its working directory is the cluster, which PostgreSQL never leaves. */
function serves(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') return workingFolder(pid) === cluster
  if (process.platform === 'win32') return isAlive(pid)
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes('postgres') && stdout.includes(cluster)
}

/** Undefined also for zombies. */
function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function processes(): number[] {
  if (!statSync('/proc/self', { throwIfNoEntry: false })) return []
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended in the meantime.
  }
}
