// Reporter for `run-test-files.mjs`: appends a line of JSON to the file `TEST_FILES_LOG` for each test file that ended, with its numbers of
// passed and failed tests, its seconds and its first error. A file counts only when it fails by itself. Written at once and synchronously, so
// that the lines of earlier files survive a crash.
import { appendFileSync } from 'node:fs'

export default async function* reportFiles(source) {
  let passed = 0
  let failed = 0
  let error
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const isFile = data.nesting === 0
    const isSuite = data.details?.type === 'suite' || data.skip !== undefined || data.todo !== undefined
    const isItsOwnFailure = type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed'
    if (type === 'test:pass' && !isFile && !isSuite) passed++
    if (type === 'test:fail' && !isSuite && (!isFile || isItsOwnFailure)) failed++
    if (isItsOwnFailure) error ??= `${data.name}: ${messageOf(data.details.error)}`
    if (!isFile) continue
    const seconds = data.details.duration_ms / 1000
    const line = JSON.stringify({ file: data.name, passed, failed, seconds, ...(error && { error }) })
    appendFileSync(process.env.TEST_FILES_LOG, `${line}\n`)
    passed = 0
    failed = 0
    error = undefined
    // Nothing more for the destination of the reporter.
    yield ''
  }
}

/** The messages of the error that the test threw, which the runner wraps, and of its causes: those of random tests say what differs there. */
function messageOf(error) {
  const messages = []
  for (let thrown = error.cause ?? error; thrown; thrown = thrown.cause)
    messages.push(String(thrown.message ?? thrown).trim())
  return messages.join('\n')
}
