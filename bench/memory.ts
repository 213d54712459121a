import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Served } from './processes.ts'
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

/**
 * Resident megabytes of a process after a garbage collection: garbage that is not collected yet varies more than leaks grow. Undefined
 * outside of Linux.
 */
export async function residentWithoutGarbage({ pid, inspectorPort }: Served): Promise<number | undefined> {
  if (resident(pid) === undefined) return undefined
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await inspectorOf(inspectorPort))
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(socket, 'message')
  socket.close()
  return resident(pid)
}

async function inspectorOf(port: number): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}/json`).catch(() => undefined)
    const [target] = ((await response?.json()) ?? []) as { webSocketDebuggerUrl: string }[]
    if (target) return target.webSocketDebuggerUrl
    await sleep(100)
  }
  throw new Error('the inspector does not answer')
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
