import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, ROOT, filesBelow, hashFiles } from './paths.mjs'
import { fail, print, secondsSince } from './print.mjs'

const STAMP = join(CACHE, 'web-stamp')

/** `node scripts/run.mjs build`: installs and builds, for a container image. */
export const run = () => ensureWebBuilt()

/** Builds the interface into `web/dist` if its sources changed since the last build. */
export async function ensureWebBuilt() {
  if (!existsSync(join(ROOT, 'web/index.html'))) return
  const isSource = (path) => !path.endsWith('.test.ts') && !path.endsWith('.test.tsx')
  const sources = [...filesBelow('web', isSource), ...filesBelow('resources', isSource), 'package-lock.json']
  const stamp = hashFiles(sources)
  if (
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === stamp &&
    existsSync(join(ROOT, 'web/dist/index.html'))
  )
    return

  const began = Date.now()
  print('A construir a interface…')
  rmSync(STAMP, { force: true })
  const { code, output } = await runVite(['build', 'web', '--outDir', 'dist.new', '--logLevel', 'warn'])
  if (code !== 0) {
    process.stderr.write(output)
    fail('Não foi possível construir a interface.')
  }
  replaceFolder(join(ROOT, 'web/dist'), join(ROOT, 'web/dist.new'))
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(STAMP, stamp)
  print(`Interface construída (${secondsSince(began)}).`)
}

/** Puts a complete folder in the place of another: a server that starts meanwhile finds a whole interface or none. */
function replaceFolder(folder, complete) {
  const former = `${folder}.old`
  rmSync(former, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, former)
  renameSync(complete, folder)
  rmSync(former, { recursive: true, force: true })
}

function runVite(args) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}
