import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { formatIban } from '@agremia/resources/rules/iban.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { invalid } from '../errors.ts'
import type { Element } from '../read-xml.ts'
import { centsAt, dayAt, listAt, readXml, textAt, textsAt } from '../read-xml.ts'
import type { StatedSum, Statement, StatementLine } from './statement-lines.ts'
import { sumOf } from './statement-lines.ts'

const refuse = (message: string) => invalid({ file: [message] })

/**
 * Reads a camt.053 statement (ISO 20022), any version. Throws 422 on `file` when it is none, has several accounts or other currencies, or
 * when the transactions of an entry do not add up.
 */
export function readCamt(text: string): Statement {
  const statements = listAt(readXml(text), 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0)
    throw refuse('O ficheiro XML não é um extrato camt.053: peça esse formato ao banco, ou CSV.')
  const accounts = new Set(statements.map(accountOf))
  if (accounts.size > 1)
    throw refuse(
      `O ficheiro tem extratos de várias contas (${[...accounts].map(formatIban).join(', ')}): descarregue um por conta.`,
    )
  const ids = statements.map((one) => textAt(one, 'Id') ?? '').filter(Boolean)
  const [twice] = ids.filter((id, index) => ids.indexOf(id) !== index && !hasPages(statements, id))
  if (twice !== undefined) throw refuse(`O extrato ${twice} está duas vezes no ficheiro.`)
  const currencies = new Set(
    statements.flatMap((one) =>
      [...listAt(one, 'Ntry'), ...listAt(one, 'Bal')].map((element) => textAt(element, 'Amt', '@Ccy') ?? '?'),
    ),
  )
  if ([...currencies].some((one) => one !== 'EUR'))
    throw refuse(
      `O extrato tem várias moedas ou outra (${[...currencies].join(', ')}): só se importa em euros.`,
    )
  const parts = statements.map(readStatement)
  const lines = parts.flatMap((one) => one.lines)
  const closings = parts.flatMap(({ closing }) => closing ?? [])
  const pending = parts.reduce((sum, one) => sum + one.pending, 0)
  const iban = textAt(statements[0] ?? {}, 'Acct', 'Id', 'IBAN')
  return {
    format: 'camt053',
    iban: iban ?? null,
    lines: lines.toSorted((one, other) => compare(one.date, other.date)),
    closing: closings.toSorted((one, other) => compare(one.date, other.date)).at(-1) ?? null,
    period: null,
    sums: sumsOf(parts),
    unread: [],
    leftOut:
      pending > 0
        ? [
            `${counted(pending, 'movimento não está', 'movimentos não estão')} ainda confirmado${pending === 1 ? '' : 's'} pelo banco e não ${pending === 1 ? 'entra' : 'entram'}.`,
          ]
        : [],
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function accountOf(statement: Element): string {
  return textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id') ?? ''
}

/** Whether the statement with this id is divided into numbered pages. */
function hasPages(statements: readonly Element[], id: string): boolean {
  const pages = statements
    .filter((one) => textAt(one, 'Id') === id)
    .map((one) => textAt(one, 'StmtPgntn', 'PgNb') ?? textAt(one, 'ElctrncSeqNb'))
  return pages.every((page) => page !== undefined) && new Set(pages).size === pages.length
}

interface Part {
  lines: StatementLine[]
  opening: { date: string; balance: Cents } | undefined
  closing: { date: string; balance: Cents } | undefined
  /** Entries that the bank has not booked. */
  pending: number
}

function readStatement(statement: Element): Part {
  const entries = listAt(statement, 'Ntry')
  const booked = entries.filter(isBooked)
  const balanceOf = (...codes: string[]) => {
    for (const code of codes) {
      const found = listAt(statement, 'Bal').filter((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code)
      const [balance] = code === 'CLBD' ? found.toReversed() : found
      if (balance)
        return { date: dayAt(balance, 'Dt') ?? unreadable('um saldo sem data'), balance: amountOf(balance) }
    }
    return undefined
  }
  return {
    lines: booked.flatMap(linesOf),
    // The closing balance of the day before is the opening one.
    opening: balanceOf('OPBD', 'PRCD'),
    closing: balanceOf('CLBD'),
    pending: entries.length - booked.length,
  }
}

/** The sum of each statement, and that of the file: statements of an account follow each other. */
function sumsOf(parts: readonly Part[]): StatedSum[] {
  const inOrder = parts.toSorted((one, other) =>
    compare(one.closing?.date ?? one.opening?.date ?? '', other.closing?.date ?? other.opening?.date ?? ''),
  )
  const sums = [...inOrder.map((part) => [part]), inOrder].map((some) => ({
    opening: some[0]?.opening?.balance,
    moved: sumOf(some.flatMap(({ lines }) => lines)),
    closing: some.at(-1)?.closing?.balance,
  }))
  return sums.flatMap(({ opening, moved, closing }) =>
    opening === undefined || closing === undefined ? [] : [{ opening, moved, closing }],
  )
}

function unreadable(what: string): never {
  throw refuse(`O extrato tem ${what}: descarregue-o outra vez do banco.`)
}

/** Entries that are only expected, or for information, do not count. */
function isBooked(entry: Element): boolean {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts', 'Prtry') ?? textAt(entry, 'Sts') ?? 'BOOK'
  if (!['BOOK', 'PDNG', 'INFO', 'FUTR'].includes(status))
    unreadable(`um movimento no estado «${status.slice(0, 40)}»`)
  return status === 'BOOK'
}

/** The sign of a movement or a balance. A return of a debit is a credit already: `CdtDbtInd` says the direction. */
function signOf(element: Element): 1 | -1 | undefined {
  const side = textAt(element, 'CdtDbtInd')
  return side === 'CRDT' ? 1 : side === 'DBIT' ? -1 : undefined
}

/** The signed amount of an entry or a balance. */
function amountOf(element: Element): Cents {
  const cents = centsAt(element, 'Amt') ?? unreadable('um valor que não se percebe')
  const sign = signOf(element) ?? unreadable('um valor que não diz se é crédito ou débito')
  return cents === 0 ? 0 : cents * sign
}

interface Entry {
  element: Element
  amount: Cents
  date: string
  isReturn: boolean
}

/** The lines of an entry: one for each of its transactions when all have an amount, else one. */
function linesOf(element: Element): StatementLine[] {
  const entry: Entry = {
    element,
    amount: amountOf(element),
    date: dayAt(element, 'BookgDt') ?? dayAt(element, 'ValDt') ?? unreadable('um movimento sem data'),
    isReturn: /^(true|1)$/.test(textAt(element, 'RvslInd') ?? ''),
  }
  const details = listAt(element, 'NtryDtls').flatMap((one) => listAt(one, 'TxDtls'))
  const amounts = details.map((one) => detailAmount(one, entry))
  if (details.length < 2 || amounts.includes(undefined)) return [lineOf(entry, details)]
  const parts = details.map((one, index) => ({ ...lineOf(entry, [one]), amount: amounts[index] ?? 0 }))
  const charges = entry.amount - sumOf(parts)
  if (charges !== 0 && charges !== 0 - chargesOf(element, details))
    throw refuse(
      `O movimento de ${formatAmount(entry.amount)} de ${formatDate(entry.date)} tem ${details.length} partes que somam ${formatAmount(sumOf(parts))}: descarregue o extrato outra vez do banco.`,
    )
  if (charges !== 0) parts.push({ ...lineOf(entry, []), amount: charges, description: 'Comissões' })
  return parts.filter(({ amount }) => amount !== 0).map((line, index) => ({ ...line, part: index + 1 }))
}

/** The signed amount of a transaction in euros; undefined when it has none. */
function detailAmount(details: Element, { amount, element }: Entry): Cents | undefined {
  const paths = [['Amt'], ['AmtDtls', 'TxAmt', 'Amt'], ['AmtDtls', 'InstdAmt', 'Amt']]
  const path = paths.find((names) => textAt(details, ...names, '@Ccy') === 'EUR')
  const cents = path && centsAt(details, ...path)
  const sign = signOf(details) ?? signOf(element) ?? (amount < 0 ? -1 : 1)
  return cents === undefined ? undefined : cents * sign
}

/** What the bank kept within an entry. */
function chargesOf(entry: Element, details: readonly Element[]): Cents {
  return [entry, ...details]
    .flatMap((one) => listAt(one, 'Chrgs'))
    .flatMap((one) => {
      const records = listAt(one, 'Rcrd')
      return records.length > 0 ? records : [one]
    })
    .reduce((sum, one) => sum + (centsAt(one, 'Amt') ?? 0) * (signOf(one) === 1 ? -1 : 1), 0)
}

function lineOf({ element, amount, date, isReturn }: Entry, details: readonly Element[]): StatementLine {
  const [single] = details.length === 1 ? details : []
  const sign = (single && signOf(single)) ?? (amount < 0 ? -1 : 1)
  // Of a return, the parties are those of the movement that is taken back.
  const party = sign > 0 !== isReturn ? 'Dbtr' : 'Cdtr'
  const remittance = details.flatMap((one) => [
    ...textsAt(one, 'RmtInf', 'Ustrd'),
    ...textsAt(one, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
  ])
  const texts = [textAt(element, 'AddtlNtryInf'), ...remittance].filter((one) => one !== undefined)
  const words = [...new Set(texts)].join(' · ') || (sign > 0 ? 'Crédito' : 'Débito')
  const at = (...names: string[]) => single && textAt(single, ...names)
  const references = [at('Refs', 'EndToEndId'), at('RmtInf', 'Strd', 'CdtrRefInf', 'Ref'), at('Refs', 'TxId')]
  return {
    date,
    valueDate: dayAt(element, 'ValDt') ?? null,
    amount,
    entryAmount: amount,
    part: 1,
    isReturn,
    description: (isReturn ? `Devolução · ${words}` : words).replaceAll(/\s+/g, ' ').slice(0, 500),
    counterpartName:
      (at('RltdPties', party, 'Nm') ?? at('RltdPties', party, 'Pty', 'Nm'))?.slice(0, 150) ?? null,
    counterpartIban: at('RltdPties', `${party}Acct`, 'Id', 'IBAN') ?? null,
    counterpartBic:
      (
        at('RltdAgts', `${party}Agt`, 'FinInstnId', 'BICFI') ??
        at('RltdAgts', `${party}Agt`, 'FinInstnId', 'BIC')
      )?.slice(0, 11) ?? null,
    reference: references.find((one) => one !== undefined && one !== 'NOTPROVIDED')?.slice(0, 100) ?? null,
    balance: null,
  }
}
