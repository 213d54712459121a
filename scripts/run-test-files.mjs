// Runs test files one after the other in this process: `node scripts/run-test-files.mjs a.test.ts b.test.ts`. Each is a test that
// contains those of the file, so that its hooks run before the next file is loaded.
import { test } from 'node:test'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.mjs'

for (const file of process.argv.slice(2))
  test(file, async () => {
    await import(pathToFileURL(resolve(ROOT, file)).href)
  })
