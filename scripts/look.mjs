import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { ROOT } from './paths.mjs'
import { fail, print, secondsSince } from './print.mjs'

const FOLDER = join(ROOT, 'look')

/**
 * `npm run look [area] [-- --all]`: draws every screen, document and email as images in the folder `look`, for visual review; see
 * `e2e/look/look.ts`. `--all` draws in every variant what screens can open.
 */
export async function run(args) {
  const [area = '', ...others] = args.filter((arg) => arg !== '--all')
  if (others.length > 0 || area.startsWith('-'))
    fail('Indique uma só área, como "members", e, se quiser, --all.')
  const began = Date.now()
  await ensureBuilt()
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  const env = {
    ...process.env,
    CHROMIUM_PATH: await findOrInstallChromium(),
    NODE_ENV: 'test',
    LOOK_FOLDER: FOLDER,
    LOOK_AREA: area,
    LOOK_ALL: args.includes('--all') ? 'yes' : '',
  }
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const config = 'e2e/look/playwright.config.ts'
  const child = spawn(process.execPath, [playwright, 'test', '--config', config], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'))
  process.exitCode = await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
  writeIndex()
  print(`${secondsSince(began)}`)
}

/** Writes `index.txt`: which image is on which sheet. */
function writeIndex() {
  const parts = readdirSync(FOLDER).filter((file) => file.endsWith('.txt'))
  const lines = parts.flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').trimEnd().split('\n'))
  for (const file of parts) rmSync(join(FOLDER, file))
  writeFileSync(join(FOLDER, 'index.txt'), lines.map((line) => `${line}\n`).join(''))
  const sheets = lines.filter((line) => line.endsWith('.png')).length
  print(
    `${lines.length - sheets} imagens em ${sheets} folhas, na pasta ${FOLDER}; o índice está em index.txt.`,
  )
}
