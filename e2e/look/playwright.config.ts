import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** For `npm run look`: takes pictures, checks nothing. */
export default defineConfig({
  ...base,
  testDir: '.',
  projects: [{ name: 'look', testMatch: 'look.ts' }],
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: availableParallelism(),
  timeout: 0,
  expect: { timeout: 15_000 },
  reporter: 'list',
})
