import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, ROOT } from './paths.mjs'
import { fail, say, secondsSince } from './say.mjs'

/** The Node that the lock file names. */
export const PINNED_NODE = join(
  ROOT,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

const LOCK = join(ROOT, 'package-lock.json')
/** npm's own note of what it installed. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json')
const STAMP = join(ROOT, 'node_modules/.agremia-stamp')

/** Makes `node_modules` what the lock file says, for this platform. Does nothing when it is already. */
export async function ensureInstalled() {
  const stamp = createHash('sha256')
    .update(readFileSync(LOCK))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (read(STAMP) === stamp && existsSync(PINNED_NODE)) return
  if (!agrees() || !pinnedNodeRuns()) {
    await install()
    if (!pinnedNodeRuns()) completePinnedNode()
  }
  writeFileSync(STAMP, stamp)
}

async function install() {
  const began = Date.now()
  say('A instalar as dependências (da primeira vez pode demorar alguns minutos)…')
  mkdirSync(CACHE, { recursive: true })
  const logFile = join(CACHE, 'npm-ci.log')
  // The interface is built here too, so what is only needed for that is needed always.
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=http']
  if ((await runNpm(['ci', ...flags], logFile)) !== 0) {
    const said = read(logFile)
      ?.split('\n')
      .filter((line) => !/^npm (warn|http)/.test(line))
    process.stderr.write(`${said?.slice(0, 40).join('\n')}\n`)
    fail(
      `Não foi possível instalar as dependências. Verifique a ligação à Internet e repita; o registo está em ${logFile}.`,
    )
  }
  say(`Dependências instaladas (${secondsSince(began)}).`)
}

/**
 * How long npm may be silent before it is started again: it waits for ever for a download that stalls, and what it has
 * already is not downloaded twice. The last time it may take as long as a slow connection needs.
 */
const SILENCE = [90_000, 300_000, undefined]

/** Answers npm's exit code; what it says goes to a file. */
async function runNpm(args, logFile) {
  for (const silence of SILENCE) {
    const code = await attemptNpm(args, logFile, silence)
    if (code !== undefined) return code
    say('A instalação ficou parada; a tentar de novo…')
  }
}

/** Undefined when npm fell silent and was ended. */
function attemptNpm(args, logFile, silence) {
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
  const watch = silence && setTimeout(() => (isSilent = child.kill()), silence)
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false })
    stream.on('data', () => watch?.refresh())
  }
  return new Promise((resolve) => {
    const finish = (code, said = '') => {
      clearTimeout(watch)
      log.end(said, () => resolve(isSilent ? undefined : code))
    }
    child.on('error', (error) => finish(1, String(error)))
    child.on('close', (code) => finish(code ?? 1))
  })
}

/** Somebody ran npm by hand and it installed just what the lock file says: nothing needs doing again. */
function agrees() {
  const installed = read(INSTALLED)
  if (!installed) return false
  const have = JSON.parse(installed).packages
  const { packages: want } = JSON.parse(readFileSync(LOCK, 'utf8'))
  const isOurs = (name) => !name.startsWith('node_modules/')
  return (
    Object.entries(want).every(
      ([name, { version, optional }]) =>
        isOurs(name) || (have[name] ? have[name].version === version : optional === true),
    ) && Object.keys(have).every((name) => isOurs(name) || want[name])
  )
}

function pinnedNodeRuns() {
  return existsSync(PINNED_NODE) && spawnSync(PINNED_NODE, ['--version']).status === 0
}

/** Where npm refuses the scripts of packages, the one that brings Node has not run. */
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
