import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../database/free-port.ts'
import { programUrls, testDatabase } from './test-database.ts'

const account = { email: 'admin@exemplo.pt', password: 'cavalo azul na serra 27' }

type Answer = Record<string, unknown>

/** A process of the program as in production, with requests of its administrator. Rejected requests throw. */
export interface RealProcess {
  /** URL without path. */
  origin: string
  /** Access token of its administrator, which every process accepts. */
  access: string
  /** False after it ended for any reason. */
  isAlive(): boolean
  get(path: string): Promise<Answer>
  /** With a key, a repeated request returns the same response. */
  post(path: string, body: object, idempotencyKey?: string): Promise<Answer>
  patch(path: string, body: object): Promise<Answer>
  /** Content of a link. */
  download(link: string): Promise<Buffer>
  /** Its administrator's token. */
  token: string
  /** Sends SIGTERM. Resolves with the exit code when it has ended; null when a signal ended it. */
  stop(): Promise<number | null>
  /** Kills it with SIGKILL and waits for its end. */
  kill(): Promise<void>
}

interface ProcessOptions {
  databaseUrl: string
  dataDir: string
  env?: Record<string, string> | undefined
  /** Default: any free port. */
  port?: number | undefined
}

/** Starts the program with this database and data folder; killed after the tests of the file. */
export async function startRealProcess({
  databaseUrl,
  dataDir,
  env,
  port,
}: ProcessOptions): Promise<RealProcess> {
  port ??= await freePort()
  const urls = programUrls(databaseUrl)
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: urls.databaseUrl,
      DATABASE_LISTEN_URL: urls.databaseListenUrl ?? '',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  after(() => child.kill('SIGKILL'))
  const origin = `http://127.0.0.1:${port}`
  await untilResponding(`${origin}/api`, exited)
  const access = await signIn(origin)
  const requestAs = async (
    method: string,
    path: string,
    body?: object,
    extraHeaders: Record<string, string> = {},
  ) => {
    const headers = { authorization: `Bearer ${access}`, ...extraHeaders }
    return (await ask(origin, method, path, body, headers))['data'] as Answer
  }
  return {
    origin,
    access,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    get: (path) => requestAs('GET', path),
    post: (path, body, key) =>
      requestAs('POST', path, body, key === undefined ? {} : { 'idempotency-key': key }),
    patch: (path, body) => requestAs('PATCH', path, body),
    download: async (link) => Buffer.from(await (await fetch(`${origin}${link}`)).arrayBuffer()),
    token: access,
    async stop() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** A test database and a data folder, and a function that starts processes of the program on them. */
export async function realProcesses(env?: Record<string, string>) {
  const database = await testDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'agremia-processes-'))
  after(() => rmSync(dataDir, { recursive: true, force: true }))
  const start = (port?: number) => startRealProcess({ databaseUrl: database.url, dataDir, env, port })
  return { database, dataDir, start }
}

/** Returns an access token of the administrator. */
export async function signIn(origin: string): Promise<string> {
  return String((await ask(origin, 'POST', '/auth', account))['access'])
}

async function ask(
  origin: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Waits for an answer without limit, since a busy machine starts slowly; throws when the program ends. */
async function untilResponding(url: string, exited: Promise<unknown[]>): Promise<void> {
  let end: unknown[] | undefined
  void exited.then((codes) => (end = codes))
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (end) throw new Error(`the program ended with ${end.join(' ')}`)
    await sleep(20)
  }
}
