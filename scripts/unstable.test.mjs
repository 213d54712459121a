import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeatFailed } from './unstable.mjs'

const good = (file) => ({ file, passed: 3, failed: 0, seconds: 1 })
const bad = (file) => ({ file, passed: 2, failed: 1, seconds: 1, error: `${file} broke` })

/** Repeats the failed files; those in `mended` pass the second time. Returns the result and the repeated files. */
async function repeat(files, mended) {
  const repeated = []
  const result = await repeatFailed(files, async ({ file }) => {
    repeated.push(file)
    return mended.includes(file) ? good(file) : bad(file)
  })
  return { ...result, repeated }
}

test('a file that passes alone is unstable and counts as passed', async () => {
  const { files, unstable, repeated } = await repeat([good('a'), bad('b')], ['b'])
  assert.deepEqual(files, [good('a'), good('b')])
  assert.deepEqual(unstable, [bad('b')])
  assert.deepEqual(repeated, ['b'])
})

test('a file that fails twice has failed and is not unstable', async () => {
  const { files, unstable } = await repeat([bad('a')], [])
  assert.deepEqual({ files, unstable }, { files: [bad('a')], unstable: [] })
})

test('a file whose repetition runs no test has failed', async () => {
  const { files, unstable } = await repeatFailed([bad('a')], () => ({ ...good('a'), passed: 0 }))
  assert.deepEqual({ files, unstable }, { files: [bad('a')], unstable: [] })
})

test('three unstable files pass, four fail with their first results', async () => {
  const three = ['a', 'b', 'c'].map(bad)
  const names = ['a', 'b', 'c', 'd']
  assert.deepEqual((await repeat(three, names)).files, ['a', 'b', 'c'].map(good))
  const four = await repeat(names.map(bad), names)
  assert.deepEqual(four.files, names.map(bad))
  assert.equal(four.isTooMany, true)
})

test('repeating ends once four files failed twice', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const { repeated } = await repeat(names.map(bad), ['f'])
  assert.deepEqual(repeated, ['a', 'b', 'c', 'd'])
})
