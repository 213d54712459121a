import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const account = { email: 'admin@exemplo.pt', password: 'cavalo azul na serra 27' }

/** A process of the program, as it runs in production, and what its administrator asks of it. */
export interface RealProcess {
  get(path: string): Promise<Record<string, unknown>>
  post(path: string, body: object): Promise<Record<string, unknown>>
  /** The link's content. */
  download(link: string): Promise<Buffer>
  /** Ends it in the middle of whatever it does. */
  kill(): void
}

/** Starts the program on a database and a folder. It is gone when the tests of the file are over. */
export async function startRealProcess(given: {
  databaseUrl: string
  dataDir: string
}): Promise<RealProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: given.databaseUrl,
      DATA_DIR: given.dataDir,
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  })
  after(() => child.kill('SIGKILL'))
  const origin = `http://127.0.0.1:${port}`
  await untilAnswering(`${origin}/api`)
  const headers = { 'content-type': 'application/json', authorization: '' }
  const ask = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${origin}/api${path}`, init)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  headers.authorization = `Bearer ${String((await ask('POST', '/auth', account))['access'])}`
  return {
    get: async (path) => (await ask('GET', path))['data'] as Record<string, unknown>,
    post: async (path, body) => (await ask('POST', path, body))['data'] as Record<string, unknown>,
    download: async (link) => Buffer.from(await (await fetch(`${origin}${link}`)).arrayBuffer()),
    kill: () => child.kill('SIGKILL'),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilAnswering(url: string): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if ((await fetch(url).catch(() => undefined))?.ok) return
    await sleep(20)
  }
  throw new Error('the program does not answer')
}
