import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../errors.ts'
import { decodeBankFile } from './decode.ts'
import { findDecimalMark, readAmount } from './read-amount.ts'
import { readCamt } from './read-camt.ts'
import { findMapping, mappingProblem, readCsvStatement, readDate, readTable } from './read-csv.ts'
import { isOfx, readOfx } from './read-ofx.ts'
import type { Statement } from './statement-lines.ts'
import { sumProblem } from './statement-lines.ts'
import { camtOf } from './testing.ts'

function readCsv(text: string | Buffer) {
  const table = readTable(decodeBankFile(Buffer.from(text)))
  assert.ok(table)
  const mapping = findMapping(table)
  assert.equal(mappingProblem(mapping), undefined)
  return readCsvStatement(table, mapping)
}
const amountsOf = ({ lines }: Statement) => lines.map(({ amount }) => amount)
/** The message with which a file is refused. */
function refusalOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    assert.ok(error instanceof ApiError && error.status === 422, String(error))
    return Object.values(error.errors ?? {})
      .flat()
      .join(' ')
  }
  return assert.fail('not refused')
}

test('amounts as banks write them, by the decimal mark of the file', () => {
  const vectors: [string, ',' | '.' | undefined, number | undefined][] = [
    ['1.234,56', undefined, 123_456],
    ['1 234,56 €', undefined, 123_456],
    ['1\u00a0234,56', ',', 123_456],
    ['1\u202f234,56', ',', 123_456],
    ["1'234.56", '.', 123_456],
    [',50', ',', 50],
    ['1.234', ',', 123_400],
    ['1.234', '.', undefined],
    ['1.234', undefined, undefined],
    ['1,234', undefined, undefined],
    ['12.500', '.', 1250],
    ['12.50', ',', undefined],
    ['-12,00', ',', -1200],
    ['−12,00 EUR', ',', -1200],
    ['EUR 5,00', ',', 500],
    ['5,00-', ',', -500],
    ['(5,00)', ',', -500],
    ['(12.00)', undefined, -1200],
    ['5,00 D', ',', -500],
    ['5,00 EUR D', ',', -500],
    ['-5,00 D', ',', -500],
    ['12,00 C', ',', 1200],
    ['-5,00 C', ',', undefined],
    ['-(5,00)', ',', undefined],
    ['5,00 USD', ',', undefined],
    ['1€50', ',', undefined],
    ['+5', ',', 500],
    ['1,234.5', undefined, 123_450],
    ['90071992547409,93', ',', undefined],
    ['70071992547,93', ',', 7_007_199_254_793],
    ['12,345,6', undefined, undefined],
    ['saldo', undefined, undefined],
    ['', undefined, undefined],
  ]
  for (const [text, mark, cents] of vectors) assert.equal(readAmount(text, mark), cents, `${text} ${mark}`)
  assert.equal(findDecimalMark(['1.234', '500', '2,50']), ',')
  assert.equal(findDecimalMark(['1.234', '0.500']), '.')
  assert.equal(findDecimalMark(['1.234', '500']), undefined)
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

  test('rows that are not understood are named, and never read as zero', () => {
    const { lines, unread } = readCsv(
      [
        'Data;Descrição;Débito;Crédito;Moeda',
        '02/01/2026;A;;5,00;EUR',
        'ontem;B;;7,00;',
        '03/01/2026;C;muito;0,00;',
        ';D;;8,00;',
        '04/01/2026;E;1,00;2,00;',
        '04/01/2026;F;;;',
        '04/01/2026;G;;9,00;USD',
        '04/01/2026;H;com ;10,00;;EUR',
        '04/01/2026;I;12.50;;',
        'Total;;1,00;99,00;',
        'Total de movimentos;;1,00;99,00;',
        ';TOTAL ENERGIES;50,00;;',
        'Documento sem valor contabilístico;;;;',
        'Data;Descrição;Débito;Crédito;Moeda',
        '05/01/2026;J;,50;;€',
      ].join('\n'),
    )
    assert.deepEqual(
      lines.map(({ description, amount }) => [description, amount]),
      [
        ['A', 500],
        ['J', -50],
      ],
    )
    assert.deepEqual(unread, [
      { line: 3, reason: '«ontem» não é uma data.' },
      { line: 4, reason: 'Não se percebe o débito «muito».' },
      { line: 5, reason: 'Não tem data.' },
      { line: 6, reason: 'Tem débito e crédito.' },
      { line: 7, reason: 'Não tem valor.' },
      { line: 8, reason: 'Está noutra moeda, «USD».' },
      { line: 9, reason: 'Tem mais colunas do que o cabeçalho.' },
      { line: 10, reason: 'Não se percebe o débito «12.50».' },
      { line: 13, reason: 'Não tem data.' },
    ])
  })

  test('1.234 is thousands or decimals by the other amounts of the file, or refused', () => {
    const file = (amount: string) => `Data;Descrição;Valor\n02/01/2026;A;1.234\n03/01/2026;B;${amount}\n`
    assert.deepEqual(amountsOf(readCsv(file('2,50'))), [123_400, 250])
    const doubtful = readCsv(file('5'))
    assert.deepEqual([amountsOf(doubtful), doubtful.unread.length], [[500], 1])
    assert.match(doubtful.unread[0]?.reason ?? '', /escolha o separador decimal/)
    const points = readCsv(file('2.50'))
    assert.deepEqual([amountsOf(points), points.unread[0]?.line], [[250], 2])
  })

  test('the side may be in a column of its own, and debits may have signs', () => {
    const sides = readCsv(
      'Data;Descrição;Valor;D/C\n02/01/2026;A;5,00;D\n03/01/2026;B;7,00;C\n04/01/2026;C;1,00;X\n',
    )
    assert.deepEqual([amountsOf(sides), sides.unread.map(({ line }) => line)], [[-500, 700], [4]])
    const heading = 'Data;Descrição;Débito;Crédito'
    const signed = readCsv(`${heading}\n02/01/2026;A;-5,00;\n03/01/2026;B;-7,00;\n`)
    assert.deepEqual(amountsOf(signed), [-500, -700])
    const mixed = readCsv(`${heading}\n02/01/2026;A;-5,00;\n03/01/2026;B;7,00;\n`)
    assert.deepEqual([amountsOf(mixed), mixed.unread.length], [[], 2])
  })

  test('the booked balance is read, not the available one', () => {
    const { sums, unread } = readCsv(
      'Data;Descrição;Valor;Saldo disponível;Saldo contabilístico\n02/01/2026;A;10,00;99,00;110,00\n03/01/2026;B;1,00;99,00;111,00\n',
    )
    assert.deepEqual([sums, unread], [[{ opening: 10_000, moved: 1100, closing: 11_100 }], []])
  })

  test('a file whose balances and lines do not add up is refused with the three amounts', () => {
    const heading = 'Data;Descrição;Valor;Saldo'
    const whole = readCsv(
      `${heading}\n02/01/2026;A;10,00;110,00\n03/01/2026;B;-5,00;\n04/01/2026;C;1,00;106,00\n`,
    )
    assert.deepEqual(whole.sums, [{ opening: 10_000, moved: 600, closing: 10_600 }])
    assert.equal(sumProblem(whole.sums), undefined)
    const filtered = readCsv(`${heading}\n02/01/2026;A;10,00;110,00\n04/01/2026;C;1,00;106,00\n`)
    const problem = sumProblem(filtered.sums)?.replaceAll('\u00a0', ' ') ?? ''
    for (const amount of ['100,00 €', '11,00 €', '106,00 €', '5,00 €'])
      assert.ok(problem.includes(amount), problem)
    const rows = readCsv(
      'Saldo inicial:;100,00\nData;Descrição;Valor\n02/01/2026;A;10,00\n;Saldo final;109,00\n',
    )
    assert.deepEqual(rows.sums, [{ opening: 10_000, moved: 1000, closing: 10_900 }])
    assert.deepEqual([rows.closing?.balance, rows.unread], [10_900, []])
    assert.ok(sumProblem(rows.sums))
  })

  test('an open quote is refused, since the rows after it would be one cell', () => {
    const file = 'Data;Descrição;Valor\n02/01/2026;A;5,00\n03/01/2026;"TRF;7,00\n04/01/2026;C;9,00\n'
    assert.match(
      refusalOf(() => readCsv(file)),
      /aspas por fechar/,
    )
  })

  test('a text without dates is no statement', () => {
    assert.equal(readTable('nada disto\né um extrato\n'), undefined)
    assert.equal(readTable(''), undefined)
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
      entryAmount: 2400,
      part: 1,
      isReturn: false,
      description: 'Quota 2026',
      counterpartName: 'Maria Silva & Filhos',
      counterpartIban: 'PT50000201231234567890154',
      counterpartBic: null,
      reference: 'Q-1',
      balance: null,
    })
    assert.equal(lines[1]?.amount, -520)
  })

  const statement = (content: string, version = '08') =>
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>${content}</BkToCstmrStmt></Document>`
  const account = '<Acct><Id><IBAN>PT50003506510000000004329</IBAN></Id></Acct>'
  const side = (amount: string) =>
    `<Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const bal = (code: string, amount: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${side(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = (amount: string, { head = '', details = '', day = '<Dt>2026-03-05</Dt>' } = {}) =>
    `<Ntry>${side(amount)}${head}<Sts><Cd>BOOK</Cd></Sts><BookgDt>${day}</BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`
  const stmt = (...content: string[]) =>
    `<Stmt><Id>E${content.length}</Id>${account}${content.join('')}</Stmt>`

  test('prefixed namespaces, the later version with Pty/Nm and BICFI, the earlier one with BIC', () => {
    const details = (party: string, bic: string) =>
      `<TxDtls><Refs><EndToEndId>00012345678901234567</EndToEndId></Refs><RltdPties><Dbtr>${party}</Dbtr></RltdPties>
       <RltdAgts><DbtrAgt><FinInstnId>${bic}</FinInstnId></DbtrAgt></RltdAgts><RmtInf><Ustrd>Jos&#233; &amp;amp; &lt;b&gt;</Ustrd></RmtInf></TxDtls>`
    const texts = [
      statement(stmt(entry('24', { details: details('<Nm>Ana</Nm>', '<BIC>CGDIPTPL</BIC>') })), '02'),
      statement(
        stmt(entry('24.', { details: details('<Pty><Nm>Ana</Nm></Pty>', '<BICFI>CGDIPTPL</BICFI>') })),
        '04',
      ),
    ]
    const prefixed = (texts[1] ?? '')
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns2:')
      .replace('xmlns=', 'xmlns:ns2=')
    for (const text of [...texts, prefixed]) {
      const [line] = readCamt(text).lines
      assert.deepEqual(
        [line?.counterpartName, line?.counterpartBic, line?.reference, line?.description, line?.amount],
        ['Ana', 'CGDIPTPL', '00012345678901234567', 'José &amp; <b>', 2400],
      )
    }
  })

  test('days stay as they are written, with and without time and offset', () => {
    const days = [
      '<Dt>2026-03-05</Dt>',
      '<Dt>2026-03-05+01:00</Dt>',
      '<DtTm>2026-03-05T23:30:00-05:00</DtTm>',
      '<DtTm>2026-03-05T00:10:00Z</DtTm>',
    ]
    const { lines } = readCamt(statement(stmt(...days.map((day) => entry('1.00', { day })))))
    assert.deepEqual(
      lines.map(({ date }) => date),
      days.map(() => '2026-03-05'),
    )
  })

  test('CdtDbtInd says the direction, and RvslInd that the movement takes back an earlier one', () => {
    const details =
      '<TxDtls><RltdPties><Dbtr><Nm>Nós</Nm></Dbtr><Cdtr><Nm>Luz, Lda</Nm></Cdtr></RltdPties></TxDtls>'
    const { lines } = readCamt(
      statement(
        stmt(
          entry('45.30', { head: '<RvslInd>true</RvslInd>', details }),
          entry('-24.00', { head: '<RvslInd>1</RvslInd>' }),
          entry('-5.00', { head: '<RvslInd>false</RvslInd>', details }),
        ),
      ),
    )
    assert.deepEqual(
      lines.map(({ amount, isReturn, counterpartName }) => [amount, isReturn, counterpartName]),
      [
        [4530, true, 'Luz, Lda'],
        [-2400, true, null],
        [-500, false, 'Luz, Lda'],
      ],
    )
    assert.match(lines[0]?.description ?? '', /^Devolução/)
  })

  test('an entry is divided into its transactions when they add up; one without any keeps the entry', () => {
    const tx = (amount: string, more = '') => `<TxDtls>${more}<Amt Ccy="EUR">${amount}</Amt></TxDtls>`
    const earlier = (amount: string) =>
      `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`
    const { lines } = readCamt(
      statement(
        stmt(
          entry('60.00', { details: tx('10.00') + tx('20.00') + tx('30.00') }),
          entry('-30.00', { details: earlier('10.00') + earlier('20.00') }),
          entry('98.00', {
            head: '<Chrgs><Rcrd><Amt Ccy="EUR">2.00</Amt></Rcrd></Chrgs>',
            details: tx('40.00') + tx('60.00'),
          }),
          entry('7.00', { details: '<Btch><NbOfTxs>2</NbOfTxs></Btch>' }),
          entry('8.00', { details: '<TxDtls/><TxDtls/>' }),
          '<Ntry><Amt Ccy="EUR">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-05</Dt></BookgDt></Ntry>',
        ),
      ),
    )
    assert.deepEqual(
      lines.map(({ amount, entryAmount, part }) => [amount, entryAmount, part]),
      [
        [1000, 6000, 1],
        [2000, 6000, 2],
        [3000, 6000, 3],
        [-1000, -3000, 1],
        [-2000, -3000, 2],
        [4000, 9800, 1],
        [6000, 9800, 2],
        [-200, 9800, 3],
        [700, 700, 1],
        [800, 800, 1],
        [900, 900, 1],
      ],
    )
    const wrong = statement(stmt(entry('60.00', { details: tx('10.00') + tx('20.00') })))
    assert.match(
      refusalOf(() => readCamt(wrong)),
      /60,00.*30,00/,
    )
  })

  test('balances have signs, each statement and the file must add up', () => {
    const first = stmt(
      bal('OPBD', '-10.00', '2026-03-01'),
      bal('CLBD', '14.00', '2026-03-05'),
      entry('24.00'),
    )
    const second = stmt(
      entry('-4.00', { day: '<Dt>2026-03-06</Dt>' }),
      bal('PRCD', '14.00', '2026-03-05'),
      bal('CLBD', '10.00', '2026-03-06'),
      '',
    )
    const { sums, closing } = readCamt(statement(first + second))
    assert.deepEqual(sums, [
      { opening: -1000, moved: 2400, closing: 1400 },
      { opening: 1400, moved: -400, closing: 1000 },
      { opening: -1000, moved: 2000, closing: 1000 },
    ])
    assert.deepEqual([sumProblem(sums), closing], [undefined, { date: '2026-03-06', balance: 1000 }])
    const wrong = readCamt(statement(first.replace('14.00', '15.00')))
    assert.ok(sumProblem(wrong.sums))
    const gap = readCamt(statement(first + second.replace('14.00', '9.00').replace('>10.00', '>5.00')))
    assert.ok(sumProblem(gap.sums), 'a day between the statements is missing')
    assert.match(
      refusalOf(() => readCamt(statement(first + first))),
      /duas vezes/,
    )
  })

  test('what says neither credit nor debit, has parts of a cent or an unknown state is refused', () => {
    const good = statement(stmt(entry('24.00000')))
    assert.deepEqual(amountsOf(readCamt(good)), [2400])
    for (const [from, to] of [
      ['CRDT', 'XXXX'],
      ['<CdtDbtInd>CRDT</CdtDbtInd>', ''],
      ['24.00000', '24.005'],
      ['24.00000', '24,00'],
      ['BOOK', 'QUEM'],
      ['2026-03-05', '2026-02-31'],
    ] as const)
      refusalOf(() => readCamt(good.replace(from, to)))
    const many = statement(
      stmt(
        ...Array.from({ length: 30 }, () =>
          entry('1.00', {
            details: `<TxDtls><RmtInf><Ustrd>${'&amp;'.repeat(1000)}</Ustrd></RmtInf></TxDtls>`,
          }),
        ),
      ),
    )
    assert.equal(readCamt(many).lines.length, 30)
  })

  test('other XML, other accounts, currencies and entities are refused by name', () => {
    refusalOf(() => readCamt('<?xml version="1.0"?><Document><pain/></Document>'))
    refusalOf(() => readCamt('<?xml version="1.0"?><Document><BkToCstmrStmt>'))
    const entries = [{ date: '2026-03-05', amount: '24.00', text: 'X' }]
    const dollars = camtOf({ entries: [...entries, ...entries] }).replace('Ccy="EUR"', 'Ccy="USD"')
    assert.match(
      refusalOf(() => readCamt(dollars)),
      /USD, EUR/,
    )
    const two =
      stmt(entry('1.00')) +
      stmt(entry('1.00')).replace('PT50003506510000000004329', 'PT50000201231234567890154')
    assert.match(
      refusalOf(() => readCamt(statement(two))),
      /0035 0651.*0002 0123/,
    )
    const evil = camtOf({ entries: [] }).replace(/<\?xml[^>]*\?>/, '')
    refusalOf(() =>
      readCamt(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${evil}`),
    )
    refusalOf(() => readCamt(statement(stmt('<a>'.repeat(1000) + '</a>'.repeat(1000)))))
  })
})

describe('OFX', () => {
  const head =
    'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\n\n'
  const movement = (amount: string, more = '', type = 'OTHER') =>
    `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260305233000.000[-5:EST]<TRNAMT>${amount}<FITID>1${more}</STMTTRN>`
  const ofx = (...movements: string[]) =>
    `${head}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><LANGUAGE>POR</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>0<STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>0035<ACCTID>003506510000000004329<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260301<DTEND>20260331${movements.join('\n')}</BANKTRANLIST>
<LEDGERBAL><BALAMT>-1018,80<DTASOF>20260331120000</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

  test('elements with and without end, on one line, empty, with entities and angle brackets', () => {
    const text = ofx(
      movement('24,00', '<MEMO>\n<CHECKNUM>00012345678901234567<NAME>Jos&eacute; &amp;amp; Filhos'),
      movement('-5.20', '\n<NAME>A < B</NAME>\n<MEMO></MEMO>\n'),
      movement('+,50', '<MEMO>Juros<BANKACCTTO><BANKID>0002<ACCTID>000201231234567890154</BANKACCTTO>'),
    )
    assert.ok(isOfx(text))
    const { lines, iban, closing, unread } = readOfx(text)
    assert.deepEqual(
      lines.map(({ date, amount, description, reference, counterpartIban }) => [
        date,
        amount,
        description,
        reference,
        counterpartIban,
      ]),
      [
        ['2026-03-05', 2400, 'Jos&eacute; &amp; Filhos', '00012345678901234567', null],
        ['2026-03-05', -520, 'A < B', null, null],
        ['2026-03-05', 50, 'Juros', null, 'PT50000201231234567890154'],
      ],
    )
    assert.deepEqual(
      [iban, closing, unread],
      ['PT50003506510000000004329', { date: '2026-03-31', balance: -101_880 }, []],
    )
  })

  test('the CHARSET of the header decodes the file', () => {
    const text = ofx(movement('1.00', '<MEMO>Ração €'))
    const windows = Buffer.from(text.replace('€', '\u0080'), 'latin1')
    const memoOf = (content: Buffer) => readOfx(decodeBankFile(content)).lines[0]?.description
    assert.equal(memoOf(windows), 'Ração €')
    const bytes = Buffer.from(text.replace('Ração €', 'Ã©'), 'latin1')
    assert.equal(memoOf(bytes), 'Ã©', 'also what would be UTF-8')
    const utf8 = text.replace('USASCII', 'UTF-8').replace('1252', 'NONE')
    assert.equal(memoOf(Buffer.from(utf8)), 'Ração €')
    refusalOf(() => decodeBankFile(Buffer.from(utf8, 'latin1')))
    refusalOf(() => decodeBankFile(Buffer.from(text.replace('1252', 'KLINGON'))))
  })

  test('movements that are not understood are named', () => {
    const { lines, unread } = readOfx(
      ofx(
        movement('1.234'),
        movement('1.234,56'),
        movement('muito'),
        movement('5.00', '', 'DEBIT'),
        movement('-5.00', '', 'CREDIT'),
        movement('5.00', '<CURRENCY><CURRATE>1.1<CURSYM>USD</CURRENCY>'),
        movement('5.00').replace('20260305', '20260231'),
        movement('12.5000'),
      ),
    )
    assert.deepEqual(
      [lines.map(({ amount }) => amount), unread.map(({ line }) => line)],
      [[1250], [1, 2, 3, 4, 5, 6, 7]],
    )
  })

  test('OFX 2 is XML', () => {
    const body = ofx(movement('24.00', '<MEMO/><NAME>José &amp;amp; Filhos', 'CREDIT'))
      .slice(head.length)
      .replaceAll(/<([A-Z0-9]+)>([^<\n]+)/g, '<$1>$2</$1>')
      .replace('-1018,80', '-1018.80')
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="220"?>\n${body}`
    assert.ok(isOfx(text))
    const { lines, closing } = readOfx(text)
    assert.deepEqual(
      [lines[0]?.amount, lines[0]?.description, closing?.balance],
      [2400, 'José &amp; Filhos', -101_880],
    )
  })

  test('several accounts, other currencies, cut and deep files are refused', () => {
    const text = ofx(movement('1.00'))
    const [, response = ''] = /(<STMTTRNRS>[^]*<\/STMTTRNRS>)/.exec(text) ?? []
    const two = text.replace(
      response,
      response + response.replace('003506510000000004329', '000201231234567890154'),
    )
    assert.match(
      refusalOf(() => readOfx(two)),
      /003506510000000004329, 000201231234567890154/,
    )
    assert.match(
      refusalOf(() => readOfx(text.replace('<CURDEF>EUR', '<CURDEF>USD'))),
      /USD/,
    )
    refusalOf(() => readOfx(text.slice(0, -100)))
    refusalOf(() => readOfx(text.replace('<BALAMT>-1018,80', '<BALAMT>x')))
    refusalOf(() => readOfx(`${head}<OFX>${'<A>'.repeat(100_000)}`))
    refusalOf(() => readOfx(`${head}<OFX></OFX>`))
  })
})
