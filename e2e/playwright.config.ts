import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'

const executablePath = findChromium()

/** Files that take longest: they start first, so that no processor is idle while the last one ends. */
const longest = [
  'every-opening',
  'every-screen',
  'members-list',
  'member-edit',
  'payments',
  'shell',
  'applications',
].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: '.',
  // Playwright starts the files of the first project first.
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: longest },
  ],
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // Pages wait for answers, and leave their processor to another test.
  workers: Math.min(8, 2 * availableParallelism()),
  retries: 0,
  // Patience, for machines that do other things too; nothing waits when there is nothing to wait for.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../test-results/results.json' }],
  ],
  use: {
    browserName: 'chromium',
    locale: 'pt-PT',
    timezoneId: 'Europe/Lisbon',
    // A trace takes a third more time: `--trace retain-on-failure` makes one where it is wanted.
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: CHROMIUM_FLAGS },
  },
})
