import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { csvStream, plainCsvStream } from './csv.ts'
import type { Row, TableColumn } from './table.ts'

async function* batches(...given: Row[][]) {
  yield* given
}

const written = async (columns: TableColumn[], ...given: Row[][]) =>
  (await buffer(csvStream({ name: 'Teste', columns }, batches(...given)))).toString()

test('format for Portuguese Excel: BOM, semicolons, decimal comma, day first, CRLF', async () => {
  const csv = await written(
    [
      { label: 'Nome', kind: 'text' },
      { label: 'N.º', kind: 'integer' },
      { label: 'Valor', kind: 'money' },
      { label: 'Data', kind: 'date' },
      { label: 'Quando', kind: 'datetime' },
    ],
    [['Conceição', '7', '-1234.50', '2026-03-07', '2026-03-07T14:05']],
    [[null, null, null, null, null]],
  )
  assert.equal(
    csv,
    '\ufeffNome;N.º;Valor;Data;Quando\r\nConceição;7;-1234,50;07/03/2026;07/03/2026 14:05\r\n;;;;\r\n',
  )
})

test('format for programs: no BOM, commas, decimal point, ISO 8601 dates, LF', async () => {
  const columns: TableColumn[] = [
    { label: 'description', kind: 'text' },
    { label: 'amount', kind: 'money' },
    { label: 'date', kind: 'date' },
  ]
  const rows: Row[] = [
    ['Selos; água, luz', '-1234.50', '2026-03-07'],
    ['=1+1', null, null],
  ]
  const csv = await buffer(plainCsvStream({ name: 'Teste', columns }, batches(rows)))
  assert.equal(csv.toString(), 'description,amount,date\n"Selos; água, luz",-1234.50,2026-03-07\n\'=1+1,,\n')
})

test('separators, quotes and line breaks are quoted', async () => {
  const csv = await written(
    [{ label: 'Notas', kind: 'text' }],
    [['a;b'], ['diz "olá"'], ['uma\nduas'], ['uma\rduas']],
  )
  assert.equal(csv, '\ufeffNotas\r\n"a;b"\r\n"diz ""olá"""\r\n"uma\nduas"\r\n"uma\rduas"\r\n')
})

test('formulas are escaped; numbers and telephones are unchanged', async () => {
  const dangerous = ['=HYPERLINK("http://x")', '+1+cmd|calc', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1+1']
  const csv = await written(
    [{ label: '=Nome', kind: 'text' }],
    [...dangerous.map((cell) => [cell]), ['+44 20 7946 0018'], ['912 345 678']],
  )
  const cells = csv
    .slice(1)
    .split('\r\n')
    .map((line) => line.replace(/^"|"$/g, ''))
  for (const cell of cells.slice(0, 1 + dangerous.length)) assert.match(cell, /^'/)
  assert.deepEqual(cells.slice(1 + dangerous.length, -1), ['+44 20 7946 0018', '912 345 678'])
  assert.match(await written([{ label: 'Valor', kind: 'money' }], [['-5.00']]), /\r\n-5,00\r\n/)
})

test('an error of the source destroys the stream', async () => {
  async function* failing(): AsyncGenerator<Row[]> {
    yield [['a']]
    throw new Error('the database went away')
  }
  await assert.rejects(
    buffer(csvStream({ name: 'Teste', columns: [{ label: 'A', kind: 'text' }] }, failing())),
    /went away/,
  )
})
