import { screenPaths } from '@agremia/resources/screen-paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { paymentsPath } from './dues.ts'
import { pagesBelow } from './list-address.ts'

export const reportsPath = `/${screenPaths.reports}`
export const capitalReportPath = `${reportsPath}/capital`

export const reportPath = pagesBelow(reportsPath)

/** Reports as they were on a day, and the texts of the yearly report. */
export const keptReportsPath = `${reportsPath}/guardados`
export const reportNotesPath = `${reportsPath}/notas`

/** The lines of payments, and the uses of credit, of all payments. */
export const paymentItemsPath = `${paymentsPath}/linhas`
export const creditUsesPath = `${paymentsPath}/creditos`

/** Payments that went back, and credit that was given back. */
export const paymentReturnsPath = `${paymentsPath}/devolucoes`
export const creditRefundsPath = `${paymentsPath}/creditosDevolvidos`

/** The changes of state of all members. */
export function memberStatesPath({ memberURLPlural }: Pick<Terminology, 'memberURLPlural'>): string {
  return `/${memberURLPlural}/estados`
}
