import type { Cents } from '@agremia/resources/rules/amount.ts'
import { decimalToCents } from '@agremia/resources/rules/amount.ts'

/** Separates the cents in the amounts of a file. */
export type DecimalMark = ',' | '.'

/** An amount without currency, sign and side. */
interface Figures {
  figures: string
  isNegative: boolean
}

/** What separates thousands, besides the other mark. */
const groups = String.raw`[ '\u2019]`

/** Reads signs as banks write them: `-5`, `5-`, `(5)`, `5 D`, also with a currency. Undefined for other texts and opposite signs. */
function figuresOf(text: string): Figures | undefined {
  const plain = text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2212–]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (/\d ?(?:€|EUR)\w* ?\d/i.test(plain)) return undefined
  const withoutCurrency = plain.replace(/ ?(?:€|\beuros?\b|\bEUR\b) ?/i, ' ').trim()
  const [, open, before = '', figures = '', after = '', close, side = ''] =
    /^(\()? ?([-+]?) ?([\d.,' ’]*\d) ?([-+]?) ?(\))? ?([DC]|DB|CR|DR)?$/i.exec(withoutCurrency) ?? []
  if (figures === '' || (open === undefined) !== (close === undefined)) return undefined
  const signs = [before, after, open && '-'].filter(Boolean)
  if (signs.length > 1) return undefined
  const sideSign = side === '' ? undefined : /^D/i.test(side) ? '-' : '+'
  const [sign = sideSign ?? '+'] = signs
  if (sideSign !== undefined && sign !== sideSign) return undefined
  return { figures, isNegative: sign === '-' }
}

/** The decimal mark that some figures can only have; undefined when they may have either, as `1.234`. */
function markOf(figures: string): DecimalMark | undefined {
  const marks = [...figures].filter((one) => one === ',' || one === '.')
  const [first, last] = [marks[0], marks.at(-1)]
  if (first === undefined || last === undefined) return undefined
  if (first !== last) return last as DecimalMark
  const other = first === ',' ? '.' : ','
  if (marks.length > 1) return other
  const [whole = '', decimals = ''] = figures.split(first)
  const mayBeGrouped = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return mayBeGrouped ? undefined : (first as DecimalMark)
}

/** The decimal mark of a file: that of most of its amounts; undefined when none of them says. */
export function findDecimalMark(cells: Iterable<string>): DecimalMark | undefined {
  const counts = { ',': 0, '.': 0 }
  for (const cell of cells) {
    const mark = markOf(figuresOf(cell)?.figures ?? '')
    if (mark) counts[mark]++
  }
  if (counts[','] === counts['.']) return undefined
  return counts[','] > counts['.'] ? ',' : '.'
}

const patterns = {
  ',': new RegExp(String.raw`^(\d*|\d{1,3}(?:(${groups}|\.)\d{3})(?:\2\d{3})*)(?:,(\d{1,2})0*)?$`),
  '.': new RegExp(String.raw`^(\d*|\d{1,3}(?:(${groups}|,)\d{3})(?:\2\d{3})*)(?:\.(\d{1,2})0*)?$`),
}

/**
 * Cents of an amount as banks write it (`1.234,56`, `,50`, `(5,00)`, `5,00-`, `5,00 D`, `5,00 EUR`), by its digits. Without the mark of
 * its file, undefined also for what may be thousands or decimals, as `1.234`.
 */
export function readAmount(text: string, mark?: DecimalMark): Cents | undefined {
  const found = figuresOf(text)
  if (!found) return undefined
  const { figures, isNegative } = found
  const own = mark ?? markOf(figures)
  if (own === undefined && /[.,]/.test(figures)) return undefined
  const [, whole, , decimals = ''] = patterns[own ?? ','].exec(figures) ?? []
  if (whole === undefined) return undefined
  const cents = decimalToCents(`${whole.replaceAll(/\D/g, '') || '0'}.${decimals || '0'}`)
  return cents === undefined || !isNegative || cents === 0 ? cents : 0 - cents
}

/** Whether a text is an amount with one mark or the other. */
export function isAmount(text: string): boolean {
  const figures = figuresOf(text)?.figures
  return figures !== undefined && (patterns[','].test(figures) || patterns['.'].test(figures))
}
