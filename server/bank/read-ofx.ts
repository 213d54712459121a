import type { Cents } from '@agremia/resources/rules/amount.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { iban as ibanRule } from '@agremia/resources/rules/iban.ts'
import { decodeEntities } from '@agremia/resources/rules/plain-text.ts'
import { ApiError, badRequest, invalid } from '../errors.ts'
import type { Element } from '../read-xml.ts'
import { listAt, readXml, repeated, textAt, textsAt } from '../read-xml.ts'
import type { Statement, StatementLine, UnreadLine } from './statement-lines.ts'

/** Whether a file looks like OFX, 1 (SGML) or 2 (XML). */
export function isOfx(text: string): boolean {
  return /^\uFEFF?\s*(OFXHEADER\s*:|(<\?xml[^>]*\?>\s*)?(<\?OFX\b[^>]*\?>\s*)?<OFX>)/i.test(text)
}

/** Reads an OFX statement of an account or a card. Throws 422 on `file` when it has none, or those of several accounts or other currencies. */
export function readOfx(text: string): Statement {
  const refuse = (message: string) => invalid({ file: [message] })
  const root = /^\uFEFF?\s*<\?xml/.test(text) ? readXml(text) : readSgml(text)
  const statements = [
    ...listAt(root, 'OFX', 'BANKMSGSRSV1', 'STMTTRNRS').flatMap((one) => elementAt(one, 'STMTRS')),
    ...listAt(root, 'OFX', 'CREDITCARDMSGSRSV1', 'CCSTMTTRNRS').flatMap((one) => elementAt(one, 'CCSTMTRS')),
  ]
  if (statements.length === 0)
    throw refuse('O ficheiro OFX não traz movimentos de uma conta: descarregue-o outra vez do banco.')
  const accounts = new Set(statements.map(accountOf))
  if (accounts.size > 1)
    throw refuse(
      `O ficheiro tem extratos de várias contas (${[...accounts].join(', ')}): descarregue um por conta.`,
    )
  const currencies = new Set(statements.map((one) => textAt(one, 'CURDEF') ?? 'sem moeda'))
  if ([...currencies].some((one) => one !== 'EUR'))
    throw refuse(`O extrato está noutra moeda (${[...currencies].join(', ')}): só se importa em euros.`)
  const unread: UnreadLine[] = []
  const lines: StatementLine[] = []
  const movements = statements.flatMap((one) => listAt(one, 'BANKTRANLIST', 'STMTTRN'))
  for (const [index, movement] of movements.entries()) {
    try {
      lines.push(lineOf(movement))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      unread.push({ line: index + 1, reason: error.message })
    }
  }
  const closings = statements
    .flatMap((one) => elementAt(one, 'LEDGERBAL'))
    .flatMap((one) => {
      const [date, balance] = [dayOf(textAt(one, 'DTASOF')), centsOf(textAt(one, 'BALAMT'))]
      if (date === undefined || balance === undefined)
        throw refuse('Não se percebe o saldo do extrato: descarregue-o outra vez do banco.')
      return [{ date, balance }]
    })
  const account = ibanRule.normalize([...accounts][0] ?? '')
  return {
    format: 'ofx',
    iban: ibanRule.problem(account) === undefined && account !== '' ? account : null,
    lines: lines.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0)),
    closing: closings.toSorted((one, other) => (one.date < other.date ? -1 : 1)).at(-1) ?? null,
    period: periodOf(statements),
    // OFX has no opening balance.
    sums: [],
    unread,
    leftOut: [],
  }
}

/** The days of all movements; null when a statement does not tell them. */
function periodOf(statements: readonly Element[]): Statement['period'] {
  const lists = statements.flatMap((one) => elementAt(one, 'BANKTRANLIST'))
  const [from, to] = ['DTSTART', 'DTEND'].map((name) =>
    lists.flatMap((one) => dayOf(textAt(one, name)) ?? []),
  )
  if (lists.length === 0 || from?.length !== lists.length || to?.length !== lists.length) return null
  return { from: from.toSorted()[0] ?? '', to: to.toSorted().at(-1) ?? '' }
}

function accountOf(statement: Element): string {
  return textAt(statement, 'BANKACCTFROM', 'ACCTID') ?? textAt(statement, 'CCACCTFROM', 'ACCTID') ?? ''
}

