import { lazy } from '@agremia/resources/rules/once.ts'
import { rare } from './rare.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'
import { isDate } from '@agremia/resources/rules/dates.ts'
import { invalid } from './errors.ts'

/** Elements of the messages of banks (ISO 20022, OFX) that may be repeated: they are read as lists. */
export const repeated: ReadonlySet<string> = new Set([
  'Stmt',
  'Ntfctn',
  'Bal',
  'Ntry',
  'NtryDtls',
  'TxDtls',
  'Ustrd',
  'Rcrd',
  'Chrgs',
  'OrgnlPmtInfAndSts',
  'TxInfAndSts',
  'StsRsnInf',
  'STMTTRNRS',
  'CCSTMTTRNRS',
  'STMTTRN',
])

export type Element = { [name: string]: Element | Element[] | string | undefined }

/** Files with entities of their own are refused before, so that none can read others or grow: those of XML only become shorter. */
const parser = lazy(
  () =>
    new (rare.xml().XMLParser)({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      removeNSPrefix: true,
      parseTagValue: false,
      parseAttributeValue: false,
      processEntities: { enabled: true, maxTotalExpansions: 10_000_000, maxExpandedLength: 100_000_000 },
      // Also decodes characters by their number.
      htmlEntities: true,
      isArray: (name) => repeated.has(name),
    }),
)

/** Whether a file looks like XML. */
export function isXml(text: string): boolean {
  return /^\uFEFF?\s*<(\?xml|([\w.-]+:)?Document)/.test(text)
}

/** Reads a message of a bank (ISO 20022). Throws 422 on `file` when it has definitions of entities, or is no whole XML. */
export function readXml(text: string): Element {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw invalid({ file: ['O ficheiro traz definições XML que não são aceites.'] })
  try {
    return parser().parse(text, true) as Element
  } catch {
    throw invalid({
      file: ['O ficheiro XML está incompleto ou estragado: descarregue-o outra vez do banco.'],
    })
  }
}

/** The day of an element with a date or a time; undefined when it has none. */
export function dayAt(element: Element, name: string): string | undefined {
  const text = (textAt(element, name, 'Dt') ?? textAt(element, name, 'DtTm'))?.slice(0, 10)
  return text !== undefined && isDate(text) ? text : undefined
}

function childAt(element: Element | undefined, names: readonly string[]): Element[string] {
  let found: Element[string] = element
  for (const name of names) {
    const one: Element | string | undefined = Array.isArray(found) ? found[0] : found
    found = typeof one === 'object' ? one[name] : undefined
  }
  return found
}

/** The elements at a path; empty when there are none. */
export function listAt(element: Element, ...names: string[]): Element[] {
  const found = childAt(element, names)
  return Array.isArray(found) ? found.filter((one) => typeof one === 'object') : []
}

/** The text of an element, also of one with attributes. */
export function textAt(element: Element, ...names: string[]): string | undefined {
  return textOf(childAt(element, names))
}

export function textsAt(element: Element, ...names: string[]): string[] {
  const found = childAt(element, names)
  return (Array.isArray(found) ? found : [found]).map(textOf).filter((one) => one !== undefined)
}

function textOf(found: Element[string]): string | undefined {
  if (Array.isArray(found)) return textOf(found[0])
  const text = typeof found === 'object' ? found['#text'] : found
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/** The amount of an element in cents, without sign, by its digits; undefined when it has none, or has parts of a cent. */
export function centsAt(element: Element, ...names: string[]): Cents | undefined {
  const [, whole = '', decimals = ''] =
    /^\+?(?=\.?\d)(\d*)(?:\.(\d{0,2})0*)?$/.exec(textAt(element, ...names) ?? '') ?? []
  return whole + decimals === '' ? undefined : decimalToCents(`${whole || '0'}.${decimals || '0'}`)
}
