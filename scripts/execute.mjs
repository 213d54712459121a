import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ROOT } from './paths.mjs'

/** Timeout of a program in milliseconds. */
const TIMEOUT = 60 * 60_000

/** Folder where programs write their results; deleted at the end. */
export const results = mkdtempSync(join(tmpdir(), 'agremia-results-'))
process.once('exit', () => rmSync(results, { recursive: true, force: true }))

const running = new Set()
let count = 0

/**
 * Runs the pinned Node in the root, with `node_modules/.bin` in the path. Returns exit code, output, and processor time in seconds with
 * that of the processes it started and waited for.
 */
export function execute(args, env = {}) {
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const timeFile = join(results, `time-${++count}`)
  const child = spawn(
    process.execPath,
    ['--import', join(ROOT, 'scripts/report-processor-time.mjs'), ...args],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        ...env,
        PROCESSOR_TIME_FILE: timeFile,
        PATH: path,
        FORCE_COLOR: '0',
        NO_COLOR: '1',
        NODE_ENV: 'test',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT,
    },
  )
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child)
      if (signal) output += `\nTerminado por ${signal}.\n`
      resolve({ code: code ?? 1, output, processorSeconds: Number(readWritten(timeFile) ?? 0) })
    })
  })
}

/** Ends what still runs. */
export function endAll() {
  for (const child of running) child.kill('SIGTERM')
}

/** The text of a file that a program wrote; undefined when it ended before. */
export function readWritten(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
