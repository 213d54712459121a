import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../errors.ts'
import { readCamt } from './read-camt.ts'
import { findMapping, mappingProblem, readAmount, readCsvStatement, readDate, readTable } from './read-csv.ts'
import { camtOf } from './testing.ts'

function readCsv(text: string | Buffer) {
  const table = readTable(Buffer.from(text))
  assert.ok(table)
  const mapping = findMapping(table)
  assert.equal(mappingProblem(mapping), undefined)
  return readCsvStatement(table, mapping)
}

test('amounts as banks write them', () => {
  const vectors: [string, number | undefined][] = [
    ['1.234,56', 123_456],
    ['1 234,56 €', 123_456],
    ['-12,00', -1200],
    ['−12,00 EUR', -1200],
    ['12,00-', -1200],
    ['(12.00)', -1200],
    ['12,00 D', -1200],
    ['12,00 C', 1200],
    ['+5', 500],
    ['1,234.5', 123_450],
    ['12,345,6', undefined],
    ['saldo', undefined],
    ['', undefined],
  ]
  for (const [text, cents] of vectors) assert.equal(readAmount(text), cents, text)
})

test('dates as banks write them', () => {
  const vectors: [string, string | undefined][] = [
    ['05-03-2026', '2026-03-05'],
    ['5/3/26', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['05.03.2026 10:22', '2026-03-05'],
    ['31/02/2026', undefined],
    ['20260305', undefined],
    ['3', undefined],
  ]
  for (const [text, date] of vectors) assert.equal(readDate(text), date, text)
})

describe('CSV', () => {
  test('rows above the heading, debit and credit, newest first, totals at the end', () => {
    const { lines, closing, iban, unread } = readCsv(
      [
        'Consulta de movimentos;;;;',
        'Conta;PT50 0035 0651 0000 0000 0432 9;;;',
        ';;;;',
        'Data mov.;Data valor;Descrição;Débito;Crédito;Saldo contabilístico',
        '06-03-2026;06-03-2026;COMISSÃO DE MANUTENÇÃO;5,20;;1.018,80',
        '05-03-2026;04-03-2026;TRF MARIA SILVA QUOTA;;24,00;1.024,00',
        '05-03-2026;05-03-2026;TRF JOSE;;1.000,00;1.000,00',
        ';;Total;5,20;1.024,00;',
      ].join('\r\n'),
    )
    assert.deepEqual(unread, [])
    assert.equal(iban, 'PT50003506510000000004329')
    assert.deepEqual(
      lines.map(({ date, amount, description }) => [date, amount, description]),
      [
        ['2026-03-05', 100_000, 'TRF JOSE'],
        ['2026-03-05', 2400, 'TRF MARIA SILVA QUOTA'],
        ['2026-03-06', -520, 'COMISSÃO DE MANUTENÇÃO'],
      ],
    )
    assert.deepEqual(closing, { date: '2026-03-06', balance: 101_880 })
  })

  test('Windows-1252, UTF-16 and commas', () => {
    const text = 'Date,Description,Amount\n2026-01-02,Café Ração,-3.50\n'
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    for (const content of [Buffer.from(text, 'latin1'), utf16])
      assert.deepEqual(
        readCsv(content).lines.map(({ amount, description }) => [amount, description]),
        [[-350, 'Café Ração']],
      )
  })

  test('without a heading the columns are found by what they contain', () => {
    const { lines } = readCsv('02/01/2026;TRF DE ANA;24,00\n03/01/2026;LUZ DA SEDE E MAIS;-45,30\n')
    assert.deepEqual(
      lines.map(({ date, amount, description }) => [date, amount, description]),
      [
        ['2026-01-02', 2400, 'TRF DE ANA'],
        ['2026-01-03', -4530, 'LUZ DA SEDE E MAIS'],
      ],
    )
  })

  test('lines of one day, newest first, by their balances', () => {
    const { closing, lines } = readCsv(
      'Data;Descrição;Valor;Saldo\n02/01/2026;B;5,00;15,00\n02/01/2026;A;10,00;10,00\n',
    )
    assert.deepEqual([lines[0]?.description, closing?.balance], ['A', 1500])
  })

  test('decimal commas do not count as separators', () => {
    const { lines } = readCsv(
      'Data mov.;Data valor;Descrição;Débito;Crédito;Saldo\n25-11-2026;25-11-2026;TRF;;12,00;900,00\n24-11-2026;24-11-2026;COMPRA;5,20;;888,00\n',
    )
    assert.deepEqual(
      lines.map(({ amount }) => amount),
      [-520, 1200],
    )
  })

  test('a line that cannot be read is named', () => {
    const { lines, unread } = readCsv(
      'Data;Descrição;Valor\n02/01/2026;A;5,00\nontem;B;7,00\n03/01/2026;C;muito\n',
    )
    assert.equal(lines.length, 1)
    assert.deepEqual(
      unread.map(({ line }) => line),
      [3, 4],
    )
  })

  test('a text without dates is no statement', () => {
    assert.equal(readTable(Buffer.from('nada disto\né um extrato\n')), undefined)
    assert.equal(readTable(Buffer.from('')), undefined)
  })
})

describe('camt.053', () => {
  test('entries, parties, balances; entries that are not booked are left out', () => {
    const { lines, closing, iban } = readCamt(
      camtOf({
        iban: 'PT50003506510000000004329',
        closing: { date: '2026-03-06', amount: '1018.80' },
        entries: [
          {
            date: '2026-03-05',
            amount: '24.00',
            name: 'Maria Silva &amp; Filhos',
            from: 'PT50000201231234567890154',
            text: 'Quota 2026',
            endToEnd: 'Q-1',
          },
          { date: '2026-03-06', amount: '-5.20', text: 'Comissão' },
          { date: '2026-03-07', amount: '9.99', text: 'Por confirmar', status: 'PDNG' },
        ],
      }),
    )
    assert.equal(iban, 'PT50003506510000000004329')
    assert.deepEqual(closing, { date: '2026-03-06', balance: 101_880 })
    assert.equal(lines.length, 2)
    assert.deepEqual(lines[0], {
      date: '2026-03-05',
      valueDate: '2026-03-05',
      amount: 2400,
      description: 'Quota 2026',
      counterpartName: 'Maria Silva & Filhos',
      counterpartIban: 'PT50000201231234567890154',
      reference: 'Q-1',
      balance: null,
    })
    assert.equal(lines[1]?.amount, -520)
  })

  test('other XML, several currencies and entities are refused', () => {
    const refused = (text: string) =>
      assert.throws(
        () => readCamt(text),
        (error) => error instanceof ApiError && error.status === 422,
      )
    refused('<?xml version="1.0"?><Document><pain/></Document>')
    refused('<?xml version="1.0"?><Document><BkToCstmrStmt>')
    refused(
      camtOf({ entries: [{ date: '2026-03-05', amount: '24.00', text: 'X' }] }).replace(
        'Ccy="EUR"',
        'Ccy="USD"',
      ),
    )
    refused(
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${camtOf({ entries: [] }).replace(/<\?xml[^>]*\?>/, '')}`,
    )
  })
})
