import { findChromium } from '../scripts/chromium.mjs'
import { startTestPostgres } from '../server/testing/test-postgres.ts'

/** Playwright run by itself, without `npm test`, gets its PostgreSQL here. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (!findChromium()) throw new Error('Não há um Chromium: execute "npm test -- e2e", que o instala.')
  if (process.env.TEST_POSTGRES_URL) return undefined
  const postgres = await startTestPostgres()
  process.env.TEST_POSTGRES_URL = postgres.url
  return () => postgres.stop()
}
