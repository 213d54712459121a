/** So many unstable files fail a run. */
const TOO_MANY = 4

/**
 * Runs each file of tests that failed again with `runAlone`, one after the other. A file that passes then is unstable: its second result
 * counts, unless too many are. Stops when so many failed twice or are unstable that the run has failed anyway.
 *
 * @param files `{ file, passed, failed, seconds, error }`
 * @returns the results that count, and the unstable files with their first error.
 */
export async function repeatFailed(files, runAlone) {
  const second = new Map()
  const unstable = []
  let failedTwice = 0
  for (const first of files.filter(({ failed }) => failed > 0)) {
    if (failedTwice === TOO_MANY || unstable.length === TOO_MANY) break
    const again = await runAlone(first)
    if (again.failed > 0 || again.passed === 0) failedTwice++
    else {
      unstable.push(first)
      second.set(first, again)
    }
  }
  const isTooMany = unstable.length === TOO_MANY
  return { files: isTooMany ? files : files.map((file) => second.get(file) ?? file), unstable, isTooMany }
}
