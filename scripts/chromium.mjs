import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { ROOT } from './paths.mjs'
import { print } from './print.mjs'

/** Flags of Chromium: no network requests of its own, and no sandbox as root, where it does not work. */
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
 * Path of Chromium: CHROMIUM_PATH, the headless shell (which is twice as fast), Playwright's, or the system's; undefined when there
 * is none. `whole` excludes the headless shell, to measure the browser that people use.
 */
export function findChromium({ whole = false } = {}) {
  const headlessShell = inPath('chromium-headless-shell')
  const full = [
    chromium.executablePath(),
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap(inPath),
    ...SYSTEM_PLACES,
  ]
  const candidates = [process.env.CHROMIUM_PATH, ...(whole ? [] : headlessShell), ...full]
  return candidates.find((path) => path && existsSync(path))
}

/** Finds Chromium, or installs it. Throws an Error with a message of one line when that fails. */
export async function findOrInstallChromium(options = {}) {
  const existing = findChromium(options)
  if (existing) return existing
  print('A instalar o Chromium…')
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  quietly(process.execPath, [playwright, 'install', 'chromium'], DOWNLOAD_TIMEOUT)
  if (!findChromium(options) && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    quietly('apt-get', ['update', '-q'], PACKAGE_TIMEOUT, env)
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!findChromium(options))
        quietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], PACKAGE_TIMEOUT, env)
  }
  const installed = findChromium(options)
  if (installed) return installed
  throw new Error(
    'Não há um Chromium: instale-o (no Debian, "apt-get install chromium") ou indique-o em CHROMIUM_PATH.',
  )
}

/** Timeouts in milliseconds, for servers that do not respond. */
const DOWNLOAD_TIMEOUT = 30_000
const PACKAGE_TIMEOUT = 300_000

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
