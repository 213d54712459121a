export const messagesPath = '/mensagens'
export const newMessagePath = `${messagesPath}/nova`
export const batchesPath = `${messagesPath}/envios`

export type MessageTab = 'mensagem' | 'historico'

export function messagePath(id: string, tab: MessageTab = 'mensagem'): string {
  return `${messagesPath}/${id}${tab === 'mensagem' ? '' : `/${tab}`}`
}

export const messageSettingsPath = '/configuracaoMensagens'

/** Where the texts of an event are written. */
export function messageTextPath(event: string): string {
  return `${messageSettingsPath}/${event}`
}

export function batchPath(id: string): string {
  return `${batchesPath}/${id}`
}

export const paymentMessagesPath = `${messagesPath}/pagamento`
export const newPaymentMessagePath = `${paymentMessagesPath}/nova`

/** Of an address, what opens the question for when the message is planned. */
export const scheduleQuestion = 'agendar'

export function paymentMessagePath(id: string): string {
  return `${paymentMessagesPath}/${id}`
}
