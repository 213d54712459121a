import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTaxCode } from './tax-qr.ts'

/** The example of the tax authority's specification. */
const official =
  'A:123456789*B:999999990*C:PT*D:FT*E:N*F:20191231*G:FT AB2019/0035*H:CSDF7T5H-0035*I1:PT*I2:12000.00*I3:15000.00*I4:900.00*I5:50000.00*I6:6500.00*I7:80000.00*I8:18400.00*J1:PT-AC*J2:10000.00*J3:25000.56*J4:1000.02*J5:75000.00*J6:6750.00*J7:100000.00*J8:18000.00*K1:PT-MA*K2:5000.00*K3:12500.00*K4:625.00*K5:25000.00*K6:3000.00*K7:40000.00*K8:8800.00*L:100.00*M:25.00*N:64000.02*O:513600.58*P:100.00*Q:kLp0*R:9999*S:TB;PT00000000000000000000000000;513500.58'
const short =
  'A:500792771*B:501964843*C:PT*D:FR*E:N*F:20260315*G:FR 26/7*H:ABCD1234-7*I1:PT*I7:100.00*I8:23.00*N:23.00*O:123.00*Q:abcd*R:1234'

test('reads the example of the tax authority', () => {
  assert.deepEqual(readTaxCode(official), {
    issuerNif: '123456789',
    buyerNif: null,
    type: 'invoice',
    code: 'FT',
    isCancelled: false,
    date: '2019-12-31',
    number: 'FT AB2019/0035',
    atcud: 'CSDF7T5H-0035',
    net: 44_960_056,
    taxes: 6_400_002,
    total: 51_360_058,
  })
})

test('reads each type of document, and the buyer', () => {
  const typeOf = (code: string) => readTaxCode(short.replace('D:FR', `D:${code}`))?.type
  assert.deepEqual(['FT', 'FS', 'FR', 'NC', 'ND', 'RC', 'RG', 'OR', 'PF', 'GT', 'CM'].map(typeOf), [
    'invoice',
    'simplifiedInvoice',
    'invoiceReceipt',
    'creditNote',
    'debitNote',
    'receipt',
    'receipt',
    'quote',
    'quote',
    'other',
    'other',
  ])
  assert.equal(readTaxCode(short)?.buyerNif, '501964843')
  assert.equal(readTaxCode(short.replace('B:501964843', 'B:B12345678'))?.buyerNif, null)
})

test('accepts what programs of issuers write otherwise', () => {
  assert.equal(readTaxCode(short.replace('N:23.00*O:123.00', 'N:23,00*O:123'))?.total, 12_300)
  assert.equal(readTaxCode(short.replace('H:ABCD1234-7', 'H:0'))?.atcud, null)
  assert.equal(readTaxCode(short.replace('E:N', 'E:A'))?.isCancelled, true)
  assert.equal(readTaxCode(`${short}*S:Nota*N:99.00*linha\nseguinte`)?.taxes, 2300)
  assert.ok(readTaxCode(` ${short.replace('F:20260315', 'F:2026-03-15')}\n`))
})

test('refuses other texts and invalid values', () => {
  const wrong: [from: string, to: string][] = [
    ['A:500792771', 'A:500792772'],
    ['A:500792771', 'A:999999990'],
    ['A:500792771*', ''],
    ['D:FR', 'D:Fatura'],
    ['E:N', 'E:?'],
    ['F:20260315', 'F:20260230'],
    ['G:FR 26/7', 'G: '],
    ['N:23.00', 'N:-23.00'],
    ['N:23.00', 'N:23.001'],
    ['N:23.00', 'N:124.00'],
    ['O:123.00', 'O:1e3'],
    ['*O:123.00', ''],
  ]
  for (const [from, to] of wrong) {
    assert.ok(short.includes(from))
    assert.equal(readTaxCode(short.replace(from, to)), undefined, to)
  }
  for (const text of ['', 'https://exemplo.pt/recibo', 'A', '*', '{}'])
    assert.equal(readTaxCode(text), undefined)
})

test('never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void readTaxCode(text)))
  const pieces = fc.array(
    fc.constantFrom('A:', 'N:', 'O:', 'S:', '*', '500792771', '1.00', 'FT', '20260315', '\n'),
  )
  fc.assert(fc.property(pieces, (texts) => void readTaxCode(texts.join(''))))
})
