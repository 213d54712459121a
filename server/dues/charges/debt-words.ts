import type { ChargeType } from '@agremia/resources/definitions/unsettled-payments.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import { periodWords } from '@agremia/resources/rules/quota-periods.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { capitalise } from '@agremia/resources/letter-case.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { monthNames } from '@agremia/resources/rules/dates.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'

/** The description of a charge in the organisation's terminology: `Quota 2026`, `Quota 2026, março`. */
export function describeCharge(
  { type, year, period }: { type: ChargeType; year: number; period: string | null },
  terminology: Terminology,
): string {
  const when = period === null ? '' : `, ${periodWords[period] ?? period}`
  return `${fillTerms(chargeTypes[type], terminology)} ${year}${when}`
}

export interface DescribedCharge {
  type: ChargeType
  year: number | null
  period: string | null
  description: string
}

/** Several charges described as one phrase. */
export interface DebtWords {
  /** `Quotas de 2021 a 2026 e joia de 2021` */
  plain: string
  /** `as quotas de 2021 a 2026 e a joia de 2021` */
  withArticle: string
  /** Whether the phrase takes a plural verb. */
  isPlural: boolean
}

/** One charge, or several of the same kind. `article` is empty when the text is a description that somebody typed. */
interface Part {
  article: string
  text: string
  isPlural: boolean
}

/**
 * Describes charges as a phrase: quotas together, with ranges of years and months; every other charge separately. `instalments` has
 * the numbers of the instalments of each agreement, which come first.
 */
export function debtWords(
  charges: readonly DescribedCharge[],
  terminology: Terminology,
  instalments: readonly (readonly number[])[] = [],
): DebtWords {
  const parts = [...instalments.map(instalmentsPart), ...chargeParts(charges, terminology)]
  const [only] = parts
  const plain = joinList(parts.map(({ text }) => text))
  const isWritten = parts.length === 1 && only?.article === ''
  return {
    plain: isWritten ? (charges[0]?.description ?? '') : capitalise(plain),
    withArticle: joinList(parts.map(({ article, text }) => (article === '' ? text : `${article} ${text}`))),
    isPlural: parts.length > 1 || only?.isPlural === true,
  }
}

/** Parts that the name of an agreement lists; of more charges it has their number. */
const maxNamed = 3

/** The name of the agreement about these charges: `acordo de pagamento (quotas de 2021 a 2026 e joia de 2021)`. */
export function agreementName(charges: readonly DescribedCharge[], terminology: Terminology): string {
  const parts = chargeParts(charges, terminology).map(({ text }) => text)
  const named = parts.length > maxNamed ? counted(charges.length, 'dívida', 'dívidas') : joinList(parts)
  return `acordo de pagamento (${named})`
}

function instalmentsPart(numbers: readonly number[]): Part {
  const isPlural = numbers.length > 1
  const ordinals = joinList(numbers.map((number) => `${number}.ª`))
  const text = `${ordinals} ${isPlural ? 'prestações' : 'prestação'} do acordo de pagamento`
  return { article: isPlural ? 'as' : 'a', text, isPlural }
}

function chargeParts(charges: readonly DescribedCharge[], terminology: Terminology): Part[] {
  const isUsual = ({ type, year, period, description }: DescribedCharge) =>
    year !== null && description === describeCharge({ type, year, period }, terminology)
  const quotas = charges.filter((charge) => charge.type === 'quota' && isUsual(charge))
  const others = charges.filter((charge) => !quotas.includes(charge))
  return [
    ...quotaParts(quotas, terminology),
    ...others.map((charge) => (isUsual(charge) ? usualPart(charge, terminology) : writtenPart(charge))),
  ]
}

function quotaParts(quotas: readonly DescribedCharge[], terminology: Terminology): Part[] {
  const part = (count: number, rest: string): Part => ({
    article: count > 1 ? 'as' : 'a',
    text: `${fillTerms(count > 1 ? '{membershipPayments}' : '{membershipPayment}', terminology)} ${rest}`,
    isPlural: count > 1,
  })
  const years = quotas.filter(({ period }) => period === null).map(({ year }) => Number(year))
  const inParts = Map.groupBy(
    quotas.filter(({ period }) => period !== null),
    ({ year }) => Number(year),
  )
  return [
    ...(years.length > 0 ? [part(years.length, inRow(years, String))] : []),
    ...[...inParts]
      .toSorted(([one], [other]) => one - other)
      .map(([year, own]) => part(own.length, `${periodsInRow(own)} de ${year}`)),
  ]
}

/** `de janeiro a março`, `do 1.º trimestre e do 3.º trimestre` */
function periodsInRow(quotas: readonly DescribedCharge[]): string {
  const codes = quotas.map(({ period }) => String(period))
  const months = codes.map(Number)
  if (months.every((month) => month >= 1 && month <= 12))
    return inRow(months, (month) => monthNames[month - 1] ?? '')
  return joinList(codes.toSorted().map((code) => `do ${periodWords[code] ?? code}`))
}

/** `de 2018, de 2020 e de 2022 a 2026`: three or more consecutive numbers become a range. */
function inRow(numbers: readonly number[], name: (number: number) => string): string {
  const rows: number[][] = []
  for (const number of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const row = rows.at(-1)
    if (row?.at(-1) === number - 1) row.push(number)
    else rows.push([number])
  }
  const spans = rows.flatMap((row) =>
    row.length > 2 ? [`${name(row[0] ?? 0)} a ${name(row.at(-1) ?? 0)}`] : row.map(name),
  )
  return spans.every((span) => !span.includes(' a '))
    ? `de ${joinList(spans)}`
    : joinList(spans.map((span) => `de ${span}`))
}

const feminine: readonly ChargeType[] = ['joia', 'activity', 'quota']

/** A charge with the default description: its type and year. */
function usualPart({ type, year }: DescribedCharge, terminology: Terminology): Part {
  const text = `${fillTerms(chargeTypes[type], terminology).toLowerCase()} de ${String(year)}`
  return { article: feminine.includes(type) ? 'a' : 'o', text, isPlural: false }
}

function writtenPart({ description }: DescribedCharge): Part {
  return { article: '', text: `«${description}»`, isPlural: false }
}
