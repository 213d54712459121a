import type { DebitSequence } from '@agremia/resources/definitions/debit-batches.ts'
import { debitSequences } from '@agremia/resources/definitions/debit-batches.ts'
import { isNameIn } from '@agremia/resources/names.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { invalid } from '../errors.ts'
import type { Element } from '../read-xml.ts'
import { centsAt, dayAt, isXml, listAt, readXml, textAt } from '../read-xml.ts'

export type AnswerFormat = 'pain002' | 'camt054' | 'camt053'

/** A debit that was rejected or returned. */
export interface AnsweredDebit {
  endToEndId: string | null
  mandateReference: string | null
  amount: Cents | null
  /** Of the reason, as in the file. */
  code: string | null
  /** When the bank booked it; null when the file does not say. */
  day: string | null
  /** What the bank charged for it. */
  cost: Cents | null
}

/** A file or a payment block that was rejected as a whole. */
export interface RejectedGroup {
  messageId: string
  sequence: DebitSequence | null
  code: string | null
}

export interface Answer {
  format: AnswerFormat
  day: string | null
  debits: AnsweredDebit[]
  groups: RejectedGroup[]
}

/** More is no answer to a batch. */
const maxDebits = 20_000

/**
 * Reads which debits a bank rejected or returned: pain.002, camt.054 or camt.053, any version. Accepted and pending debits are left out.
 * Throws 422 on `file`.
 */
export function readAnswer(text: string): Answer {
  const refuse = (message: string) => invalid({ file: [message] })
  if (!isXml(text)) throw refuse('Não é um ficheiro XML do banco: escolha um pain.002, camt.054 ou camt.053.')
  const root = readXml(text)
  const answer = readReport(root) ?? readEntries(root)
  // The parser drops namespaces.
  const [, namespace] =
    /<(?:\w+:)?Document\b[^>]*?\sxmlns(?::\w+)?\s*=\s*["']([^"']*:tech:xsd:[^"']*)/.exec(text) ?? []
  if (!answer || (namespace !== undefined && !/:(pain\.002|camt\.05[34])\./.test(namespace)))
    throw refuse('O ficheiro XML não traz respostas a débitos: escolha um pain.002, camt.054 ou camt.053.')
  if (answer.debits.length > maxDebits)
    throw refuse(`Tem mais de ${maxDebits} movimentos: peça ao banco ficheiros mais curtos.`)
  if (answer.debits.length + answer.groups.length === 0)
    throw refuse('O ficheiro não traz débitos rejeitados nem devolvidos: não há nada a fazer.')
  return answer
}

function reasonAt(element: Element): string | null {
  const [first] = listAt(element, 'StsRsnInf')
  return (first && (textAt(first, 'Rsn', 'Cd') ?? textAt(first, 'Rsn', 'Prtry')))?.slice(0, 35) ?? null
}

/** A pain.002, with the state of the file, of its blocks and of its debits. */
function readReport(root: Element): Answer | undefined {
  const message = textAt(root, 'Document', 'CstmrPmtStsRpt', 'OrgnlGrpInfAndSts', 'OrgnlMsgId')
  if (message === undefined) return undefined
  // A batch may have a file for each type of debit.
  const [, messageId = '', suffix = ''] = /^(.*?)(?:-([A-Z]{4}))?$/s.exec(message.slice(0, 35)) ?? []
  const sequenceOf = (text: string) => (isNameIn(debitSequences, text) ? text : null)
  const report = (root['Document'] as Element)['CstmrPmtStsRpt'] as Element
  const group = report['OrgnlGrpInfAndSts'] as Element
  const groups: RejectedGroup[] = []
  if (textAt(group, 'GrpSts') === 'RJCT')
    groups.push({ messageId, sequence: sequenceOf(suffix), code: reasonAt(group) })
  const blocks = listAt(report, 'OrgnlPmtInfAndSts')
  for (const block of blocks) {
    const id = textAt(block, 'OrgnlPmtInfId') ?? ''
    const sequence = id.startsWith(`${messageId}-`) ? sequenceOf(id.slice(messageId.length + 1)) : null
    if (textAt(block, 'PmtInfSts') === 'RJCT' && sequence !== null)
      groups.push({ messageId, sequence, code: reasonAt(block) })
  }
  const debits = blocks
    .flatMap((block) => listAt(block, 'TxInfAndSts'))
    .filter((one) => textAt(one, 'TxSts') === 'RJCT')
    .map((one): AnsweredDebit => ({
      endToEndId: textAt(one, 'OrgnlEndToEndId') ?? null,
      mandateReference: textAt(one, 'OrgnlTxRef', 'MndtRltdInf', 'MndtId') ?? null,
      amount: centsAt(one, 'OrgnlTxRef', 'Amt', 'InstdAmt') ?? centsAt(one, 'OrgnlTxRef', 'InstdAmt') ?? null,
      code: reasonAt(one),
      day: null,
      cost: null,
    }))
  const day = textAt(report, 'GrpHdr', 'CreDtTm')?.slice(0, 10) ?? null
  return { format: 'pain002', day, debits, groups }
}

/** A camt.054 or camt.053: entries that take back a debit have the reason of the return. */
function readEntries(root: Element): Answer | undefined {
  const notices = listAt(root, 'Document', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn')
  const statements = listAt(root, 'Document', 'BkToCstmrStmt', 'Stmt')
  if (notices.length + statements.length === 0) return undefined
  const debits = [...notices, ...statements]
    .flatMap((one) => listAt(one, 'Ntry'))
    .flatMap((entry) => {
      const day = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt') ?? null
      const details = listAt(entry, 'NtryDtls').flatMap((one) => listAt(one, 'TxDtls'))
      return details.flatMap((one) => {
        const code = textAt(one, 'RtrInf', 'Rsn', 'Cd') ?? textAt(one, 'RtrInf', 'Rsn', 'Prtry')
        if (code === undefined) return []
        const amount =
          centsAt(one, 'AmtDtls', 'InstdAmt', 'Amt') ??
          centsAt(one, 'AmtDtls', 'TxAmt', 'Amt') ??
          centsAt(one, 'Amt') ??
          (details.length === 1 ? centsAt(entry, 'Amt') : undefined)
        return [
          {
            endToEndId: textAt(one, 'Refs', 'EndToEndId') ?? null,
            mandateReference: textAt(one, 'Refs', 'MndtId') ?? null,
            amount: amount ?? null,
            code: code.slice(0, 35),
            day,
            cost: costAt(one),
          },
        ]
      })
    })
  return { format: notices.length > 0 ? 'camt054' : 'camt053', day: null, debits, groups: [] }
}

/** The charges of a movement: version 02 has amounts, later ones records. */
function costAt(details: Element): Cents | null {
  const charges = listAt(details, 'Chrgs').flatMap((one) => {
    const records = listAt(one, 'Rcrd')
    return records.length > 0 ? records : [one]
  })
  const sum = charges.reduce((total, one) => total + (centsAt(one, 'Amt') ?? 0), 0)
  return sum > 0 ? sum : null
}
