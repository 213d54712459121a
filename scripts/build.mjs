import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CACHE, PINNED_NODE, ROOT, filesBelow, hashFiles } from './paths.mjs'
import { fail, print, secondsSince } from './print.mjs'

const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')
const BUNDLER = 'scripts/bundle-server.mjs'

/** `node scripts/run.mjs build`: installs and builds, for a container image. */
export const run = () => ensureBuilt()

/** Builds the interface and the server if their sources changed since the last build. */
export async function ensureBuilt() {
  await Promise.all([ensureWebBuilt(), ensureServerBuilt()])
}

/** Builds the interface into `web/dist`. */
async function ensureWebBuilt() {
  if (!existsSync(join(ROOT, 'web/index.html'))) return
  await ensurePartBuilt('web', {
    what: 'a interface',
    built: 'Interface construída',
    // Vite's output folder is relative to the interface's.
    args: (folder) => [VITE, 'build', 'web', '--outDir', relative('web', folder), '--logLevel', 'warn'],
  })
}

/** Bundles the server into `server/dist`. */
async function ensureServerBuilt() {
  await ensurePartBuilt('server', {
    what: 'o servidor',
    built: 'Servidor construído',
    args: (folder) => [BUNDLER, folder],
    isSource: (path) => path.endsWith('.ts') && !path.startsWith('server/testing/'),
    also: [BUNDLER],
  })
}

/** Builds `<part>/dist` if its sources changed since the last build. `args(folder)` are the arguments of a Node that builds it into a folder, relative to the root. */
async function ensurePartBuilt(part, { what, built, args, isSource = () => true, also = [] }) {
  const stampFile = join(CACHE, `${part}-stamp`)
  const folder = join(ROOT, part, 'dist')
  const isBuilt = (path) => isSource(path) && !path.endsWith('.test.ts') && !path.endsWith('.test.tsx')
  const sources = [part, 'resources'].flatMap((name) => filesBelow(name, isBuilt))
  const stamp = hashFiles([...sources, 'package-lock.json', ...also])
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && existsSync(folder)) return

  const began = Date.now()
  print(`A construir ${what}…`)
  rmSync(stampFile, { force: true })
  const { code, output } = await runNode(args(`${part}/dist.new`))
  if (code !== 0) {
    process.stderr.write(output)
    fail(`Não foi possível construir ${what}.`)
  }
  replaceFolder(folder, `${folder}.new`)
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(stampFile, stamp)
  print(`${built} (${secondsSince(began)}).`)
}

/** Puts a complete folder in the place of another: a server that starts meanwhile finds a whole one or none. */
function replaceFolder(folder, complete) {
  const former = `${folder}.old`
  rmSync(former, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, former)
  renameSync(complete, folder)
  rmSync(former, { recursive: true, force: true })
}

function runNode(args) {
  const child = spawn(PINNED_NODE, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}
