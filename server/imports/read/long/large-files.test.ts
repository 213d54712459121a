import assert from 'node:assert/strict'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import { workbookParts, zipOf } from '../../testing.ts'
import { openTable } from '../open-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'agremia-large-'))
after(() => rmSync(folder, { recursive: true, force: true }))

v8.setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Only workbooks of the old Excel need it. */
const decoder = { run: () => assert.fail('nothing is decoded') }

/** Bytes outside of the heap that are still in use. */
function held(): number {
  collect()
  const { arrayBuffers, external } = process.memoryUsage()
  return arrayBuffers + external
}

/** Rows of a file, and how much the process grew while they were read. */
async function measure(path: string): Promise<{ rows: number; last: string[]; megabytes: number }> {
  const table = await openTable(decoder, path, `${path}.texts`, { sheet: 0 })
  try {
    let rows = 0
    let last: string[] = []
    const before = held()
    let highest = 0
    for await (const { cells } of table.rows()) {
      last = cells
      if (++rows % 5000 !== 0) continue
      highest = Math.max(highest, held() - before)
    }
    return { rows, last, megabytes: highest / 1024 ** 2 }
  } finally {
    await table.close()
  }
}

test('a text of 200 MB', async () => {
  const path = join(folder, 'large.csv')
  const line = `1;Ana Silva;${'nota comprida '.repeat(70)};4050-262\n`
  const count = Math.ceil((200 * 1024 * 1024) / line.length)
  const file = createWriteStream(path)
  await pipeline(
    Readable.from(
      (function* () {
        yield 'N.º;Nome;Notas;Código postal\n'
        for (let index = 0; index < count; index += 1000) yield line.repeat(Math.min(1000, count - index))
      })(),
    ),
    file,
  )
  const { rows, last, megabytes } = await measure(path)
  assert.equal(rows, count + 1)
  assert.equal(last[3], '4050-262')
  assert.ok(megabytes < 50, `${megabytes} MB`)
  rmSync(path)
})

test('a workbook of 50 000 rows with 100 000 shared texts', async () => {
  const path = join(folder, 'large.xlsx')
  const texts = Array.from({ length: 100_000 }, (_, index) => `Texto partilhado número ${index}`)
  const data = Array.from(
    { length: 50_000 },
    (_, index) =>
      `<row r="${index + 1}"><c r="A${index + 1}" t="s"><v>${index}</v></c><c r="B${index + 1}" t="s"><v>${99_999 - index}</v></c><c r="C${index + 1}" s="1"><v>${20_000 + (index % 20_000)}</v></c></row>`,
  ).join('')
  writeFileSync(path, await zipOf(workbookParts({ A: data }, { texts })))
  const { rows, last, megabytes } = await measure(path)
  assert.equal(rows, 50_000)
  assert.deepEqual(last.slice(0, 2), ['Texto partilhado número 49999', 'Texto partilhado número 50000'])
  assert.ok(megabytes < 50, `${megabytes} MB`)
})
