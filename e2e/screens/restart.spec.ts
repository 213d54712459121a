import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverProcess } from '../../scripts/server-process.mjs'
import { supervise } from '../../scripts/supervise.mjs'
import { freePort } from '../../server/database/free-port.ts'
import { createTestDatabase } from '../../server/testing/test-database.ts'
import { expect, test } from '../fixtures.ts'

test('a killed server is restarted and responds at the same address', async () => {
  const database = await createTestDatabase(process.env['TEST_POSTGRES_URL'] ?? '')
  const [dataDir, port] = [await mkdtemp(join(tmpdir(), 'agremia-restart-')), await freePort()]
  const stop = new AbortController()
  const launched: ChildProcess[] = []
  function launch() {
    const { args, env } = serverProcess()
    const child = spawn(process.execPath, args, {
      env: { ...env, DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    launched.push(child)
    return child
  }
  const supervised = supervise({ launch, stop: stop.signal, print: () => {} })
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/api/`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await expect.poll(isHealthy).toBe(true)
    const [first] = launched
    if (first) {
      const exited = once(first, 'exit')
      first.kill('SIGKILL')
      await exited
    }
    await expect.poll(isHealthy, { timeout: 60_000 }).toBe(true)
    expect(launched).toHaveLength(2)
  } finally {
    stop.abort()
    expect(await supervised).toBe(0)
    await database.drop()
    await rm(dataDir, { recursive: true })
  }
})
