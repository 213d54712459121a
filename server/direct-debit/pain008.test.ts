import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pain008Problems } from './check-pain008.ts'
import type { Debit, DebitFile } from './pain008.ts'
import { messageIdOf, writePain008 } from './pain008.ts'
import { debitFiles } from './testing.ts'

const debit: Debit = {
  id: '01940000-0000-7000-8000-000000000001',
  amount: 2450,
  sequence: 'RCUR',
  mandateReference: 'ADC-000123-1',
  debtorName: 'Inês Marques & Filhos',
  iban: 'PT50000201231234567890154',
  signedOn: '2026-01-31',
  originalIban: null,
  address: null,
  remittance: 'Quota de 2026',
}
const file: DebitFile = {
  version: '02',
  messageId: messageIdOf('DD/2026/0001'),
  createdAt: '2026-11-26T23:10:11.123Z',
  collectionDate: '2026-12-09',
  creditor: {
    name: 'Clube Recreativo do Outeiro',
    nif: '501234560',
    creditorId: 'PT73ZZZ123456',
    iban: 'PT50003506510000000004329',
  },
  debits: [debit],
}

for (const version of ['02', '08'] as const) {
  test(`pain.008.001.${version}: one block for each sequence type, with the amendment of an account`, () => {
    const xml = writePain008({
      ...file,
      version,
      debits: [
        debit,
        { ...debit, id: '01940000-0000-7000-8000-000000000002', amount: 1, sequence: 'OOFF' },
        {
          ...debit,
          id: '01940000-0000-7000-8000-000000000003',
          iban: 'DE89370400440532013000',
          originalIban: debit.iban,
        },
        {
          ...debit,
          id: '01940000-0000-7000-8000-000000000004',
          iban: 'CH9300762011623852957',
          address: { street: 'Rue du Rhône 12', postalCode: '1204', town: 'Genève', country: 'CH' },
        },
      ],
    })
    assert.deepEqual(pain008Problems(xml, version), [])
    assert.equal(xml.match(/<PmtInf>/g)?.length, 2)
    assert.match(xml, /<MsgId>DD-2026-0001<\/MsgId>/)
    assert.match(xml, /<Nm>Ines Marques \+ Filhos<\/Nm>/)
    assert.match(xml, /<OrgnlDbtrAcct>\s*<Id>\s*<IBAN>PT50000201231234567890154</)
    assert.match(xml, version === '02' ? /<BIC>CGDIPTPL</ : /<BICFI>CGDIPTPL</)
    assert.match(xml, /<Id>NOTPROVIDED</)
    assert.equal(
      xml
        .match(/<PstlAdr>[^]*?<\/PstlAdr>/g)
        ?.map((text) => text.replaceAll(/>\s+</g, '><'))
        .join(),
      '<PstlAdr><StrtNm>Rue du Rhone 12</StrtNm><PstCd>1204</PstCd><TwnNm>Geneve</TwnNm><Ctry>CH</Ctry></PstlAdr>',
      'only outside of the European Economic Area, and no free lines',
    )
  })

  test(`pain.008.001.${version}: any names and amounts follow the schema, with the same bytes each time`, () => {
    fc.assert(
      fc.property(debitFiles(version), (given) => {
        const xml = writePain008(given)
        assert.deepEqual(pain008Problems(xml, version), [])
        assert.equal(writePain008(given), xml)
      }),
    )
  })
}

test('what is wrong with a file is named with its place', () => {
  const xml = writePain008({
    ...file,
    debits: [debit, { ...debit, id: '01940000-0000-7000-8000-000000000002' }],
  })
  const problemsOf = (change: (text: string) => string) => pain008Problems(change(xml), '02').join(' ')
  assert.equal(
    problemsOf((text) => text),
    '',
  )
  const cases: [change: (text: string) => string, problem: RegExp][] = [
    [(text) => text.slice(0, -20), /não é XML/],
    [(text) => text.replace('001.02', '001.03'), /não é urn:.*001\.02/],
    [(text) => text.replace('<CtrlSum>49.00', '<CtrlSum>49.01'), /GrpHdr\/CtrlSum: não é a soma/],
    [(text) => text.replace('<NbOfTxs>2', '<NbOfTxs>3'), /GrpHdr\/NbOfTxs: não é o número/],
    [(text) => text.replace('Ines Marques', 'Inês Marques'), /DrctDbtTxInf\[1\]\/Dbtr\/Nm: «Inês Marques/],
    [(text) => text.replace('Ines Marques + Filhos', ''), /Dbtr\/Nm: «» não é aceite/],
    [(text) => text.replace('Ccy="EUR"', 'Ccy="USD"'), /só em euros/],
    [(text) => text.replaceAll('000000000002', '000000000001'), /EndToEndId: repetido/],
    [(text) => text.replaceAll(/<ChrgBr>SLEV<\/ChrgBr>/g, ''), /ChrgBr: está 0 vezes/],
    [(text) => text.replace('<PmtMtd>', '<Outro>x</Outro><PmtMtd>'), /não pode ter Outro/],
  ]
  for (const [change, problem] of cases) assert.match(problemsOf(change), problem)
})
