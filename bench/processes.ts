import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../server/database/free-port.ts'

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

/** A program that listens on a local port. */
export interface Served {
  /** Base URL, without a trailing slash. */
  url: string
  pid: number
  /** Where its inspector listens after the signal SIGUSR1. */
  inspectorPort: number
  stop(): Promise<void>
}

/** Runs a program of the project in a process, as in production, and waits until `health` responds. */
export async function serve(
  script: string,
  { health, env, timeoutMs = 30_000 }: { health: string; env: Record<string, string>; timeoutMs?: number },
): Promise<Served> {
  const port = await freePort()
  const inspectorPort = await freePort()
  const inspector = [`--inspect-port=${inspectorPort}`, '--inspect-publish-uid=http']
  const child = spawn(process.execPath, [...inspector, resolve(import.meta.dirname, '..', script)], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let over = false
  const ended = new Promise<boolean>((resolve) => child.once('close', () => resolve((over = true))))
  const stop = async () => {
    child.kill('SIGTERM')
    if (!(await Promise.race([ended, sleep(8000, false, { ref: false })]))) child.kill('SIGKILL')
  }
  atEnd(stop)
  const url = `http://127.0.0.1:${port}`
  for (const until = Date.now() + timeoutMs; ; await sleep(50)) {
    if (over) throw new Error(`${script} ended before it responded`)
    if (await isAnswering(url + health)) return { url, pid: child.pid ?? 0, inspectorPort, stop }
    if (Date.now() > until) throw new Error(`${script} does not answer`)
  }
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
