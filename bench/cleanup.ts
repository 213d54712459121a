/** Cleanup functions, called in reverse order. */
const cleanups: (() => unknown)[] = []
let cleanup: Promise<void> | undefined

/** Registers a function to call when the measurements end, also after an error or a signal. */
export function atEnd(work: () => unknown): void {
  cleanups.push(work)
}

/** Calls all cleanup functions once; an error of one does not stop the others. */
export function endAll(): Promise<void> {
  return (cleanup ??= runCleanups())
}

async function runCleanups(): Promise<void> {
  for (let work = cleanups.pop(); work; work = cleanups.pop()) {
    try {
      await work()
    } catch (error) {
      process.stderr.write(`${String(error)}\n`)
    }
  }
}
