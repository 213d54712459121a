import { isDate } from '@agremia/resources/rules/dates.ts'

/** The warning below a payment date other than `today`; names the receipt series when the year differs. */
export function dateWarning(date: unknown, today: string): string | undefined {
  if (date === today) return undefined
  const year = typeof date === 'string' && isDate(date) ? date.slice(0, 4) : undefined
  if (year === undefined || year === today.slice(0, 4)) return 'Não é a data de hoje.'
  return `Não é a data de hoje: o recibo fica na série de ${year}.`
}