/** The line of a movement. Throws 400 when it is not understood. */
function lineOf(movement: Element): StatementLine {
  const [amountText, dayText] = [textAt(movement, 'TRNAMT'), textAt(movement, 'DTPOSTED')]
  const [amount, date, valueDate] = [centsOf(amountText), dayOf(dayText), textAt(movement, 'DTAVAIL')]
  if (date === undefined) throw badRequest(`«${dayText ?? ''}» não é uma data.`)
  if (amount === undefined) throw badRequest(`Não se percebe o valor «${amountText ?? ''}».`)
  const type = textAt(movement, 'TRNTYPE')?.toUpperCase()
  if ((type === 'DEBIT' && amount > 0) || (type === 'CREDIT' && amount < 0))
    throw badRequest(`O sinal de «${amountText ?? ''}» contradiz o tipo ${type}.`)
  const currency = textAt(movement, 'CURRENCY', 'CURSYM')
  if (currency !== undefined && currency !== 'EUR') throw badRequest(`Está noutra moeda, ${currency}.`)
  if (textAt(movement, 'CORRECTFITID') !== undefined) throw badRequest('Corrige outro movimento.')
  const texts = [...textsAt(movement, 'NAME'), ...textsAt(movement, 'MEMO')]
  const iban = ibanRule.normalize(
    textAt(movement, 'BANKACCTTO', 'ACCTID') ?? textAt(movement, 'CCACCTTO', 'ACCTID') ?? '',
  )
  return {
    date,
    valueDate: dayOf(valueDate) ?? null,
    amount,
    entryAmount: amount,
    part: 1,
    isReturn: false,
    description: ([...new Set(texts)].join(' · ') || (amount > 0 ? 'Crédito' : 'Débito'))
      .replaceAll(/\s+/g, ' ')
      .slice(0, 500),
    counterpartName: textAt(movement, 'PAYEE', 'NAME')?.slice(0, 150) ?? null,
    counterpartIban: iban !== '' && ibanRule.problem(iban) === undefined ? iban : null,
    counterpartBic: null,
    reference: (textAt(movement, 'REFNUM') ?? textAt(movement, 'CHECKNUM'))?.slice(0, 100) ?? null,
    balance: null,
  }
}

/** The day as the bank writes it, `20260305120000[-3:BRT]`, without moving it to another time zone. */
function dayOf(text: string | undefined): string | undefined {
  const [, year, month, day] =
    /^(\d{4})(\d{2})(\d{2})(?:\d{4,6}(?:\.\d+)?)?(?:\[[^\]]*\])?$/.exec(text ?? '') ?? []
  const date = `${year}-${month}-${day}`
  return isDate(date) ? date : undefined
}

/** Cents of an amount of OFX, whose decimal mark is a point or a comma, without thousands. */
function centsOf(text: string | undefined): Cents | undefined {
  const [found, sign, whole, decimals = ''] =
    /^([-+]?)(?=[.,]?\d)(\d*)(?:[.,](\d{0,2})0*)?$/.exec(text ?? '') ?? []
  if (found === undefined) return undefined
  const cents = decimalToCents(`${whole || '0'}.${decimals || '0'}`)
  return cents === undefined || sign !== '-' || cents === 0 ? cents : 0 - cents
}

function elementAt(element: Element, name: string): Element[] {
  const found = element[name]
  return typeof found === 'object' ? [found].flat() : []
}

/** Deeper is no statement. */
const maxDepth = 50

interface SgmlNode {
  name: string
  text: string
  children: SgmlNode[]
}

/** A tag with the text after it, which may have other angle brackets. */
const tags = /<(\/?)([a-z][\w.]*)>((?:(?!<\/?[a-z][\w.]*>)[^])*)/gi

/**
 * Reads OFX 1: elements with a text need no end, those with elements have one, and an empty one may have none, which shows when an element
 * around it ends. Throws 422 on `file` when it is not whole.
 */
function readSgml(text: string): Element {
  const broken = invalid({
    file: ['O ficheiro OFX está incompleto ou estragado: descarregue-o outra vez do banco.'],
  })
  const root: SgmlNode = { name: '', text: '', children: [] }
  const open = [root]
  for (const [, end, tag = '', content = ''] of text.slice(text.search(/<OFX>/i)).matchAll(tags)) {
    const name = tag.toUpperCase()
    const top = open.at(-1) ?? root
    if (end === '') {
      const node: SgmlNode = { name, text: decodeEntities(content.trim()), children: [] }
      top.children.push(node)
      if (node.text === '') open.push(node)
      if (open.length > maxDepth) throw broken
      continue
    }
    const at = open.findLastIndex((one) => one.name === name)
    const last = top.children.at(-1)
    if (at < 1 && !(last?.name === name && last.text !== '')) throw broken
    if (at < 1) continue
    // Elements without an end are empty: what seemed to be in them follows them.
    const [ended, ...empty] = open.splice(at)
    for (const node of empty) ended?.children.push(...node.children.splice(0))
  }
  if (open.length > 1) throw broken
  return elementOf(root)
}

function elementOf({ children }: SgmlNode): Element {
  const element: Element = {}
  for (const [name, nodes] of Map.groupBy(children, (one) => one.name)) {
    const values = nodes.map((node) => (node.children.length > 0 ? elementOf(node) : node.text))
    element[name] = values.length > 1 || repeated.has(name) ? (values as Element[]) : values[0]
  }
  return element
}
