import type { DebitSequence } from '@agremia/resources/definitions/debit-batches.ts'
import { debitSequences } from '@agremia/resources/definitions/debit-batches.ts'
import { namesOf } from '@agremia/resources/names.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { centsToDecimalText } from '@agremia/resources/rules/amount.ts'
import type { DateText } from '@agremia/resources/rules/dates.ts'
import { bicOfIban } from '@agremia/resources/rules/iban.ts'
import { sepaText } from '@agremia/resources/rules/sepa-text.ts'
import { rare } from '../rare.ts'
import { lazy } from '@agremia/resources/rules/once.ts'
import type { DebtorAddress } from './candidates.ts'
import type { Creditor } from './readiness.ts'

export type PainVersion = '02' | '08'

export interface Debit {
  /** Of the collection. */
  id: string
  amount: Cents
  sequence: DebitSequence
  mandateReference: string
  debtorName: string
  iban: string
  signedOn: DateText
  /** The account of the last debit, when the mandate has another one now. */
  originalIban: string | null
  /** For an account outside of the European Economic Area. */
  address: DebtorAddress | null
  remittance: string
}

export interface DebitFile {
  version: PainVersion
  /** `messageIdOf` the batch, or of its file. */
  messageId: string
  /** ISO 8601 in UTC. */
  createdAt: string
  collectionDate: DateText
  creditor: Creditor
  debits: readonly Debit[]
}

/** The id of a collection in files: 32 characters, since an id with hyphens has 36 and 35 are allowed. */
export function endToEndIdOf(collectionId: string): string {
  return collectionId.replaceAll('-', '')
}

/** The id of a batch in files, or that of its debits of one type. */
export function messageIdOf(batchNumber: string, sequence?: DebitSequence): string {
  return [...batchNumber.split('/'), ...(sequence ? [sequence] : [])].join('-')
}

/** The debits by their type, in the order of the groups of a file. */
export function groupsOf(debits: readonly Debit[]): { sequence: DebitSequence; own: Debit[] }[] {
  return namesOf(debitSequences).flatMap((sequence) => {
    const own = debits.filter((debit) => debit.sequence === sequence)
    return own.length === 0 ? [] : [{ sequence, own }]
  })
}

const builder = lazy(
  () =>
    new (rare.xml().XMLBuilder)({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      format: true,
      indentBy: ' ',
    }),
)

/**
 * Writes a CustomerDirectDebitInitiation (ISO 20022 pain.008.001.02 or .08, SEPA Core): one payment block for each sequence type. The same
 * input gives the same bytes. The order of the elements is that of the schema.
 */
export function writePain008({
  version,
  messageId: id,
  createdAt,
  collectionDate,
  creditor,
  debits,
}: DebitFile): string {
  const agentOf = (iban: string) => {
    const bic = bicOfIban(iban)
    const known = version === '02' ? { BIC: bic } : { BICFI: bic }
    return { FinInstnId: bic === undefined ? { Othr: { Id: 'NOTPROVIDED' } } : known }
  }
  const name = sepaText(creditor.name, 70)
  const content = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': `urn:iso:std:iso:20022:tech:xsd:pain.008.001.${version}`,
      CstmrDrctDbtInitn: {
        GrpHdr: {
          MsgId: id,
          CreDtTm: createdAt.slice(0, 19),
          ...sumsOf(debits),
          InitgPty: {
            Nm: name,
            ...(creditor.nif !== null && { Id: { OrgId: { Othr: { Id: creditor.nif } } } }),
          },
        },
        PmtInf: groupsOf(debits).map(({ sequence, own }) => ({
          PmtInfId: id.endsWith(`-${sequence}`) ? id : `${id}-${sequence}`,
          PmtMtd: 'DD',
          BtchBookg: 'true',
          ...sumsOf(own),
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' }, LclInstrm: { Cd: 'CORE' }, SeqTp: sequence },
          ReqdColltnDt: collectionDate,
          Cdtr: { Nm: name },
          CdtrAcct: { Id: { IBAN: creditor.iban } },
          CdtrAgt: agentOf(creditor.iban),
          ChrgBr: 'SLEV',
          CdtrSchmeId: {
            Id: { PrvtId: { Othr: { Id: creditor.creditorId, SchmeNm: { Prtry: 'SEPA' } } } },
          },
          DrctDbtTxInf: own.map((debit) => ({
            PmtId: { EndToEndId: endToEndIdOf(debit.id) },
            InstdAmt: { '@Ccy': 'EUR', '#text': centsToDecimalText(debit.amount) },
            DrctDbtTx: {
              MndtRltdInf: {
                MndtId: debit.mandateReference,
                DtOfSgntr: debit.signedOn,
                ...(debit.originalIban !== null && {
                  AmdmntInd: 'true',
                  AmdmntInfDtls: { OrgnlDbtrAcct: { Id: { IBAN: debit.originalIban } } },
                }),
              },
            },
            DbtrAgt: agentOf(debit.iban),
            Dbtr: {
              Nm: sepaText(debit.debtorName, 70),
              ...(debit.address && { PstlAdr: addressOf(debit.address) }),
            },
            DbtrAcct: { Id: { IBAN: debit.iban } },
            RmtInf: { Ustrd: debit.remittance },
          })),
        })),
      },
    },
  }
  return builder().build(content)
}

/** A structured address: free lines alone are refused. `StrtNm` has the number too, which cannot be told apart from the street. */
function addressOf({ street, postalCode, town, country }: DebtorAddress) {
  const [streetName, code] = [sepaText(street ?? '', 70), sepaText(postalCode ?? '', 16)]
  return {
    ...(streetName !== '' && { StrtNm: streetName }),
    ...(code !== '' && { PstCd: code }),
    TwnNm: sepaText(town, 35),
    Ctry: country,
  }
}

function sumsOf(debits: readonly Debit[]) {
  const sum = debits.reduce((total, { amount }) => total + amount, 0)
  return { NbOfTxs: String(debits.length), CtrlSum: centsToDecimalText(sum) }
}
