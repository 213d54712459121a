// Runs test files one after the other in this process: `node scripts/run-test-files.mjs a.test.ts b.test.ts`. Each is a test that
// contains those of the file, so that its hooks run before the next file is loaded.
import { after, test } from 'node:test'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.mjs'

const files = process.argv.slice(2)

if (files.length > 1 && process.env.TEST_POSTGRES_URL && !process.env.TEST_POOLER_URL) {
  const { shareDatabases } = await import('../server/testing/shared-databases.ts')
  after(shareDatabases())
}

for (const file of files)
  test(file, async () => {
    await import(pathToFileURL(resolve(ROOT, file)).href)
  })
