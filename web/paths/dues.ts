import { compoundPath } from '@agremia/resources/paths.ts'
import { screenPaths } from '@agremia/resources/screen-paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { membersSettingsPath } from './members.ts'
import { pagesBelow } from './list-address.ts'

export const paymentsPath = `/${screenPaths.payments}`
export const newPaymentPath = `${paymentsPath}/novo`
export const debtsPath = `/${screenPaths.debts}`
export const debtsByMemberPath = `${debtsPath}/agrupadas`
/** Public page with the debt and how to pay it, reached by a secret link. */
export const paymentInformationPath = `/${screenPaths.paymentInformation}`

/** Public page that verifies a receipt. */
export const receiptCheckPath = `/${screenPaths.receiptCheck}`

export function paymentPath(id: string, tab: 'recibo' | 'historico' = 'recibo'): string {
  return `${paymentsPath}/${id}${tab === 'recibo' ? '' : `/${tab}`}`
}

/** Query parameter of a payment's address that opens the dialog to cancel it. */
export const cancelParameter = 'anular'

export function cancelPaymentPath(id: string): string {
  return `${paymentPath(id)}?${cancelParameter}`
}

export const debtsOfPath = pagesBelow(debtsPath)

/** At most this many members can be preselected for one payment. */
export const maxPayers = 20

/** The new payment page with these members and, if given, only these charges ticked. */
export function payPath(memberIds: string | readonly string[], chargeIds: readonly string[] = []): string {
  const query = new URLSearchParams({
    memberId: [memberIds].flat().join(','),
    ...(chargeIds.length > 0 && { chargeIds: chargeIds.join(',') }),
  })
  return `${newPaymentPath}?${query.toString()}`
}

/** The summary of the year. */
export function overviewPath({ membershipPaymentsURL }: Terminology): string {
  return `/${membershipPaymentsURL}`
}

/** The page that sends payment notices. */
export function notifyPath({ memberURLPlural }: Terminology): string {
  return `/${compoundPath('notificar', memberURLPlural)}`
}

export function generatePath(terminology: Terminology): string {
  return `${overviewPath(terminology)}/gerar`
}

export function runsPath(terminology: Terminology): string {
  return `${overviewPath(terminology)}/geracoes`
}

export function runPath(terminology: Terminology, id: string): string {
  return `${runsPath(terminology)}/${id}`
}

/** Charges of earlier versions that differ from the rules. */
export function chargeDifferencesPath(terminology: Terminology): string {
  return `${overviewPath(terminology)}/diferencas`
}

export function plansPath(terminology: Terminology): string {
  return `${membersSettingsPath(terminology)}?separador=planos`
}

/** The settings of the means of payment. */
export function paymentSettingsPath(terminology: Terminology): string {
  return `${membersSettingsPath(terminology)}?separador=pagamentos`
}

/** What a gateway says that was paid. */
export const incomingPaymentsPath = `/${screenPaths.incomingPayments}`
/** What people were asked to pay through a gateway. */
export const paymentIntentsPath = `/${screenPaths.paymentIntents}`

export const cashSheetPath = `/${screenPaths.cashSheet}`
export const pastSheetsPath = `${cashSheetPath}/anteriores`

/** `date` as ISO date. */
export function cashDayPath(date: string): string {
  return `${cashSheetPath}?dia=${date}`
}
