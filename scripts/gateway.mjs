import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PINNED_NODE, ROOT } from './paths.mjs'

/** `npm run gateway`: the simulator of payment gateways, until it is stopped. */
export async function run() {
  const simulator = spawn(PINNED_NODE, [join(ROOT, 'gateway/main.ts')], { cwd: ROOT, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => simulator.kill('SIGTERM'))
  const [code] = await once(simulator, 'exit')
  process.exitCode = code ?? 0
}

/** Starts the simulator beside the demonstration. Returns its address; it ends with this process. */
export async function startBeside() {
  const simulator = spawn(PINNED_NODE, [join(ROOT, 'gateway/main.ts')], {
    cwd: ROOT,
    env: { ...process.env, GATEWAY_PORT: process.env.GATEWAY_PORT || '0' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const stopped = once(simulator, 'exit').then(() => {
    throw new Error('the simulator of payment gateways did not start')
  })
  const [{ origin }] = await Promise.race([once(simulator, 'message'), stopped])
  stopped.catch(() => {})
  simulator.unref()
  simulator.channel?.unref()
  return origin
}
