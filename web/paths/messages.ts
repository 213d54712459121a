import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { pagesBelow } from './list-address.ts'
export const messagesPath = `/${screenPaths.messages}`
export const newMessagePath = `${messagesPath}/nova`
export const batchesPath = `${messagesPath}/envios`

export type MessageTab = 'mensagem' | 'historico'

export function messagePath(id: string, tab: MessageTab = 'mensagem'): string {
  return `${messagesPath}/${id}${tab === 'mensagem' ? '' : `/${tab}`}`
}

export const messageSettingsPath = `/${screenPaths.messageSettings}`
export const mailSettingsPath = `${messageSettingsPath}?separador=email`

export const messageTextPath = pagesBelow(messageSettingsPath)

export const batchPath = pagesBelow(batchesPath)

export const paymentMessagesPath = `${messagesPath}/pagamento`
export const newPaymentMessagePath = `${paymentMessagesPath}/nova`

/** Query parameter that opens the schedule dialog. */
export const scheduleParameter = 'agendar'

export const paymentMessagePath = pagesBelow(paymentMessagesPath)
