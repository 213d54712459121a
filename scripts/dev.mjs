import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'
import { print } from './print.mjs'

/** `npm run dev`: restarts the server and reloads the interface when their files change. */
export async function run(args) {
  const port = process.env.PORT || '3000'
  const { createServer } = await import('vite')
  process.env.PORT = port
  const web = await createServer({ root: join(ROOT, 'web'), logLevel: 'warn' })
  await web.listen()
  const address = web.resolvedUrls.local[0].replace(/\/$/, '')

  const server = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(ROOT, 'server/main.ts'), ...args],
    {
      cwd: ROOT,
      env: { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL || address },
      stdio: 'inherit',
    },
  )
  print(`Interface em desenvolvimento em ${address}; o servidor recomeça quando um ficheiro muda.`)

  // In a terminal the server receives the signal too; a second one has no effect.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'))
  const code = await new Promise((resolve) => server.on('exit', resolve))
  await web.close()
  process.exit(code ?? 0)
}
