import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  // Playwright starts the files of the first project first: the slowest ones, so that no processor is idle at the end.
  projects: ['looks', 'screens', 'journeys'].map((folder) => ({ name: folder, testDir: folder })),
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // More workers than processors, because tests also wait; with twice as many, Chromium's processes wait for each other.
  workers: Math.min(8, Math.ceil(1.5 * availableParallelism())),
  retries: 0,
  // Long, for busy machines; does not slow down tests that pass.
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
    // Traces take a third more time; use `--trace retain-on-failure` when needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...CHROMIUM_FLAGS,
        // Chromium starts no spare process for a next page: contexts live too short to use it.
        '--renderer-process-limit=1',
        // Threads and processes that work in parallel cost CPU time, which the other tests use.
        '--js-flags=--single-threaded',
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface',
      ],
    },
  },
})
