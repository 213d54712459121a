/** What was started and must be ended, the last one first. */
const endings: (() => unknown)[] = []
let ending: Promise<void> | undefined

/** Does the work when the measurements end, however they end. */
export function atEnd(work: () => unknown): void {
  endings.push(work)
}

/** Ends all that was started, once; a failure of one never keeps the others. */
export function endAll(): Promise<void> {
  return (ending ??= endEach())
}

async function endEach(): Promise<void> {
  for (let work = endings.pop(); work; work = endings.pop()) {
    try {
      await work()
    } catch (error) {
      process.stderr.write(`${String(error)}\n`)
    }
  }
}
