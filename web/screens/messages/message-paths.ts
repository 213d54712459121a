export const messagesPath = '/mensagens'
export const newMessagePath = `${messagesPath}/nova`
export const batchesPath = `${messagesPath}/envios`

export type MessageTab = 'mensagem' | 'historico'

export function messagePath(id: string, tab: MessageTab = 'mensagem'): string {
  return `${messagesPath}/${id}${tab === 'mensagem' ? '' : `/${tab}`}`
}

export const messageSettingsPath = '/configuracaoMensagens'

export function messageTextPath(event: string): string {
  return `${messageSettingsPath}/${event}`
}

export function batchPath(id: string): string {
  return `${batchesPath}/${id}`
}

/** The columns of messages in lists that are part of another page. */
export const messageColumns = ['subject', 'state', 'recipientName', 'channel', 'cause', 'sentAt']
