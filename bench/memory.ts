import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { print } from './report.ts'

export interface Memory {
  /** Resident megabytes: maximum, and at the beginning. */
  peak: number
  before: number
}

/** Measures the memory of a process during `work`; undefined outside of Linux. */
export async function memoryWhile(pid: number, work: () => Promise<unknown>): Promise<Memory | undefined> {
  const before = resident(pid)
  if (before === undefined) {
    print('        (a memória só se mede em Linux)')
    await work()
    return undefined
  }
  let peak = before
  let over = false
  const working = work().finally(() => (over = true))
  // A rejection is handled below, by `await working`.
  working.catch(() => undefined)
  while (!over) {
    peak = Math.max(peak, resident(pid) ?? 0)
    await sleep(10)
  }
  await working
  return { peak, before }
}

/** Peak resident megabytes of a process since its start; undefined outside of Linux. */
export function peakOf(pid: number): number | undefined {
  return statusOf(pid, 'VmHWM')
}

/** Resident megabytes of a process; undefined outside of Linux. */
export function resident(pid: number): number | undefined {
  return statusOf(pid, 'VmRSS')
}

function statusOf(pid: number, name: string): number | undefined {
  if (process.platform !== 'linux') return undefined
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? []
  return Number(kilobytes) / 1024
}

export function megabytes({ peak, before }: Memory): string {
  return `${Math.round(peak)} MB (mais ${Math.round(peak - before)})`
}
