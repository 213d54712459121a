import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { isOfArea } from '../e2e/look/areas.ts'
import { Sheets } from '../e2e/look/sheets.ts'
import { variants } from '../e2e/look/variants.ts'
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

test('screens are shown in the light and in the dark, on a phone, at 1024 px and in large text', () => {
  assert.deepEqual(
    variants.map(({ name, options, fontSize }) => [
      name,
      options.viewport.width,
      options.colorScheme ?? 'light',
      fontSize ?? 16,
    ]),
    [
      ['light', 1280, 'light', 16],
      ['phone', 390, 'light', 16],
      ['dark', 1280, 'dark', 16],
      ['narrow', 1024, 'light', 16],
      ['text-19', 1280, 'light', 19],
    ],
  )
})

test('an area has the screens of its folder, of the settings, or of visitors', () => {
  const screenOf = (file, who = ['admin']) => ({
    path: '/socios',
    route: { path: '/socios', who, screen: `() => import('../screens/${file}.tsx')` },
  })
  assert.equal(isOfArea(screenOf('members/member-edit'), 'members'), true)
  assert.equal(isOfArea(screenOf('card-editor/card-editor'), 'cards'), true)
  assert.equal(isOfArea(screenOf('dues/debts-list'), 'members'), false)
  assert.equal(isOfArea(screenOf('members/members-settings'), 'settings'), true)
  assert.equal(isOfArea(screenOf('apply/apply', 'everyone'), 'public'), true)
  assert.equal(isOfArea(screenOf('members/member-edit'), 'public'), false)
  assert.equal(isOfArea(screenOf('dues/debts-list'), ''), true)
})

test('a sheet has twelve pictures, each below its caption; an index has the captions of each sheet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'look-'))
  try {
    const sheets = new Sheets(folder, 'light', 3)
    const canvas = createCanvas(60, 40)
    canvas.getContext('2d').fillStyle = '#f00'
    canvas.getContext('2d').fillRect(0, 0, 60, 40)
    const image = await canvas.encode('png')
    const captions = Array.from({ length: 13 }, (_, index) => `/socios · menu ${index + 1}`)
    for (const caption of captions) await sheets.add({ caption, image })
    await sheets.end()
    assert.deepEqual(readdirSync(folder).toSorted(), ['light-01.png', 'light-02.png', 'light.txt'])
    const index = readFileSync(join(folder, 'light.txt'), 'utf8').trimEnd().split('\n')
    const lines = captions.map((caption) => `  ${caption}`)
    assert.deepEqual(index, ['light-01.png', ...lines.slice(0, 12), 'light-02.png', lines[12]])
    const counts = []
    for (const name of ['light-01.png', 'light-02.png'])
      counts.push(await countPixels(join(folder, name), ([red, green]) => red > 200 && green < 50))
    assert.deepEqual(counts, [12 * 60 * 40, 60 * 40])
    const isCaption = ([red, green]) => red > 200 && green > 200
    assert.ok((await countPixels(join(folder, 'light-02.png'), isCaption)) > 100, 'a caption is drawn')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

async function countPixels(path, isCounted) {
  const image = await loadImage(path)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  let count = 0
  for (let at = 0; at < data.length; at += 4) if (isCounted(data.subarray(at, at + 3))) count++
  return count
}
