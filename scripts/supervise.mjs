import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds before a restart: doubled at each death in a row, up to the longest. */
const SHORTEST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** A process that answered for this long had started well: the next pause is the shortest again. */
const HEALTHY_AFTER = 60_000

/**
 * Keeps a server running until `stop`. A process that dies before any one was ready is not started again: its settings
 * or its machine are wrong, and it has said how. Answers the exit code to end with.
 */
export async function supervise({ launch, stop, say, pauses = { SHORTEST_PAUSE, LONGEST_PAUSE } }) {
  let pause = pauses.SHORTEST_PAUSE
  for (let wasReady = false; ;) {
    const began = Date.now()
    const child = launch()
    child.once('message', () => (wasReady = true))
    // In a terminal the child gets the signal too; it ends once.
    const end = () => child.kill('SIGTERM')
    stop.addEventListener('abort', end)
    if (stop.aborted) end()
    const { code, signal } = await ended(child)
    stop.removeEventListener('abort', end)
    if (stop.aborted || code === 0) return code ?? 0
    if (!wasReady) return code ?? 1
    if (Date.now() - began > HEALTHY_AFTER) pause = pauses.SHORTEST_PAUSE
    say(`A Agremia parou inesperadamente (${signal ?? `código ${code}`}) e vai recomeçar.`)
    await sleep(pause, undefined, { signal: stop }).catch(() => {})
    if (stop.aborted) return 0
    pause = Math.min(2 * pause, pauses.LONGEST_PAUSE)
  }
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}
