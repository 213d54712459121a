import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './paths.mjs'

/** Requirements of levels 1 and 2 in OWASP ASVS 5.0: the last number of each section. */
const sections = `
1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3
6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4
10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`
const required = sections
  .trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [name, last] = section.split(':')
    return Array.from({ length: Number(last) }, (_, index) => `V${name}.${index + 1}`)
  })

const rows = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('docs/security.md has each requirement of levels 1 and 2 once', () => {
  assert.equal(required.length, 253)
  const answered = rows.flatMap(([, ids]) => ids.split(', '))
  assert.deepEqual(answered.toSorted(), required.toSorted())
})

test('docs/security.md leaves no requirement open', () => {
  const markers = rows.flatMap((cells) =>
    [...cells.join(' ').matchAll(/\*\*(.+?)\*\*/g)].map(([, marker]) => marker),
  )
  assert.deepEqual(new Set(markers), new Set(['Installation', 'Not here']))
})

test('docs/security.md names files that exist, and titles that their tests have', () => {
  const wrong = rows.flatMap(([, ids, how, code, shown]) => {
    const [, file, title = ''] = /^`([^`]+)` ?(.*)$/.exec(shown) ?? []
    const files = [...code.matchAll(/`([^`]+)`/g)].map(([, path]) => path).concat(file ?? [])
    const missing = files.filter((path) => !existsSync(join(ROOT, path)))
    if (missing.length > 0) return missing.map((path) => `${ids}: there is no ${path}`)
    if (files.length === 0 && !how.includes('**')) return [`${ids}: no file and no reason`]
    const isThere = !file || readFileSync(join(ROOT, file), 'utf8').includes(title)
    return isThere ? [] : [`${ids}: ${file} has no «${title}»`]
  })
  assert.deepEqual(wrong, [])
})
