import { compoundPath } from '@agremia/resources/paths.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { membersSettingsPath } from './members.ts'

export const paymentsPath = '/pagamentos'
export const newPaymentPath = `${paymentsPath}/novo`
export const debtsPath = '/dividas'
export const debtsByMemberPath = `${debtsPath}/agrupadas`
/** What somebody owes and how to pay it, for whoever has the link. */
export const paymentInformationPath = '/informacaoDePagamento'

/** Whether a receipt is genuine, for whoever holds it. */
export const receiptCheckPath = '/verificarRecibo'

export function paymentPath(id: string, tab: 'recibo' | 'historico' = 'recibo'): string {
  return `${paymentsPath}/${id}${tab === 'recibo' ? '' : `/${tab}`}`
}

/** Of an address, what opens the question whether to cancel the payment. */
export const cancelQuestion = 'anular'

/** A payment with the question whether to cancel it. */
export function cancelPaymentPath(id: string): string {
  return `${paymentPath(id)}?${cancelQuestion}`
}

/** What one member owes. */
export function debtsOfPath(memberId: string): string {
  return `${debtsPath}/${memberId}`
}

/** As many people as one payment may begin with. */
export const mostPayers = 20

/** The entry of a payment with its members found and, when some are named, only these charges ticked. */
export function payPath(memberIds: string | readonly string[], chargeIds: readonly string[] = []): string {
  const query = new URLSearchParams({
    memberId: [memberIds].flat().join(','),
    ...(chargeIds.length > 0 && { chargeIds: chargeIds.join(',') }),
  })
  return `${newPaymentPath}?${query.toString()}`
}

/** How the payments go, in numbers. */
export function overviewPath({ membershipPaymentsURL }: Terminology): string {
  return `/${membershipPaymentsURL}`
}

/** Where several are told what they owe. */
export function notifyPath({ memberURLPlural }: Terminology): string {
  return `/${compoundPath('notificar', memberURLPlural)}`
}

/** Where quotas are generated. */
export function generatePath(terminology: Terminology): string {
  return `${overviewPath(terminology)}/gerar`
}

/** Every generation there was. */
export function runsPath(terminology: Terminology): string {
  return `${overviewPath(terminology)}/geracoes`
}

export function runPath(terminology: Terminology, id: string): string {
  return `${runsPath(terminology)}/${id}`
}

/** Where the plans and their prices are kept. */
export function plansPath(terminology: Terminology): string {
  return `${membersSettingsPath(terminology)}?separador=planos`
}

/** Where it is said how dues are paid: by which reference, and to which account. */
export function paymentSettingsPath(terminology: Terminology): string {
  return `${membersSettingsPath(terminology)}?separador=pagamentos`
}

export const cashSheetPath = '/folhaDeCaixa'
export const pastSheetsPath = `${cashSheetPath}/anteriores`

/** The cash sheet of a day; today's without one. */
export function cashDayPath(date: string): string {
  return `${cashSheetPath}?dia=${date}`
}
