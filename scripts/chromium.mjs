import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { ROOT } from './paths.mjs'
import { say } from './say.mjs'

/** How Chromium is started: it asks nothing of the network by itself, and root has no sandbox. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The one that CHROMIUM_PATH names, the one without windows, which takes half the time, Playwright's own, or the system's;
 * undefined when there is none. What people have in front of them is asked for with `whole`.
 */
export function findChromium({ whole = false } = {}) {
  const light = inPath('chromium-headless-shell')
  const full = [
    chromium.executablePath(),
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(inPath),
    ...SYSTEM_PLACES,
  ]
  const candidates = [process.env.CHROMIUM_PATH, ...(whole ? [] : light), ...full]
  return candidates.find((path) => path && existsSync(path))
}

/** Installs one where none is found. Throws an Error with one readable line when that is not possible. */
export async function findOrInstallChromium(wanted = {}) {
  const found = findChromium(wanted)
  if (found) return found
  say('A instalar o Chromium…')
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  quietly(process.execPath, [playwright, 'install', 'chromium'], DOWNLOAD_PATIENCE)
  if (!findChromium(wanted) && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    quietly('apt-get', ['update', '-q'], PACKAGE_PATIENCE, env)
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!findChromium(wanted))
        quietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], PACKAGE_PATIENCE, env)
  }
  const installed = findChromium(wanted)
  if (installed) return installed
  throw new Error(
    'Não há um Chromium: instale-o (no Debian, "apt-get install chromium") ou indique-o em CHROMIUM_PATH.',
  )
}

/** Playwright's download is given up when its server does not answer. */
const DOWNLOAD_PATIENCE = 30_000
const PACKAGE_PATIENCE = 300_000

const SYSTEM_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

function inPath(name) {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
}

function quietly(command, args, timeout, env = process.env) {
  spawnSync(command, args, { stdio: 'ignore', timeout, env })
}
