import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { type Config, localAddress, readConfig } from './config.ts'
import type { Log } from './database/log.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { StartError, codeOf } from './errors.ts'
import { collectWhenIdle } from './idle-memory.ts'
import { describeError } from './log.ts'
import type { Database } from './database/database.ts'

/** Times in ms when the program stops: for a start under way, for requests, and then for jobs. Service managers must allow their sum. */
const STOP_MS = { start: 5000, requests: 10_000, jobs: 4000 }

// Otherwise long work lets memory grow to several times what the program holds before V8 collects the garbage.
setFlagsFromString('--heap-growing-percent=30')

const stop = new AbortController()
let app: FastifyInstance | undefined
let database: Database | undefined
let exitCode = 0

/** The application's log. Before it exists, writes similar lines to stderr. */
const log: Log = {
  warn: (details, message) =>
    app ? app.log.warn(details, message) : writeEarlyLog('warn', details, message),
  error: (details, message) =>
    app ? app.log.error(details, message) : writeEarlyLog('error', details, message),
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
process.on('uncaughtException', fail)
// Under `npm start`: the IPC channel closes when the supervising process dies.
process.once('disconnect', () => stop.abort())
process.channel?.unref()

const started = start().catch((error: unknown) => {
  if (!stop.signal.aborted) fail(error)
})
stop.signal.addEventListener('abort', () => void end(), { once: true })

async function end(): Promise<void> {
  await endsWithin(STOP_MS.start, started)
  if (app) await close(app)
  await database?.close()
  process.exit(exitCode)
}

/** Answers the requests under way and ends the running jobs; cuts what takes too long. */
async function close(running: FastifyInstance): Promise<void> {
  const closed = running.close()
  if (await endsWithin(STOP_MS.requests, closed)) return
  running.server.closeAllConnections()
  if (await endsWithin(STOP_MS.jobs, closed)) return
  await running.world.jobs.abandon()
}

async function endsWithin(ms: number, work: PromiseLike<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), sleep(ms, false)])
}

async function start(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  const opening = openDatabase({ ...config, log, onLost: fail, signal: stop.signal }).then(
    (opened) => (database = opened),
  )
  // The rest of the program is loaded while PostgreSQL starts.
  const [opened, { buildApp }, { backUpBeforeUpgrade }, { filesFolder }, { loginLine }] = await Promise.all([
    opening,
    import('./app.ts'),
    import('./backup/before-upgrade.ts'),
    import('./files/index.ts'),
    import('./setup/index.ts'),
  ])
  stop.signal.throwIfAborted()
  const applied = await migrate(opened, {
    async beforeUpgrade() {
      print(`Cópia dos dados antes de atualizar: ${await backUpBeforeUpgrade(opened, config)}`)
    },
  })
  if (applied.length > 0)
    print(
      `Base de dados atualizada (${applied.length} ${applied.length === 1 ? 'alteração' : 'alterações'}).`,
    )
  stop.signal.throwIfAborted()
  const built = await buildApp({ config, database: opened, clock: () => new Date() })
  app = built
  await built.ready()
  stop.signal.throwIfAborted()
  await listen(built, config)
  await opened.announce(localAddress(config.host, config.port))
  const terminology = await built.world.organisation.terminology()
  for (const login of built.logins ?? []) print(loginLine(login, terminology))
  process.send?.('ready')
  await opened.renew()
  collectWhenIdle()
  print(`Ficheiros em ${built.world.files.place}`)
  if (!config.secretsKey)
    print(
      'Sem SECRETS_KEY, quem copia a base de dados leva também as chaves do que nela está cifrado (docs/running.md).',
    )
  const folder = filesFolder(config)
  if (config.bucket && existsSync(folder))
    print(`A pasta ${folder} ainda tem ficheiros: passe-os para o bucket com npm run move-files.`)
  print(`Agremia pronta em ${config.publicUrl}  (Ctrl+C para parar)`)
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await server.listen({ host, port })
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'EADDRINUSE')
      throw new StartError(
        `A porta ${port} já está a ser usada por outro programa: feche-o, ou escolha outra com PORT, por exemplo PORT=${port + 1}.`,
        { cause },
      )
    if (code === 'EACCES')
      throw new StartError(
        `A porta ${port} só pode ser usada pelo administrador da máquina: escolha outra com PORT.`,
        {
          cause,
        },
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST tem "${host}"; tem de ter um endereço desta máquina.`, { cause })
    throw cause
  }
}

/** Stops the program. A StartError is shown as one line; other errors go to the log. */
function fail(error: unknown): void {
  const first = exitCode === 0
  exitCode = 1
  if (error instanceof StartError) print(error.message, process.stderr)
  else {
    if (first) print('A Agremia parou por causa de um erro inesperado, que está no registo.', process.stderr)
    log.error({ err: error }, 'unexpected error')
  }
  stop.abort()
}

function print(line: string, to: NodeJS.WritableStream = process.stdout): void {
  to.write(`${line}\n`)
}

function writeEarlyLog(level: string, details: object, message: string): void {
  const plain = Object.entries(details).map(([name, value]) => [
    name,
    value instanceof Error ? describeError(value) : value,
  ])
  print(
    JSON.stringify({ level, time: Date.now(), msg: message, ...Object.fromEntries(plain) }),
    process.stderr,
  )
}
