import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../database/embedded.ts'
import { testLog } from './test-log.ts'

export interface TestPostgres {
  readonly url: string
  stop(): Promise<void>
}

const MEMORY = '/dev/shm'
/** Free bytes that a run needs: its databases, and 1 GB of write-ahead log. */
const MEMORY_NEEDED = 2 * 1024 ** 3

/**
 * Creates a folder for a PostgreSQL; in memory where the system has room there. A database has a thousand files: on a disk, creating
 * it takes four times the CPU time.
 */
export function clusterFolder(prefix: string): string {
  const folder = realpathSync(mkdtempSync(join(hasMemoryFolder() ? MEMORY : tmpdir(), prefix)))
  // When started by root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(folder, 0o711)
  return folder
}

function hasMemoryFolder(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > MEMORY_NEEDED
  } catch {
    return false
  }
}

/** Starts a PostgreSQL in a temporary folder, which it deletes at the end. Without fsync, for speed. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = clusterFolder('agremia-test-')
  const postgres = await startEmbedded({
    dataDir: folder,
    log: testLog,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Some fifty per test process.
      max_connections: '500',
      autovacuum: 'off',
      // A process of the server reads by itself, and nobody follows its log.
      io_method: 'sync',
      wal_level: 'minimal',
      max_wal_senders: '0',
      shared_buffers: '128MB',
    },
  })
  const cluster = realpathSync(join(folder, 'postgres'))
  const guard = guardAgainstInterruption(cluster, folder)
  return {
    url: postgres.url,
    async stop() {
      guard.kill()
      await postgres.stop()
      for (const path of [cluster, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** A shell that waits on a pipe: it ends with this process, however that ends, and then the shell cleans up. */
function guardAgainstInterruption(cluster: string, folder: string) {
  const cleanUp = 'read -r _; kill -QUIT $(head -n 1 "$1/postmaster.pid"); sleep 1; rm -rf "$1" "$2"'
  const guard = spawn('/bin/sh', ['-c', cleanUp, 'sh', cluster, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  ;(guard.stdin as Socket).unref()
  // Without a shell, interrupted runs leave their folder.
  guard.on('error', () => {})
  return guard
}
