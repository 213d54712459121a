import { isDate } from '@agremia/resources/rules/dates.ts'

/** What to say of the day of a payment that is not `today`, while it is written: a year that is not this one has its own receipts. */
export function dateWarning(date: unknown, today: string): string | undefined {
  if (date === today) return undefined
  const year = typeof date === 'string' && isDate(date) ? date.slice(0, 4) : undefined
  if (year === undefined || year === today.slice(0, 4)) return 'Não é a data de hoje.'
  return `Não é a data de hoje: o recibo fica na série de ${year}.`
}
