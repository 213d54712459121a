import fc from 'fast-check'
import { debitSequences } from '@agremia/resources/definitions/debit-batches.ts'
import { namesOf } from '@agremia/resources/names.ts'
import { sepaReference, sepaText } from '@agremia/resources/rules/sepa-text.ts'
import type { TestCaller } from '../testing/caller.ts'
import { succeeded } from '../testing/make.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { DebitFile, PainVersion } from './pain008.ts'

export const creditorId = 'PT73ZZZ123456'
export const creditorIban = 'PT50003506510000000004329'
export const debtorIban = 'PT50000201231234567890154'

/** Sets direct debit up: creditor identifier, name, and a bank account that collects. Returns the account. */
export async function setUpDirectDebit({ make }: Pick<TestApp, 'make'>, admin: TestCaller) {
  for (const [name, value] of Object.entries({
    name: 'Clube Recreativo do Outeiro',
    sddCreditorId: creditorId,
    organisationNif: '501234560',
  }))
    succeeded(await admin.patch(`/settings/${name}`, { value }))
  return make.account({
    name: 'Conta dos débitos',
    iban: creditorIban,
    methods: ['directDebit'],
    openingDate: '2020-01-01',
    openingBalance: 0,
  })
}

/** A signed authorisation of a member. */
export async function makeMandate(admin: TestCaller, memberId: string, input: Record<string, unknown> = {}) {
  return succeeded(
    await admin.post('/mandates', { memberId, iban: debtorIban, signedOn: '2026-01-31', ...input }),
  )
}

/** Sends a form with a text as its file. */
export function sendForm(
  caller: TestCaller,
  path: string,
  content: string,
  fields: Record<string, string> = {},
) {
  const part = (head: string, value: string) =>
    `--limite\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value))
  const body = `${parts.join('')}${part('name="file"; filename="resposta.xml"', content)}--limite--\r\n`
  return caller.send('POST', path, body, { 'content-type': 'multipart/form-data; boundary=limite' })
}

interface Report {
  messageId: string
  /** Of the whole file. */
  group?: string
  debits?: { id: string; status: string; code?: string }[]
}

/** A pain.002 of a batch. */
export function pain002Of({ messageId, group = 'PART', debits = [] }: Report): string {
  const transactions = debits.map(
    ({ id, status, code }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${
        code === undefined ? '' : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`
      }</TxInfAndSts>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-01-05T10:00:00</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.02</OrgnlMsgNmId><GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}-RCUR</OrgnlPmtInfId>${transactions.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
}

interface Returned {
  day: string
  amount: string
  code: string
  endToEndId?: string
  mandate?: string
  cost?: string
}

/** A camt.054 with returned debits. Texts are XML. */
export function camt054Of(returns: readonly Returned[]): string {
  const entries = returns.map(
    ({
      day,
      amount,
      code,
      endToEndId = 'NOTPROVIDED',
      mandate,
      cost,
    }) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
      <BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId>${
        mandate === undefined ? '' : `<MndtId>${mandate}</MndtId>`
      }</Refs><AmtDtls><InstdAmt><Amt Ccy="EUR">${amount}</Amt></InstdAmt></AmtDtls>${
        cost === undefined ? '' : `<Chrgs><Amt Ccy="EUR">${cost}</Amt></Chrgs>`
      }<RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.02"><BkToCstmrDbtCdtNtfctn>
    <Ntfctn><Id>N1</Id>${entries.join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
}

const anyText = (maxLength: number) => fc.string({ unit: 'binary', maxLength })
const anyName = fc
  .tuple(anyText(45), fc.constantFrom('A', 'é', 'ß', 'Ł'), anyText(45))
  .map((parts) => parts.join(''))

/** Any file of direct debits that a batch may have. */
export function debitFiles(version: PainVersion): fc.Arbitrary<DebitFile> {
  const debit = fc.record({
    id: fc.uuid(),
    amount: fc.integer({ min: 1, max: 99_999_999 }),
    sequence: fc.constantFrom(...namesOf(debitSequences)),
    mandateReference: fc
      .stringMatching(/^[A-Za-z0-9/\-?:().,'+]{1,35}$/)
      .filter((text) => sepaReference.problem(text) === undefined),
    debtorName: anyName,
    iban: fc.constantFrom(debtorIban, 'ES9121000418450200051332'),
    signedOn: fc.constant('2020-02-29'),
    originalIban: fc.constantFrom(null, creditorIban),
    address: fc.option(
      fc.record({
        street: fc.option(anyText(90)),
        postalCode: fc.option(anyText(20)),
        town: anyName,
        country: fc.constantFrom('CH', 'GB'),
      }),
    ),
    remittance: anyText(300).map((text) => sepaText(text, 140) || 'NOTPROVIDED'),
  })
  return fc.record({
    version: fc.constant(version),
    messageId: fc.constant('DD-2026-0001'),
    createdAt: fc.constant('2026-11-26T23:10:11.123Z'),
    collectionDate: fc.constant('2026-12-09'),
    creditor: fc.record({
      name: anyName,
      nif: fc.constantFrom(null, '501234560'),
      creditorId: fc.constant(creditorId),
      iban: fc.constant(creditorIban),
    }),
    debits: fc.uniqueArray(debit, { selector: ({ id }) => id, minLength: 1, maxLength: 8 }),
  })
}
