/** When the use of the processor is looked at, in ms: after the start, and then each time. */
const AFTER_START_MS = 5000
const EVERY_MS = 10 * 60_000
/** A process that used less of one processor in between is idle. */
const IDLE_PART = 0.02
/** The heap grows by so many bytes before it is collected again. */
const WORTH_BYTES = 16 * 2 ** 20

/**
 * Collects the garbage of work that is over and returns its memory to the system: V8 does so only while the program allocates. Not while
 * people work with pauses, as V8 also forgets what it optimised: the next requests take some ten milliseconds more. Does nothing without
 * `--expose-gc`.
 */
export function collectWhenIdle(): void {
  const collect = globalThis.gc
  if (!collect) return
  let used = process.cpuUsage()
  let kept = 0
  const check = (ms: number) => {
    const { user, system } = process.cpuUsage(used)
    used = process.cpuUsage()
    const isIdle = user + system < IDLE_PART * ms * 1000
    if (!isIdle || process.memoryUsage().heapTotal < kept + WORTH_BYTES) return
    // Other flavors of collection keep the free pages for later allocations.
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
    kept = process.memoryUsage().heapTotal
  }
  setTimeout(check, AFTER_START_MS, AFTER_START_MS).unref()
  setInterval(check, EVERY_MS, EVERY_MS).unref()
}
