import { type QuotaMark, quotaMarks } from '@agremia/resources/rules/quota-years.ts'
import { element } from './first-layer.ts'
import classes from './quota-strip.module.css'

/** Status of each year: `{ 2025: 'paid', 2026: 'owed' }`. */
export type QuotaMarks = Readonly<Record<string, QuotaMark>>

/** Reads marks from a record, without unknown values. */
export function marksOf(value: unknown): QuotaMarks {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).filter((entry): entry is [string, QuotaMark] =>
    Object.hasOwn(quotaMarks, String(entry[1])),
  )
  return Object.fromEntries(entries)
}

/** The years in ascending order, each with its mark. */
export function yearsOf(marks: QuotaMarks): [year: string, mark: QuotaMark][] {
  return Object.entries(marks).toSorted(([one], [other]) => Number(one) - Number(other))
}

/** The last fully paid year, or undefined. */
export function lastPaidYear(marks: QuotaMarks): string | undefined {
  return yearsOf(marks).findLast(([, mark]) => mark === 'paid')?.[0]
}

/** `2025: paga em parte` */
export function yearText(year: string, mark: QuotaMark): string {
  return `${year}: ${quotaMarks[mark][0]}`
}

/**
 * All years in one sentence: `Quotas: 2021 a 2024 pagas, 2025 em dívida`. `word` is the organisation's word for
 * quotas.
 */
export function marksText(marks: QuotaMarks, word: string): string {
  const runs: { mark: QuotaMark; years: string[] }[] = []
  for (const [year, mark] of yearsOf(marks)) {
    const last = runs.at(-1)
    if (last?.mark === mark && Number(last.years.at(-1)) === Number(year) - 1) last.years.push(year)
    else runs.push({ mark, years: [year] })
  }
  return `${word}: ${runs.map(({ mark, years }) => runText(mark, years)).join(', ')}`
}

function runText(mark: QuotaMark, years: readonly string[]): string {
  const [one, several] = quotaMarks[mark]
  if (years.length === 1) return `${years[0]} ${one}`
  return `${years[0]} ${years.length === 2 ? 'e' : 'a'} ${years.at(-1)} ${several}`
}

/** The strip as a DOM element, for rows drawn before React is loaded. */
export function quotaStripElement(marks: QuotaMarks): HTMLElement {
  const tiles = yearsOf(marks).map(([, mark]) => element('span', { class: classes.tile, 'data-mark': mark }))
  return element('span', { class: classes.strip }, ...tiles)
}
