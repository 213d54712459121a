import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { ROOT } from './paths.mjs'
import { fail } from './print.mjs'

/** `npm run bench`: runs the measurements of `bench/run.ts`. */
export async function run(args) {
  const script = join(ROOT, 'bench/run.ts')
  if (!existsSync(script)) fail('Não há medições em bench/run.ts.')
  await ensureBuilt()
  const env = { ...process.env, CHROMIUM_PATH: await findOrInstallChromium({ whole: true }) }
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'))
  process.exitCode = await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
