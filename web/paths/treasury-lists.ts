import { monthDays } from './dues-lists.ts'
import { listAddress } from './list-address.ts'
import { transactionsPath, treasuryDocsPath } from './treasury.ts'

/** The transactions of a kind in a month; `month` from 1 to 12. */
export function transactionsOfMonth(kind: 'income' | 'expense', year: number, month: number): string {
  const { from, to } = monthDays(year, month)
  return listAddress(transactionsPath, [
    ['date_from', from],
    ['date_to', to],
    ['kind', kind],
  ])
}

export function transactionsOfYear(kind: 'income' | 'expense', year: number): string {
  return listAddress(transactionsPath, [
    ['year', String(year)],
    ['kind', kind],
  ])
}

/** The transactions of an account this year, with its running balance. */
export function transactionsOfAccount(accountId: string, year: number): string {
  return listAddress(transactionsPath, [
    ['year', String(year)],
    ['accountId', accountId],
  ])
}

/** Expenses of a year without a document; those of payments have their receipts. */
export function transactionsWithoutDocument(year: number): string {
  return listAddress(transactionsPath, [
    ['year', String(year)],
    ['kind', 'expense'],
    ['hasDocument', 'false'],
    ['paymentId', 'null'],
    ['status', 'registered'],
  ])
}

/** Documents of an amount that are in no transaction. */
export function documentsWithoutTransaction(): string {
  return listAddress(treasuryDocsPath, [
    ['hasTransaction', 'false'],
    ['status', 'unpaid'],
    ['status', 'partial'],
    ['status', 'paid'],
  ])
}

export function openDocumentsOfEntity(externalEntityId: string): string {
  return listAddress(treasuryDocsPath, [
    ['externalEntityId', externalEntityId],
    ['status', 'unpaid'],
    ['status', 'partial'],
  ])
}
