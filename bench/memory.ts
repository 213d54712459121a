import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
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

export interface ProcessFigures {
  pid: number
  /** Proportional set size. */
  megabytes: number
  /** With that of ended children. */
  processorSeconds: number
  isServer: boolean
}

/** A process and all that it started, directly or not. Linux only. */
export function startedBy(pid: number): ProcessFigures[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processOf(Number(name)) : []))
  const found = all.filter((each) => each.pid === pid)
  for (const { pid: parent } of found) found.push(...all.filter((each) => each.parent === parent))
  return found
}

function processOf(pid: number): (ProcessFigures & { parent: number })[] {
  try {
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8')
    const stat = read('stat')
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(read('smaps_rollup')) ?? []
    return [
      {
        pid,
        parent: fields[1] ?? 0,
        megabytes: Number(kilobytes) / 1024,
        processorSeconds: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond,
        isServer: /server\/(?:dist\/main\.js|main\.ts)/.test(read('cmdline')),
      },
    ]
  } catch {
    // It ended in the meantime.
    return []
  }
}

const ticksPerSecond = 100
