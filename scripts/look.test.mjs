import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './paths.mjs'

test('npm run look lists its tests: every variant of screens, documents, emails and print', () => {
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [playwright, 'test', '--list', '--config', 'e2e/look/playwright.config.ts'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, LOOK_FOLDER: join(ROOT, 'look'), LOOK_AREA: '', LOOK_ALL: '' },
    },
  )
  for (const name of ['light', 'dark', 'phone', 'narrow', 'text-19', 'pdf', 'mail', 'print'])
    assert.match(stdout, new RegExp(`› ${name}\\b`), `${name}: ${stdout}${stderr}`)
})
