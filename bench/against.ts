import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../server/database/free-port.ts'
import { type ProcessFigures, startedBy } from './memory.ts'
import { makeFolder } from './organisation.ts'
import { atEnd } from './processes.ts'
import { print, report } from './report.ts'
import { median } from './timing.ts'

const rounds = 3
/** Milliseconds from the first answer until memory is read. */
const restMs = 10_000
/** Of an installation on a slow line too. */
const startTimeoutMs = 20 * 60_000

interface Start {
  /** Seconds from `npm start` to the first answer. */
  seconds: number
  /** Seconds of processor time until then, of all processes. */
  processorSeconds: number
  /** Megabytes at rest, proportional set size. */
  server: number
  all: number
}

/** A clone with its own installation and the demonstration, which has 280 members. */
interface Version {
  folder: string
  dataDir: string
  /** From the fresh clone, with what npm has in its cache. */
  first: Start
  /** With everything installed and built. */
  starts: Start[]
}

/** Starts the last commit and another in turn, each with `npm start` in a clone of its own, and compares time and memory. */
export async function measureAgainst(commit: string): Promise<void> {
  const own = await prepare('HEAD')
  const other = await prepare(commit)
  for (let round = 0; round < rounds; round++)
    for (const version of round % 2 === 0 ? [other, own] : [own, other])
      version.starts.push(await start(version))
  const compare = (what: string, figureOf: (version: Version) => number, max: number, unit: string) => {
    const [now, before] = [figureOf(own), figureOf(other)]
    const [shown, shownBefore] = [now, before].map((value) => value.toFixed(1).replace('.', ','))
    report({
      what: `${what}, face a ${commit}`,
      ratio: now / before,
      target: { max },
      detail: `${shown} contra ${shownBefore} ${unit}`,
    })
  }
  const medianOf = (name: keyof Start) => (version: Version) =>
    median(version.starts.map((each) => each[name]))
  compare('Memória do servidor em repouso, 280 membros', medianOf('server'), 0.55, 'MB')
  compare('Memória de todos os processos em repouso', medianOf('all'), 0.6, 'MB')
  compare('De npm start à primeira resposta', medianOf('seconds'), 0.55, 's')
  compare('O mesmo, em tempo de processador', medianOf('processorSeconds'), 0.55, 's')
  compare('De um clone novo à primeira resposta', ({ first }) => first.seconds, 0.6, 's')
  compare('O mesmo, em tempo de processador', ({ first }) => first.processorSeconds, 0.6, 's')
}

async function prepare(commit: string): Promise<Version> {
  const home = makeFolder()
  const version = { folder: join(home, 'agremia'), dataDir: join(home, 'data') }
  const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const root = join(import.meta.dirname, '..')
  git('clone', '--quiet', '--shared', '--no-checkout', root, version.folder)
  git(
    '-C',
    version.folder,
    'checkout',
    '--quiet',
    '--detach',
    execFileSync('git', ['-C', root, 'rev-parse', commit], { encoding: 'utf8' }).trim(),
  )
  print(`A instalar e a construir ${commit}…`)
  const first = await start(version, { args: ['--', '--demo'] })
  atEnd(() => rmSync(realpathSync(join(version.dataDir, 'postgres')), { recursive: true, force: true }))
  // Its code is in the cache of the next ones.
  await start(version)
  return { ...version, first, starts: [] }
}

/** Starts a version with `npm start`, reads its figures and stops it. */
async function start(
  { folder, dataDir }: Pick<Version, 'folder' | 'dataDir'>,
  { args = [] as string[] } = {},
): Promise<Start> {
  const port = await freePort()
  const began = performance.now()
  const npm = spawn('npm', ['start', ...args], {
    cwd: folder,
    env: {
      ...process.env,
      // npm runs on the same Node in both.
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: join(dataDir, '../compiled'),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PUBLIC_URL: '',
      SMTP_URL: '',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const pid = npm.pid ?? 0
  const ended = once(npm, 'close')
  const stop = async () => {
    for (const { pid, isServer } of startedBy(npm.pid ?? 0)) if (isServer) process.kill(pid, 'SIGTERM')
    await ended
  }
  atEnd(() => npm.exitCode ?? stop())
  while (!(await answers(port))) {
    if (npm.exitCode !== null) throw new Error(`npm start ended in ${folder}`)
    if (performance.now() - began > startTimeoutMs) throw new Error(`${folder} does not answer`)
    await sleep(20)
  }
  const seconds = (performance.now() - began) / 1000
  const processorSeconds = sum(startedBy(pid), 'processorSeconds')
  await sleep(restMs)
  const processes = startedBy(pid)
  const servers = processes.filter(({ isServer }) => isServer)
  const figures = {
    seconds,
    processorSeconds,
    server: sum(servers, 'megabytes'),
    all: sum(processes, 'megabytes'),
  }
  await stop()
  return figures
}

function sum(processes: ProcessFigures[], name: 'megabytes' | 'processorSeconds'): number {
  return processes.reduce((total, each) => total + each[name], 0)
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/`)).ok
  } catch {
    return false
  }
}
