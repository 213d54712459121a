import { addDays } from '@agremia/resources/rules/dates.ts'
import { monthDays } from './dues-lists.ts'
import { listAddress } from './list-address.ts'
import { bankLinesPath, transactionsPath, treasuryDocsPath } from './treasury.ts'

/** The transactions of a kind in a month; `month` from 1 to 12. */
export function transactionsOfMonth(kind: 'income' | 'expense', year: number, month: number): string {
  const { from, to } = monthDays(year, month)
  return listAddress(transactionsPath, { date_from: from, date_to: to, kind })
}

export function transactionsOfYear(kind: 'income' | 'expense', year: number): string {
  return listAddress(transactionsPath, { year, kind })
}

/** The transactions of an account this year, with its running balance. */
export function transactionsOfAccount(accountId: string, year: number): string {
  return listAddress(transactionsPath, { year, accountId })
}

/** Expenses of a year without a document; those of payments have their receipts. */
export function transactionsWithoutDocument(year: number): string {
  return listAddress(transactionsPath, {
    year,
    kind: 'expense',
    hasDocument: 'false',
    paymentId: 'null',
    status: 'registered',
  })
}

/** The first and the last day of an accounting year. */
export interface YearDays {
  first: string
  last: string
}

const daysOf = (year?: YearDays) => ({ date_from: year?.first, date_to: year?.last })

/** Documents of an amount that are in no transaction; of a year, or of all. */
export function documentsWithoutTransaction(year?: YearDays): string {
  return listAddress(treasuryDocsPath, {
    ...daysOf(year),
    hasTransaction: 'false',
    status: ['unpaid', 'partial', 'paid'],
  })
}

/** Lines of statements of a year that are neither booked nor ignored. */
export function openBankLines(year: YearDays): string {
  return listAddress(bankLinesPath, { ...daysOf(year), status: 'open' })
}

/** Departures and arrivals of transfers in the days around the end of a year. */
export function transfersAround({ last }: YearDays): string {
  return listAddress(transactionsPath, {
    date_from: addDays(last, -30),
    date_to: addDays(last, 31),
    kind: 'transfer',
  })
}

export function openDocumentsOfEntity(externalEntityId: string): string {
  return listAddress(treasuryDocsPath, { externalEntityId, status: ['unpaid', 'partial'] })
}
