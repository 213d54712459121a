/** What was started and must be ended, the last one first. */
const endings: (() => unknown)[] = []

/** Does the work when the measurements end, however they end. */
export function atEnd(work: () => unknown): void {
  endings.push(work)
}

/** Ends all that was started; a failure of one never keeps the others. */
export async function endAll(): Promise<void> {
  for (let work = endings.pop(); work; work = endings.pop()) {
    try {
      await work()
    } catch (error) {
      process.stderr.write(`${String(error)}\n`)
    }
  }
}
