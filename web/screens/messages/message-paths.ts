export const messagesPath = '/mensagens'

export type MessageTab = 'mensagem' | 'historico'

export function messagePath(id: string, tab: MessageTab = 'mensagem'): string {
  return `${messagesPath}/${id}${tab === 'mensagem' ? '' : `/${tab}`}`
}

export const messageSettingsPath = '/configuracaoMensagens'

/** Where the texts of an event are written. */
export function messageTextPath(event: string): string {
  return `${messageSettingsPath}/${event}`
}
