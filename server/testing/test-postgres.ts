import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../database/embedded.ts'
import { findPostmaster } from '../database/embedded-process.ts'
import { testLog } from './test-log.ts'

export interface TestPostgres {
  readonly url: string
  stop(): Promise<void>
}

/** A PostgreSQL in a folder of its own that is gone when it stops. Made for speed: a power cut would lose its data. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'agremia-test-'))
  // Run by root, PostgreSQL is another user, who has to get in.
  chmodSync(folder, 0o711)
  const postgres = await startEmbedded({
    dataDir: folder,
    log: testLog,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  const cluster = realpathSync(join(folder, 'postgres'))
  // A test run that is interrupted leaves no PostgreSQL behind.
  const end = () => {
    const running = findPostmaster(cluster)
    if (running) process.kill(running.pid, 'SIGQUIT')
    remove()
  }
  const remove = () => {
    for (const path of [cluster, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 10 })
  }
  process.once('exit', end)
  return {
    url: postgres.url,
    async stop() {
      process.off('exit', end)
      await postgres.stop()
      remove()
    },
  }
}
