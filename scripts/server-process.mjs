// How the built server runs. As a program, becomes the server: systemd and Docker need no supervisor above it.
import { join } from 'node:path'
import { CACHE, ROOT } from './paths.mjs'

/** Arguments and environment of a Node that is the server. */
export function serverProcess(args = []) {
  return {
    // V8 lets the space of new objects grow to 64 MB while the server starts, and keeps it. With 4, lists take 40 % more CPU time.
    args: ['--max-semi-space-size=8', '--expose-gc', join(ROOT, 'server/dist/main.js'), ...args],
    env: {
      // Code that is compiled by every start takes more memory too.
      NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
      // With few arenas glibc returns memory sooner.
      MALLOC_ARENA_MAX: '2',
      NODE_ENV: 'production',
      ...process.env,
    },
  }
}

if (import.meta.main) {
  const { args, env } = serverProcess(process.argv.slice(2))
  process.execve(process.execPath, [process.execPath, ...args], env)
}
