import { screenPaths } from '@agremia/resources/screen-paths.ts'
export const messagesPath = `/${screenPaths.messages}`
export const newMessagePath = `${messagesPath}/nova`
export const batchesPath = `${messagesPath}/envios`

export type MessageTab = 'mensagem' | 'historico'

export function messagePath(id: string, tab: MessageTab = 'mensagem'): string {
  return `${messagesPath}/${id}${tab === 'mensagem' ? '' : `/${tab}`}`
}

export const messageSettingsPath = `/${screenPaths.messageSettings}`
export const mailSettingsPath = `${messageSettingsPath}?separador=email`

export function messageTextPath(event: string): string {
  return `${messageSettingsPath}/${event}`
}

export function batchPath(id: string): string {
  return `${batchesPath}/${id}`
}

export const paymentMessagesPath = `${messagesPath}/pagamento`
export const newPaymentMessagePath = `${paymentMessagesPath}/nova`

/** Query parameter that opens the schedule dialog. */
export const scheduleParameter = 'agendar'

export function paymentMessagePath(id: string): string {
  return `${paymentMessagesPath}/${id}`
}
