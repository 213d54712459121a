import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ROOT } from './paths.mjs'

const folder = mkdtempSync(join(tmpdir(), 'agremia-test-files-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Runs test files with these contents; returns the counts, the exit code and the lines written to stderr. */
function run(...contents) {
  const files = contents.map((content, index) => {
    const file = join(folder, `${index}.test.mjs`)
    const imports = `import { after, describe, test } from 'node:test'\nconst note = console.error\n`
    writeFileSync(file, imports + content)
    return file
  })
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const reporter = join(ROOT, 'scripts/count-tests.mjs')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--test-force-exit', `--test-reporter=${reporter}`, join(ROOT, 'scripts/run-test-files.mjs'), ...files],
    { encoding: 'utf8', env },
  )
  return { ...JSON.parse(stdout), status, lines: stderr.trim().split('\n') }
}

test('the hooks of a file run before the next file is loaded', () => {
  const content = (name) =>
    `note('load ${name}'); await null; after(() => note('after ${name}')); test('${name}', () => note('run ${name}'))`
  assert.deepEqual(run(content('a'), content('b')), {
    passed: 2,
    failed: 0,
    status: 0,
    lines: ['load a', 'run a', 'after a', 'load b', 'run b', 'after b'],
  })
})

test('failing tests are counted at every level; skipped tests and suites are not', () => {
  const { passed, failed, status } = run(
    `test('good', () => {}); test('bad', () => { throw new Error() }); test.skip('skipped', () => {})
     describe('suite', () => { test('good', () => {}); test('bad', () => { throw new Error() }) })`,
  )
  assert.deepEqual({ passed, failed, status }, { passed: 2, failed: 2, status: 1 })
})

test('a timer that a failing test left does not keep the process', () => {
  const { passed, failed, status } = run(
    `test('bad', () => { setInterval(() => {}, 10); throw new Error() })`,
    `test('good', () => {})`,
  )
  assert.deepEqual({ passed, failed, status }, { passed: 1, failed: 1, status: 1 })
})

test('a file that does not load or whose hook fails is one failure', () => {
  for (const [content, count] of [
    [`throw new Error()`, 0],
    [`after(() => { throw new Error() }); test('good', () => {})`, 1],
  ]) {
    const { passed, failed, status } = run(content, `test('next', () => {})`)
    assert.deepEqual({ passed, failed, status }, { passed: count + 1, failed: 1, status: 1 })
  }
})
