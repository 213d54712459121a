import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ROOT } from './paths.mjs'
import { superviseServer } from './supervise-server.mjs'

/** `npm start`: runs the server with the given arguments, and restarts it when it crashes. */
export async function run(args) {
  await ensureBuilt()
  // A new program in this process, without the memory of the check. Node 20 and Windows cannot do it.
  if (process.execve && process.platform !== 'win32')
    process.execve(
      process.execPath,
      [process.execPath, join(ROOT, 'scripts/supervise-server.mjs'), ...args],
      process.env,
    )
  await superviseServer(args)
}
