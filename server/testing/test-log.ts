import { inspect } from 'node:util'
import type { Log } from '../database/log.ts'

/** Writes to stderr. */
export const testLog: Log = {
  warn: (details, message) => void process.stderr.write(`${message} ${inspect(details, { depth: 1 })}\n`),
  error: (details, message) => void process.stderr.write(`${message} ${inspect(details, { depth: 1 })}\n`),
}
