import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readZip } from '../testing/read-zip.ts'
import type { Row, TableColumn } from './table.ts'
import { xlsxStream } from './xlsx.ts'

async function* batches(...given: Row[][]) {
  yield* given
}

async function parts(name: string, columns: TableColumn[], ...given: Row[][]) {
  return readZip(await buffer(xlsxStream({ name, columns }, batches(...given))))
}

const sheetOf = (read: Record<string, string>) => read['xl/worksheets/sheet1.xml'] ?? ''

test('numbers, amounts and dates are typed; texts stay texts', async () => {
  const columns: TableColumn[] = [
    { label: 'NIF', kind: 'text', width: 12 },
    { label: 'N.º', kind: 'integer' },
    { label: 'Valor', kind: 'money' },
    { label: 'Data', kind: 'date' },
    { label: 'Quando', kind: 'datetime' },
  ]
  const sheet = sheetOf(
    await parts('Sócios', columns, [
      ['012345678', '7', '-12.50', '2026-03-07', '2026-03-07T12:00'],
      [null, '', null, null, null],
    ]),
  )
  assert.match(sheet, /<c r="A2" s="2" t="inlineStr"><is><t>012345678<\/t><\/is><\/c>/)
  assert.match(sheet, /<c r="B2" s="3"><v>7<\/v><\/c><c r="C2" s="4"><v>-12.50<\/v><\/c>/)
  assert.match(sheet, /<c r="D2" s="5"><v>46088<\/v><\/c><c r="E2" s="6"><v>46088.5<\/v><\/c>/)
  assert.match(sheet, /<row r="3"><\/row>/)
})

test('header bold and frozen, filters and widths per column', async () => {
  const read = await parts(
    'Sócios',
    [{ label: 'Nome & apelido', kind: 'text', width: 34 }],
    [['Ana'], ['Rui']],
  )
  const sheet = sheetOf(read)
  assert.match(sheet, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/)
  assert.match(sheet, /<col min="1" max="1" width="34" style="2" customWidth="1"\/>/)
  assert.match(sheet, /<c r="A1" s="1" t="inlineStr"><is><t>Nome &amp; apelido</)
  assert.match(sheet, /<\/sheetData><autoFilter ref="A1:A3"\/>/)
  assert.match(read['xl/workbook.xml'] ?? '', /hidden="1">'Sócios'!\$A\$1:\$A\$3</)
  assert.match(read['xl/styles.xml'] ?? '', /<font><b\/>/)
})

test('dates before Excel’s calendar are texts', async () => {
  const sheet = sheetOf(
    await parts('Datas', [{ label: 'Data', kind: 'date' }], [['1899-12-31'], ['1900-03-01']]),
  )
  assert.match(sheet, /<c r="A2" s="2" t="inlineStr">.*>31\/12\/1899</)
  assert.match(sheet, /<c r="A3" s="5"><v>61<\/v>/)
})

test('characters that XML forbids are removed, and Excel’s escapes are escaped', async () => {
  const sheet = sheetOf(
    await parts('T', [{ label: 'T', kind: 'text' }], [['a\u0000\u0008b\ud800<&>_x0041_ \n c']]),
  )
  assert.ok(sheet.includes('>ab\ufffd&lt;&amp;&gt;_x005F_x0041_ \n c<'), sheet)
})

test('spaces at the ends, repeated spaces and line breaks are preserved', async () => {
  const texts = [' a', 'a ', 'a  b', 'a\nb', '\u00a0a', 'a b']
  const sheet = sheetOf(
    await parts(
      'T',
      [{ label: 'T', kind: 'text' }],
      texts.map((text) => [text]),
    ),
  )
  for (const text of texts.slice(0, -1))
    assert.ok(sheet.includes(`<t xml:space="preserve">${text}</t>`), sheet)
  assert.ok(sheet.includes('<t>a b</t>'))
})

test('any name becomes a valid name of a worksheet', async () => {
  for (const name of ['Pagamentos [2026] / anuais: todos os que houve', "'", '', "D'Orey & filhos"]) {
    const workbook = (await parts(name, [{ label: 'A', kind: 'text' }]))['xl/workbook.xml'] ?? ''
    const shown = /<sheet name="([^"]*)"/.exec(workbook)?.[1] ?? ''
    assert.ok(
      shown.length > 0 && shown.replaceAll('&amp;', '&').length <= 31 && !/[[\]:*?/\\]/.test(shown),
      shown,
    )
  }
})

test('columns after Z', async () => {
  const columns = Array.from({ length: 30 }, (_, index): TableColumn => ({
    label: `C${index}`,
    kind: 'integer',
  }))
  const sheet = sheetOf(await parts('T', columns, [columns.map((_, index) => String(index))]))
  assert.match(sheet, /<c r="AD2" s="3"><v>29<\/v>/)
})

test('an error of the source destroys the stream, and destroying the stream ends the source', async () => {
  async function* failing(): AsyncGenerator<Row[]> {
    yield [['a']]
    throw new Error('the database went away')
  }
  const table = { name: 'T', columns: [{ label: 'A', kind: 'text' as const }] }
  await assert.rejects(buffer(xlsxStream(table, failing())), /went away/)

  let ended = false
  async function* endless(): AsyncGenerator<Row[]> {
    try {
      for (;;) {
        await sleep(1)
        yield Array.from({ length: 1000 }, () => [String(Math.random())])
      }
    } finally {
      ended = true
    }
  }
  let size = 0
  for await (const part of xlsxStream(table, endless()))
    if ((size += (part as Buffer).length) > 100_000) break
  for (let tries = 0; tries < 3000 && !ended; tries++) await sleep(10)
  assert.ok(ended)
})
