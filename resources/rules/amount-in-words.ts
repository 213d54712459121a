import type { Cents } from './amount.ts'
import { maxCents } from './amount.ts'

/**
 * Writes an amount in cents in words, for receipts: `mil duzentos e trinta e quatro euros e cinquenta cêntimos`.
 * Throws RangeError when it is not an integer within ±`maxCents`.
 */
export function amountInWords(cents: Cents): string {
  if (!Number.isInteger(cents) || Math.abs(cents) > maxCents) {
    throw new RangeError(`not an amount in cents: ${cents}`)
  }
  const euros = Math.floor(Math.abs(cents) / 100)
  const rest = Math.abs(cents) % 100
  const parts: string[] = []
  if (euros > 0 || rest === 0) parts.push(`${numberInWords(euros)} ${euroWord(euros)}`)
  if (rest > 0) parts.push(`${numberInWords(rest)} ${rest === 1 ? 'cêntimo' : 'cêntimos'}`)
  return (cents < 0 ? 'menos ' : '') + parts.join(' e ')
}

/**
 * Writes an integer from 0 to 999 999 999 999 in words, masculine, in the long scale of Portugal (10⁹ is `mil milhões`). Throws
 * RangeError outside this range.
 */
export function numberInWords(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 1e12) {
    throw new RangeError(`not a number to write out: ${value}`)
  }
  if (value === 0) return 'zero'
  const millions = Math.floor(value / 1e6)
  const thousands = Math.floor(value / 1000) % 1000
  const units = value % 1000
  const groups: Group[] = []
  if (millions > 0) {
    const word = millions === 1 ? 'milhão' : 'milhões'
    groups.push({ value: millions, words: `${numberInWords(millions)} ${word}` })
  }
  if (thousands > 0) {
    groups.push({ value: thousands, words: thousands === 1 ? 'mil' : `${belowThousand(thousands)} mil` })
  }
  if (units > 0) groups.push({ value: units, words: belowThousand(units) })
  return joinGroups(groups)
}

interface Group {
  value: number
  words: string
}

/** Joins groups: the last one takes `e` before it when it has no `e` of its own, up to a hundred or whole hundreds. */
function joinGroups(groups: Group[]): string {
  return groups.reduce((text, group, index) => {
    if (index === 0) return group.words
    const isLast = index === groups.length - 1
    const isSimple = group.value <= 100 || group.value % 100 === 0
    return text + (isLast && isSimple ? ' e ' : ' ') + group.words
  }, '')
}

/** Whole millions take the preposition: `dois milhões de euros`, yet `dois milhões e um euros`. */
function euroWord(count: number): string {
  if (count === 1) return 'euro'
  return count > 0 && count % 1e6 === 0 ? 'de euros' : 'euros'
}

function belowThousand(value: number): string {
  if (value === 100) return 'cem'
  const parts: string[] = []
  const tens = value % 100
  if (value > 100) parts.push(hundreds[Math.floor(value / 100)]!)
  if (tens > 0 && tens < 20) parts.push(small[tens]!)
  if (tens >= 20) {
    parts.push(dozens[Math.floor(tens / 10)]!)
    if (tens % 10 > 0) parts.push(small[tens % 10]!)
  }
  return parts.join(' e ')
}

const small = (
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete ' +
  'dezoito dezanove'
).split(' ')
const dozens = ['', '', ...'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')]
const hundreds = [
  '',
  ...'cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(
    ' ',
  ),
]
