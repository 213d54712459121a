import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { CACHE, ROOT, filesBelow, hashFiles } from './paths.mjs'
import { fail, say, secondsSince } from './say.mjs'

const STAMP = join(CACHE, 'web-stamp')

/** Builds the interface into `web/dist` when what it is made of changed, and compresses it once for every request to come. */
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
  say('A construir a interface…')
  rmSync(STAMP, { force: true })
  const { code, output } = await runVite(['build', 'web', '--logLevel', 'warn'])
  if (code !== 0) {
    process.stderr.write(output)
    fail('Não foi possível construir a interface.')
  }
  await Promise.all(filesBelow('web/dist', isCompressible).map(compress))
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(STAMP, stamp)
  say(`Interface construída (${secondsSince(began)}).`)
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

/** Below this a compressed file saves no packet. */
const WORTH_COMPRESSING = 1024

function isCompressible(path) {
  return (
    /\.(js|mjs|css|html|svg|json|txt|webmanifest|wasm)$/.test(path) &&
    statSync(join(ROOT, path)).size > WORTH_COMPRESSING
  )
}

async function compress(path) {
  const file = join(ROOT, path)
  const content = await readFile(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all([
    promisify(brotliCompress)(content, quality).then((made) => writeFile(`${file}.br`, made)),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }).then((made) =>
      writeFile(`${file}.gz`, made),
    ),
  ])
}
