import { quotaMarks, type QuotaMark } from '@agremia/resources/rules/quota-years.ts'

/** Years and how each stands, such as `{ 2025: 'paid', 2026: 'owed' }`. */
export type QuotaMarks = Readonly<Record<string, QuotaMark>>

/** The marks that a record brings; without those that are none. */
export function marksOf(value: unknown): QuotaMarks {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).filter((entry): entry is [string, QuotaMark] =>
    Object.hasOwn(quotaMarks, String(entry[1])),
  )
  return Object.fromEntries(entries)
}

/** The years in their order, each with its mark. */
export function yearsOf(marks: QuotaMarks): [year: string, mark: QuotaMark][] {
  return Object.entries(marks).toSorted(([one], [other]) => Number(one) - Number(other))
}

/** The last year that is paid whole, or undefined. */
export function lastPaidYear(marks: QuotaMarks): string | undefined {
  return yearsOf(marks).findLast(([, mark]) => mark === 'paid')?.[0]
}

/** `2025: paga em parte` */
export function sayYear(year: string, mark: QuotaMark): string {
  return `${year}: ${quotaMarks[mark][0]}`
}

/** All years in one sentence, `Quotas: 2021 a 2024 pagas, 2025 em dívida`; `word` is what the organisation calls them. */
export function sayMarks(marks: QuotaMarks, word: string): string {
  const runs: { mark: QuotaMark; years: string[] }[] = []
  for (const [year, mark] of yearsOf(marks)) {
    const last = runs.at(-1)
    if (last?.mark === mark && Number(last.years.at(-1)) === Number(year) - 1) last.years.push(year)
    else runs.push({ mark, years: [year] })
  }
  return `${word}: ${runs.map(({ mark, years }) => sayRun(mark, years)).join(', ')}`
}

function sayRun(mark: QuotaMark, years: readonly string[]): string {
  const [one, several] = quotaMarks[mark]
  if (years.length === 1) return `${years[0]} ${one}`
  return `${years[0]} ${years.length === 2 ? 'e' : 'a'} ${years.at(-1)} ${several}`
}
