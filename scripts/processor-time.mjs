import { readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second for programs, on every architecture. */
const TICKS = 100

/**
 * Processor time in seconds of a process and of its ended children that it waited for, and theirs. Where there is no `/proc`, that of
 * this process alone, and 0 for others.
 */
export function processorSeconds(pid = process.pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is a name in parentheses, which may contain spaces; utime, stime, cutime and cstime are fields 14 to 17.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
  } catch {
    if (pid !== process.pid) return 0
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}
