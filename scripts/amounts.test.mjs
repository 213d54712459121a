import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, filesBelow } from './paths.mjs'

/** Names of amounts of money, declared as plain numbers. */
const unbranded =
  /(?<![\w.])(?:\w*Amount|amount\w*|cents|euros|balance|owed|paid|charged|credit\w*|donated|joia|overdue\w*)\??: number\b/

test('amounts of money are Cents or Euros, never plain numbers', () => {
  const isSource = (file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file)
  const files = ['resources', 'server', 'web/screens', 'web/resource'].flatMap((folder) =>
    filesBelow(folder, isSource),
  )
  const found = files.filter((file) => unbranded.test(readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(found, [])
})
