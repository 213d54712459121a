import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds before a restart: doubled at each crash in a row, up to the maximum. */
const MIN_PAUSE = 500
const MAX_PAUSE = 30_000
/** A process that ran for this long (milliseconds) resets the pause to the minimum. */
const HEALTHY_AFTER = 60_000

/**
 * Keeps a server running until `stop`. Does not restart a process that dies before any process was ready: its settings or the machine
 * are wrong, and it printed why. Returns the exit code.
 */
export async function supervise({ launch, stop, print, pauses = { MIN_PAUSE, MAX_PAUSE } }) {
  let pause = pauses.MIN_PAUSE
  for (let wasReady = false; ;) {
    const began = Date.now()
    const child = launch()
    child.once('message', () => (wasReady = true))
    // In a terminal the child receives the signal too; a second one has no effect.
    const end = () => child.kill('SIGTERM')
    stop.addEventListener('abort', end)
    if (stop.aborted) end()
    const { code, signal } = await ended(child)
    stop.removeEventListener('abort', end)
    if (stop.aborted || code === 0) return code ?? 0
    if (!wasReady) return code ?? 1
    if (Date.now() - began > HEALTHY_AFTER) pause = pauses.MIN_PAUSE
    print(`A Agremia parou inesperadamente (${signal ?? `código ${code}`}) e vai recomeçar.`)
    await sleep(pause, undefined, { signal: stop }).catch(() => {})
    if (stop.aborted) return 0
    pause = Math.min(2 * pause, pauses.MAX_PAUSE)
  }
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}
