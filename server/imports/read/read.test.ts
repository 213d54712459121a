import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ApiError } from '../../errors.ts'
import { createDecoder } from '../../files/decoder.ts'
import { testLog } from '../../testing/test-log.ts'
import { odsOf, workbookParts, xlsxTypes, zipOf } from '../testing.ts'
import { numberText, serialDate, shapeOfBuiltIn, shapeOfFormat } from './cell-values.ts'
import { openTable } from './open-table.ts'
import type { TableOptions } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'agremia-read-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const decoder = createDecoder(testLog, { decodeMs: 600_000 })
after(() => decoder.close())

async function read(content: string | Buffer, options: Partial<TableOptions> = {}) {
  const path = join(folder, `${++files}`)
  writeFileSync(path, content)
  const table = await openTable(decoder, path, `${path}.texts`, { sheet: 0, ...options })
  try {
    const rows: string[][] = []
    const places: number[] = []
    const hidden: number[] = []
    for await (const { place, cells, isHidden } of table.rows()) {
      rows.push(cells)
      places.push(place)
      if (isHidden) hidden.push(place)
    }
    return { ...table, rows, places, hidden, warnings: table.warnings() }
  } finally {
    await table.close()
  }
}

const refusalOf = async (content: string | Buffer) => {
  const error: unknown = await read(content).then(
    () => assert.fail('it was read'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError, String(error))
  return error.message
}

/** UTF-16 of a text, with a byte order mark or without. */
const utf16 = (text: string, { bigEndian = false, mark = true } = {}) => {
  const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

describe('texts', () => {
  const text = 'N.º;Nome;Quota\n1;João Conceição;1.234,56 €\n\n2;"Ana; Maria";"duas\nlinhas"\n'
  const expected = [
    ['N.º', 'Nome', 'Quota'],
    ['1', 'João Conceição', '1.234,56 €'],
    ['2', 'Ana; Maria', 'duas\nlinhas'],
  ]

  for (const [name, content, encoding] of [
    ['UTF-8', text, 'utf-8'],
    ['UTF-8 with a byte order mark', `\ufeff${text}`, 'utf-8'],
    ['UTF-16 LE', utf16(text), 'utf-16le'],
    ['UTF-16 BE', utf16(text, { bigEndian: true }), 'utf-16be'],
    ['UTF-16 LE without a mark', utf16(text, { mark: false }), 'utf-16le'],
    ['Windows-1252', Buffer.from(text.replace('€', '\u0080'), 'latin1'), 'windows-1252'],
  ] as const)
    test(`${name} is found out`, async () => {
      const table = await read(content)
      assert.equal(table.encoding, encoding)
      assert.deepEqual(table.rows, expected)
      assert.deepEqual(table.places, [1, 2, 4])
    })

  for (const separator of [';', ',', '\t', '|'])
    test(`the separator ${JSON.stringify(separator)} is found out beside decimal commas`, async () => {
      const cell = separator === ',' ? '"12,50"' : '12,50'
      const rows = Array.from({ length: 5 }, (_, index) =>
        [`${index}`, 'Ana Silva', cell, '2020-01-02'].join(separator),
      )
      const table = await read(['N', 'Nome', 'Valor', 'Data'].join(separator) + '\n' + rows.join('\n'))
      assert.equal(table.separator, separator)
      assert.deepEqual(table.rows[1], ['0', 'Ana Silva', '12,50', '2020-01-02'])
    })

  for (const [name, lines, separator] of [
    [
      'decimal commas and family names first',
      ['Nome;Quota', 'Silva, Ana;12,50', 'Costa, Rui;10,00', 'Reis, Eva;7,50'],
      ';',
    ],
    ['one row', ['Nome;Quota', 'Silva, Ana;12,50'], ';'],
    [
      'a comma in the line above the titles',
      ['Lista de sócios, 2026', 'N.º;Nome;Quota', '1;Ana;12,50', '2;Rui;12,50'],
      ';',
    ],
    [
      'empty cells omitted',
      ['Nome;Quota;Email;Notas', 'Ana;12,50', 'Rui;12,50;rui@exemplo.pt', 'Eva;1,00'],
      ';',
    ],
    ['semicolons in a cell', ['Nome,Notas', 'Ana,a; b; c', 'Rui,d', 'Eva,e; f'], ','],
    ['titles that are years', ['Nome;2023;2024', 'Ana;12,50;1,00', 'Rui;12,50;1,00'], ';'],
  ] as const)
    test(`the titles decide the separator: ${name}`, async () => {
      const table = await read(lines.join('\n'))
      assert.deepEqual([table.separator, table.warnings], [separator, []])
    })

  test('two separators that fit are asked about, unless one is chosen', async () => {
    const text = 'Nome, apelido;Morada\nSilva, Ana;Porto\nCosta, Rui;Faro\n'
    const table = await read(text)
    assert.equal(table.separator, ';')
    assert.match(table.warnings.join(), /por ponto e vírgula como por vírgula/)
    assert.deepEqual((await read(text, { separator: ',' })).warnings, [])
  })

  test('a first line that names the separator is no row', async () => {
    const table = await read('sep=,\nNome,NIF\nAna,123456789\n')
    assert.deepEqual(table.rows, [
      ['Nome', 'NIF'],
      ['Ana', '123456789'],
    ])
  })

  test('a quote that nobody closes is refused, and not read as one cell', async () => {
    const message = await refusalOf(`Nome;NIF\nAna;1\nRui;"2\n${'Eva;3\n'.repeat(400_000)}`)
    assert.match(message, /linha 2 há aspas/)
  })
})

describe('workbooks', () => {
  const cell = (name: string, value: string | number, more = '') =>
    `<c r="${name}"${more}><v>${value}</v></c>`

  test('shared and inline texts, dates by style, numbers, booleans and formulas with their values', async () => {
    const parts = workbookParts(
      {
        Sócios:
          `<row r="2">${cell('A2', 0, ' t="s"')}${cell('C2', 1, ' t="s"')}</row>` +
          `<row r="3"><c r="A3" t="inlineStr"><is><r><t>Rui </t></r><r><t>Sá</t></r></is></c>${cell('B3', 43831, ' s="1"')}${cell('C3', 1234.5)}` +
          `${cell('D3', 1, ' t="b"')}<c r="E3"><f>1+1</f><v>2</v></c><c r="F3"><f>A1</f></c>${cell('G3', 44000.5, ' s="2"')}` +
          `${cell('H3', 12.300000000000001, ' s="3"')}${cell('I3', 912345678)}<c r="J3" t="str"><f>"x"</f><v>=2+2</v></c></row>`,
        Outra: `<row r="1">${cell('A1', 7)}</row>`,
      },
      { texts: ['Nome &amp; apelido', 'Data_x000D_'] },
    )
    const table = await read(await zipOf(parts))
    assert.deepEqual(table.sheets, ['Sócios', 'Outra'])
    assert.deepEqual(table.rows, [
      ['Nome & apelido', '', 'Data'],
      ['Rui Sá', '2020-01-01', '1234,5', 'Sim', '2', '', '2020-06-18', '12,3', '912345678', '=2+2'],
    ])
    assert.deepEqual(table.places, [2, 3])
    assert.match(table.warnings.join(), /Há 1 fórmula de que o ficheiro não traz o valor/)
    assert.deepEqual((await read(await zipOf(parts), { sheet: 1 })).rows, [['7']])
  })

  test('dates of workbooks that begin in 1904', async () => {
    const data = `<row r="1">${cell('A1', 42369, ' s="1"')}</row>`
    assert.deepEqual((await read(await zipOf(workbookParts({ A: data }, { startsIn1904: true })))).rows, [
      ['2020-01-01'],
    ])
  })

  test('ODS: types, repeated cells and rows, comments, and thousands of empty rows', async () => {
    const content = await odsOf(
      '<table:table-row><table:table-cell office:value-type="string"><office:annotation><text:p>nota</text:p></office:annotation><text:p>Nome</text:p></table:table-cell>' +
        '<table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>A<text:s text:c="2"/>B</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row>' +
        '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>' +
        '<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="date" office:date-value="2020-05-03T00:00:00"><text:p>3 mai</text:p></table:table-cell>' +
        '<table:table-cell office:value-type="currency" office:value="1234.56"><text:p>1.234,56 €</text:p></table:table-cell>' +
        '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>VERDADEIRO</text:p></table:table-cell></table:table-row>' +
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
    )
    const table = await read(content)
    assert.deepEqual(table.rows, [
      ['Nome', 'A  B', 'A  B'],
      ['2020-05-03', '1234,56', 'Sim'],
      ['2020-05-03', '1234,56', 'Sim'],
    ])
    assert.deepEqual(table.places, [1, 5, 6])
  })

  test('hidden sheets are last, hidden rows are marked and failed formulas keep their error: XLSX and ODS', async () => {
    const rows = `<row r="1">${cell('A1', 1)}</row><row r="2" hidden="1">${cell('A2', 2)}<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="C2" t="e"><v>#BUSY!</v></c></row>`
    const parts = workbookParts({ Apoio: `<row r="1">${cell('A1', 9)}</row>`, Sócios: rows })
    const hide = (xml: string) => xml.replace('name="Apoio"', 'name="Apoio" state="veryHidden"')
    const xlsx = await zipOf({ ...parts, 'xl/workbook.xml': hide(parts['xl/workbook.xml']!) })
    const odsRow = (more: string, ...cells: string[]) =>
      `<table:table-row${more}>${cells.map((text) => `<table:table-cell ${text}</table:table-cell>`).join('')}</table:table-row>`
    const failed = 'office:value-type="string" calcext:value-type="error">'
    const ods = await odsOf(
      `${odsRow('', 'office:value-type="float" office:value="9">')}</table:table><table:table table:name="Dados" table:style-name="ta2">` +
        odsRow('', 'office:value-type="float" office:value="1">') +
        odsRow(
          ' table:visibility="filter"',
          'office:value-type="float" office:value="2">',
          `${failed}<text:p>#DIV/0!</text:p>`,
          `${failed}<text:p>?</text:p>`,
        ),
      '<style:style style:name="ta1"><style:table-properties table:display="false"/></style:style><style:style style:name="ta2"><style:table-properties table:display="true"/></style:style>',
    )
    for (const [content, sheets] of [
      [xlsx, ['Sócios', 'Apoio (oculta)']],
      [ods, ['Dados', 'Sócios (oculta)']],
    ] as const) {
      const table = await read(content)
      assert.deepEqual(table.sheets, sheets)
      assert.deepEqual(table.rows, [['1'], ['2', '#DIV/0!', '#N/A']])
      assert.deepEqual(table.hidden, [2])
      assert.deepEqual((await read(content, { sheet: 1 })).rows, [['9']])
    }
  })

  test('numbers and serial numbers as texts', () => {
    assert.deepEqual([1234.5, 1.234, 0.1 + 0.2, 1e11, -5].map(numberText), [
      '1234,5',
      '1,234',
      '0,3',
      '100000000000',
      '-5',
    ])
    assert.deepEqual(
      [0, 1, 59, 61, 43831].map((day) => serialDate(day, { startsIn1904: false })),
      ['1899-12-31', '1900-01-01', '1900-02-28', '1900-03-01', '2020-01-01'],
    )
    assert.deepEqual(
      [-17902, 1, 61].map((day) => serialDate(day, { startsIn1904: false, isOfLibreOffice: true })),
      ['1850-12-25', '1899-12-31', '1900-03-01'],
    )
    assert.deepEqual(
      [
        'dd/mm/yyyy',
        '[$-816]d" de "mmmm',
        'd/m/yy h:mm',
        'h:mm',
        '[h]:mm:ss',
        '#.##0,00 "dias"',
        'General',
        '[Red]0',
      ].map(shapeOfFormat),
      ['day', 'day', 'moment', 'duration', 'duration', undefined, undefined, undefined],
    )
    assert.deepEqual([14, 22, 46, 2].map(shapeOfBuiltIn), ['day', 'moment', 'duration', undefined])
  })
})

type Value = string | number | boolean | null | Record<`$${string}`, string>

/** The text that a value of `expected.json` is read as; the durations there are hours and minutes. */
function textOf(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (typeof value === 'string') return value.trim()
  const duration = /^(-?)PT(?:(\d+)H)?(?:(\d+)M)?$/.exec(value['$duration'] ?? '')
  if (!duration) return Object.values(value).join().replace('T', ' ')
  const [, sign, hours = '', minutes = ''] = duration
  return `${sign}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}:00`
}

describe('the files of LibreOffice, Gnumeric and XlsxWriter', () => {
  const samples = join(import.meta.dirname, 'samples')
  const expected = JSON.parse(readFileSync(join(samples, 'expected.json'), 'utf8')) as Record<
    string,
    Value[][]
  >

  for (const [name, rows] of Object.entries(expected))
    test(name, async () => {
      const table = await read(readFileSync(join(samples, name)))
      const wanted = rows.map((row) => row.map(textOf))
      assert.deepEqual(
        table.rows.map((cells) => [...cells]),
        wanted.flatMap((cells) =>
          cells.some(Boolean) ? [cells.slice(0, cells.findLastIndex(Boolean) + 1)] : [],
        ),
      )
    })
})

describe('refuses, with what to do instead', () => {
  const sheet = { A: '<row r="1"><c r="A1"><v>1</v></c></row>' }

  test('macros', async () => {
    assert.match(
      await refusalOf(await zipOf({ ...workbookParts(sheet), 'xl/vbaProject.bin': 'x' })),
      /macros/,
    )
    const types = {
      '[Content_Types].xml': xlsxTypes.replace(
        'spreadsheetml.sheet.main',
        'ms-excel.sheet.macroEnabled.main',
      ),
    }
    assert.match(await refusalOf(await zipOf({ ...workbookParts(sheet), ...types })), /macros/)
  })

  test('passwords', async () => {
    const compound = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ])
    assert.match(await refusalOf(compound), /palavra-passe/)
    const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>'
    const ods = await zipOf({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'META-INF/manifest.xml': manifest,
      'content.xml': 'x',
    })
    assert.match(await refusalOf(ods), /palavra-passe/)
  })

  test('other formats', async () => {
    const compound = (name: string) =>
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')])
    assert.match(await refusalOf(compound('WordDocument')), /Não é uma folha de cálculo/)
    assert.match(await refusalOf(compound('Workbook\0')), /estragado.*Guardar como/)
    assert.match(await refusalOf(compound('Workbook\0_VBA_PROJECT_CUR')), /macros/)
    const binary = await zipOf({ ...workbookParts(sheet), 'xl/workbook.bin': 'x' })
    assert.match(await refusalOf(binary), /XLSB.*Guardar como/)
    assert.match(await refusalOf('%PDF-1.7 …'), /PDF/)
    assert.match(await refusalOf('<html><table><tr><td>1</td></tr></table></html>'), /página/)
    assert.match(
      await refusalOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])),
      /Não é uma folha de cálculo/,
    )
    assert.match(await refusalOf(await zipOf({ 'foto.jpg': 'x' })), /Não é uma folha de cálculo/)
    const dbase = Buffer.alloc(150, ' ')
    dbase.set([3, 126, 11, 30, 1, 0, 0, 0, 65, 0])
    dbase[64] = 0x0d
    assert.match(await refusalOf(dbase), /dBase \(DBF\).*LibreOffice.*XLSX/)
    dbase[64] = 0
    assert.match(await refusalOf(dbase), /Não é uma folha de cálculo/)
    assert.match(
      await refusalOf(Buffer.from((await zipOf(workbookParts(sheet))).subarray(0, 300))),
      /estragado/,
    )
  })

  test('a ZIP bomb: what says that it unpacks to too much, and what says too little', async () => {
    const bomb = await zipOf({
      ...workbookParts(sheet),
      'xl/sharedStrings.xml': Buffer.alloc(8 * 1024 * 1024, ' '),
    })
    assert.ok(bomb.length < 64 * 1024)
    const name = bomb.lastIndexOf('xl/sharedStrings.xml')
    const sized = (bytes: number) => {
      const copy = Buffer.from(bomb)
      // The size in the central directory (APPNOTE, section 4.3.12).
      copy.writeUInt32LE(bytes, name - 46 + 24)
      return copy
    }
    assert.match(await refusalOf(sized(0xffff_fff0)), /Descomprimido/)
    assert.match(await refusalOf(sized(1000)), /estragado/)
  })
})
