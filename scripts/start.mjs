import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureWebBuilt } from './build-web.mjs'
import { ROOT } from './paths.mjs'

/** `npm start`: the server takes over this process, with the arguments that were given. */
export async function run(args) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // As soon as the server listens too, it ends in its own order.
      if (process.listenerCount(signal) === 1) process.exit(0)
    })
  }
  await ensureWebBuilt()
  const main = join(ROOT, 'server/main.ts')
  process.argv = [process.execPath, main, ...args]
  process.chdir(ROOT)
  process.env.NODE_ENV ??= 'production'
  await import(pathToFileURL(main))
}
