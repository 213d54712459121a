import type { Log } from '../database/log.ts'

/** Says nothing unless something is wrong. */
export const testLog: Log = {
  info() {},
  warn: complain,
  error: complain,
}

function complain(...what: unknown[]): void {
  process.stderr.write(`${what.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' ')}\n`)
}

function inspect(part: unknown): string {
  const { err } = part as { err?: Error }
  return err?.stack ?? JSON.stringify(part)
}
