import type { Cents } from '@agremia/resources/rules/amount.ts'
import { invalid } from '../errors.ts'
import type { Element } from '../read-xml.ts'
import { centsAt, dayAt, listAt, readXml, textAt, textsAt } from '../read-xml.ts'
import type { Statement, StatementLine } from './statement-lines.ts'

/** Reads a camt.053 statement (ISO 20022), any version. Throws 422 when it is none. */
export function readCamt(text: string): Statement {
  const refuse = (message: string) => invalid({ file: [message] })
  const root = readXml(text)
  const statements = listAt(root, 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0)
    throw refuse('O ficheiro XML não é um extrato camt.053: peça esse formato ao banco, ou CSV.')
  const ibans = new Set(statements.map((one) => textAt(one, 'Acct', 'Id', 'IBAN') ?? ''))
  if (ibans.size > 1) throw refuse('O ficheiro tem extratos de várias contas: descarregue um por conta.')
  const entries = statements.flatMap((one) => listAt(one, 'Ntry')).filter(isBooked)
  const foreign = entries.find((entry) => textAt(entry, 'Amt', '@Ccy') !== 'EUR')
  if (foreign) throw refuse('O extrato tem movimentos noutra moeda: só se importam em euros.')
  const lines = entries
    .map(lineOf)
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  const closings = statements
    .flatMap((one) => listAt(one, 'Bal'))
    .filter((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === 'CLBD')
  const last = closings.at(-1)
  const date = last && dayAt(last, 'Dt')
  const balance = last && amountOf(last)
  return {
    format: 'camt053',
    iban: [...ibans][0] || null,
    lines,
    closing: date !== undefined && balance !== undefined ? { date, balance } : null,
  }

  function lineOf(entry: Element): StatementLine {
    const amount = amountOf(entry)
    const day = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
    if (amount === undefined || day === undefined)
      throw refuse('Há movimentos sem data ou sem valor: descarregue o extrato outra vez do banco.')
    const details = listAt(entry, 'NtryDtls').flatMap((one) => listAt(one, 'TxDtls'))
    const [single] = details.length === 1 ? details : []
    const isCredit = amount > 0
    const party = isCredit ? 'Dbtr' : 'Cdtr'
    const remittance = details.flatMap((one) => textsAt(one, 'RmtInf', 'Ustrd'))
    const texts = [textAt(entry, 'AddtlNtryInf'), ...remittance].filter((one) => one !== undefined)
    const reference = single && (textAt(single, 'Refs', 'EndToEndId') ?? textAt(single, 'Refs', 'TxId'))
    return {
      date: day,
      valueDate: dayAt(entry, 'ValDt') ?? null,
      amount,
      description: ([...new Set(texts)].join(' · ') || (isCredit ? 'Crédito' : 'Débito'))
        .replaceAll(/\s+/g, ' ')
        .slice(0, 500),
      counterpartName:
        (
          single &&
          (textAt(single, 'RltdPties', party, 'Nm') ?? textAt(single, 'RltdPties', party, 'Pty', 'Nm'))
        )?.slice(0, 150) ?? null,
      counterpartIban: (single && textAt(single, 'RltdPties', `${party}Acct`, 'Id', 'IBAN')) ?? null,
      reference: reference === undefined || reference === 'NOTPROVIDED' ? null : reference.slice(0, 100),
      balance: null,
    }
  }
}

/** Entries that are only expected, or for information, do not count. */
function isBooked(entry: Element): boolean {
  return (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? 'BOOK') === 'BOOK'
}

/** The signed amount of an entry or a balance. A reversal of a debit is a credit already: `CdtDbtInd` says the direction of the movement. */
function amountOf(element: Element): Cents | undefined {
  const cents = centsAt(element, 'Amt')
  if (cents === undefined) return undefined
  return textAt(element, 'CdtDbtInd') === 'DBIT' ? 0 - cents : cents
}
