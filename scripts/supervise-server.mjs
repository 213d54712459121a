import { spawn } from 'node:child_process'
import { stopWithParent } from './parent.mjs'
import { PINNED_NODE, ROOT } from './paths.mjs'
import { print } from './print.mjs'
import { serverProcess } from './server-process.mjs'
import { supervise } from './supervise.mjs'

/** Runs the built server until a signal; sets the exit code. */
export async function superviseServer(args) {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())
  // So that one command shows the whole flow of a payment.
  if (args.includes('--demo') && !process.env.GATEWAY_URL)
    process.env.GATEWAY_URL = await (await import('./gateway.mjs')).startBeside()
  process.exitCode = await supervise({ launch: () => launchServer(args), stop: stop.signal, print })
}

function launchServer(given) {
  const { args, env } = serverProcess(given)
  // IPC: the server reports that it is ready, and stops when this process is killed.
  return spawn(PINNED_NODE, args, { cwd: ROOT, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}

if (import.meta.main) {
  stopWithParent(() => process.kill(process.pid, 'SIGTERM'))
  await superviseServer(process.argv.slice(2))
}
