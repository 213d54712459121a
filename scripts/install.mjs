import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, PINNED_NODE, ROOT } from './paths.mjs'
import { fail, print, secondsSince } from './print.mjs'

const LOCK = join(ROOT, 'package-lock.json')
/** npm's record of what it installed. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json')
const STAMP = join(ROOT, 'node_modules/.agremia-stamp')

/**
 * Installs what the lock file says, for this platform: the packages of the program and its build, or also those of development. Does
 * nothing when that is done already.
 */
export async function ensureInstalled({ withTools }) {
  const stampOf = (tools) =>
    createHash('sha256')
      .update(readFileSync(LOCK))
      .update(`${process.platform}-${process.arch}-${tools}`)
      .digest('hex')
  const sufficient = withTools ? [true] : [true, false]
  if (sufficient.map(stampOf).includes(read(STAMP)) && existsSync(PINNED_NODE)) return
  const installed = pinnedNodeRuns() ? sufficient.find(isInstalled) : undefined
  if (installed === undefined) {
    await install(withTools)
    if (!pinnedNodeRuns()) completePinnedNode()
  }
  writeFileSync(STAMP, stampOf(installed ?? withTools))
}

async function install(withTools) {
  const began = Date.now()
  print('A instalar as dependências (da primeira vez pode demorar alguns minutos)…')
  mkdirSync(CACHE, { recursive: true })
  const logFile = join(CACHE, 'npm-ci.log')
  const flags = [
    withTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=http',
  ]
  if ((await runNpm(['ci', ...flags], logFile)) !== 0) {
    const errors = read(logFile)
      ?.split('\n')
      .filter((line) => !/^npm (warn|http)/.test(line))
    process.stderr.write(`${errors?.slice(0, 40).join('\n')}\n`)
    fail(
      `Não foi possível instalar as dependências. Verifique a ligação à Internet e repita; o registo está em ${logFile}.`,
    )
  }
  print(`Dependências instaladas (${secondsSince(began)}).`)
}

/**
 * Time without output after which npm is restarted, per attempt: it waits forever for a stalled download, and does not download
 * again what it has. The last attempt has no limit, for slow connections.
 */
const IDLE_TIMEOUTS = [90_000, 300_000, undefined]

/** Runs npm, with its output in a file. Returns its exit code. */
async function runNpm(args, logFile) {
  for (const idleTimeout of IDLE_TIMEOUTS) {
    const code = await attemptNpm(args, logFile, idleTimeout)
    if (code !== undefined) return code
    print('A instalação ficou parada; a tentar de novo…')
  }
}

/** Runs npm once. Returns undefined when it was killed without output for too long. */
function attemptNpm(args, logFile, idleTimeout) {
  const cli = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined
  const child = cli
    ? spawn(process.execPath, [cli, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('npm', args, {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      })
  const log = createWriteStream(logFile)
  let isSilent = false
  const watch = idleTimeout && setTimeout(() => (isSilent = child.kill()), idleTimeout)
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false })
    stream.on('data', () => watch?.refresh())
  }
  return new Promise((resolve) => {
    const finish = (code, text = '') => {
      clearTimeout(watch)
      log.end(text, () => resolve(isSilent ? undefined : code))
    }
    child.on('error', (error) => finish(1, String(error)))
    child.on('close', (code) => finish(code ?? 1))
  })
}

/** Whether `node_modules` has the versions of the lock file, for example after a manual `npm ci`; without or with the packages of development. */
function isInstalled(withTools) {
  const installed = read(INSTALLED)
  if (!installed) return false
  const have = JSON.parse(installed).packages
  const { packages: want } = JSON.parse(readFileSync(LOCK, 'utf8'))
  const isWorkspace = (name) => !name.startsWith('node_modules/')
  return (
    Object.entries(want).every(
      ([name, { version, optional, dev }]) =>
        isWorkspace(name) ||
        (have[name] ? have[name].version === version : optional === true || (dev === true && !withTools)),
    ) && Object.keys(have).every((name) => isWorkspace(name) || want[name])
  )
}

function pinnedNodeRuns() {
  return existsSync(PINNED_NODE) && spawnSync(PINNED_NODE, ['--version']).status === 0
}

/** Runs the install script of the package `node`, which npm skips where scripts are disabled. */
function completePinnedNode() {
  const folder = join(ROOT, 'node_modules/node')
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: 'ignore' })
  if (!pinnedNodeRuns())
    fail(
      'O Node que acompanha a Agremia não funciona nesta máquina. É preciso Linux, macOS ou Windows de 64 bits.',
    )
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
