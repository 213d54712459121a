import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from './paths.mjs'

const folder = mkdtempSync(join(tmpdir(), 'agremia-test-files-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let runs = 0

/** Runs test files with these contents; returns their results, the exit code and the lines written to stderr. */
function run(...contents) {
  const files = contents.map((content, index) => {
    const file = join(folder, `${index}.test.mjs`)
    const imports = `import { after, describe, test } from 'node:test'\nconst note = console.error\n`
    writeFileSync(file, imports + content)
    return file
  })
  const log = join(folder, `log-${++runs}`)
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const reporter = join(ROOT, 'scripts/report-files.mjs')
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--test-force-exit', `--test-reporter=${reporter}`, join(ROOT, 'scripts/run-test-files.mjs'), ...files],
    { encoding: 'utf8', env: { ...inherited, TEST_FILES_LOG: log } },
  )
  const results = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return {
    results,
    counts: results.map(({ passed, failed }) => [passed, failed]),
    status,
    lines: stderr.trim().split('\n'),
  }
}

test('the hooks of a file run before the next file is loaded', () => {
  const content = (name) =>
    `note('load ${name}'); await null; after(() => note('after ${name}')); test('${name}', () => note('run ${name}'))`
  const { counts, status, lines } = run(content('a'), content('b'))
  assert.deepEqual(counts, [
    [1, 0],
    [1, 0],
  ])
  assert.equal(status, 0)
  assert.deepEqual(lines, ['load a', 'run a', 'after a', 'load b', 'run b', 'after b'])
})

test('failing tests are counted at every level, with the first error; skipped tests and suites are not', () => {
  const { results, status } = run(
    `test('good', () => {}); test('bad', () => { throw new Error('broken') }); test.skip('skipped', () => {})
     describe('suite', () => { test('good', () => {}); test('bad', () => { throw new Error('later') }) })`,
  )
  const [{ seconds, ...result }] = results
  assert.deepEqual(result, { file: join(folder, '0.test.mjs'), passed: 2, failed: 2, error: 'bad: broken' })
  assert.ok(seconds > 0)
  assert.equal(status, 1)
})

test('a timer that a failing test left does not keep the process', () => {
  const { counts, status } = run(
    `test('bad', () => { setInterval(() => {}, 10); throw new Error() })`,
    `test('good', () => {})`,
  )
  assert.deepEqual(counts, [
    [0, 1],
    [1, 0],
  ])
  assert.equal(status, 1)
})

test('a file that does not load or whose hook fails is one failure', () => {
  for (const [content, passed] of [
    [`throw new Error()`, 0],
    [`after(() => { throw new Error() }); test('good', () => {})`, 1],
  ]) {
    const { counts, status } = run(content, `test('next', () => {})`)
    assert.deepEqual(counts, [
      [passed, 1],
      [1, 0],
    ])
    assert.equal(status, 1)
  }
})

test('the results of earlier files survive a crash', () => {
  const crash = `import { existsSync } from 'node:fs'
    test('crash', async () => {
      while (!existsSync(process.env.TEST_FILES_LOG)) await new Promise(setImmediate)
      process.kill(process.pid, 'SIGKILL')
    })`
  const { counts } = run(`test('good', () => {})`, crash)
  assert.deepEqual(counts, [[1, 0]])
})
