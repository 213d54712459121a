import { ensureBuilt } from '../scripts/build.mjs'
import { findChromium } from '../scripts/chromium.mjs'
import { startTestPostgres } from '../server/testing/test-postgres.ts'
import { prepareDemonstration } from './start-server.ts'

/** Builds the interface and starts PostgreSQL if Playwright runs without `npm test`, and prepares the demonstration. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!findChromium()) throw new Error('Não há um Chromium: execute "npm test -- e2e", que o instala.')
  // The tests must run against the interface as it is in the sources.
  await ensureBuilt()
  const postgres = process.env.TEST_POSTGRES_URL ? undefined : await startTestPostgres()
  if (postgres) process.env.TEST_POSTGRES_URL = postgres.url
  const removeDemonstration = await prepareDemonstration()
  return async () => {
    await removeDemonstration()
    await postgres?.stop()
  }
}
