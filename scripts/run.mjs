// Entry point of every npm script. It runs on the Node of the machine, which may be old: it installs the dependencies and
// restarts itself on the pinned Node.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { stopWithParent } from './parent.mjs'
import { CACHE, PINNED_NODE } from './paths.mjs'
import { fail } from './print.mjs'

const COMMANDS = {
  start: () => import('./start.mjs'),
  build: () => import('./build.mjs'),
  dev: () => import('./dev.mjs'),
  test: () => import('./test.mjs'),
  check: () => import('./test.mjs'),
  'test:all': () => import('./test.mjs'),
  'test:cluster': () => import('./test.mjs'),
  gateway: () => import('./gateway.mjs'),
  bench: () => import('./bench.mjs'),
  look: () => import('./look.mjs'),
  backup: () => import('../server/backup/command.ts'),
  restore: () => import('../server/backup/command.ts'),
  'move-files': () => import('../server/move-files.ts'),
  'replace-keys': () => import('../server/replace-keys.ts'),
}

/** Commands that need the packages of development. */
const TOOLS = new Set(['dev', 'test', 'check', 'test:all', 'test:cluster', 'bench', 'look'])

const [command = 'start', ...args] = process.argv.slice(2)
const OLDEST_NODE = 20

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE)
  fail(
    `O Node ${process.versions.node} é demasiado antigo: instale o Node ${OLDEST_NODE} ou mais recente (https://nodejs.org).`,
  )
if (!Object.hasOwn(COMMANDS, command))
  fail(`O comando "${command}" não existe; os que existem são: ${Object.keys(COMMANDS).join(', ')}.`)

await ensureInstalled({ withTools: TOOLS.has(command) })
// Compiled code is cached for the processes started from here and for the next start.
process.env.NODE_COMPILE_CACHE ??= join(CACHE, 'compiled')

// The supervisor runs on any Node, so that no other process stays above it.
if (command === 'start' || realpathSync(process.execPath) === realpathSync(PINNED_NODE)) {
  stopWithParent(() => process.kill(process.pid, 'SIGTERM'))
  const { run } = await COMMANDS[command]()
  await run(args, command)
} else {
  const child = spawn(PINNED_NODE, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // In a terminal the other process receives the signal too; a second one has no effect.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  stopWithParent(() => child.kill('SIGTERM'))
  child.on('exit', (code) => process.exit(code ?? 1))
}
