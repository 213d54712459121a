import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { startBeside } from './gateway.mjs'
import { ROOT } from './paths.mjs'
import { print } from './print.mjs'
import { supervise } from './supervise.mjs'

/** `npm start`: runs the server with the given arguments, and restarts it when it crashes. */
export async function run(args) {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())
  await ensureWebBuilt()
  // So that one command shows the whole flow of a payment.
  if (args.includes('--demo') && !process.env.GATEWAY_URL) process.env.GATEWAY_URL = await startBeside()
  process.exitCode = await supervise({ launch: () => launchServer(args), stop: stop.signal, print })
}

function launchServer(args) {
  return spawn(process.execPath, [join(ROOT, 'server/main.ts'), ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
    // IPC: the server reports that it is ready, and stops when this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}
