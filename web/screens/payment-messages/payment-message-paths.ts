import { messagesPath } from '../messages/message-paths.ts'

export const paymentMessagesPath = `${messagesPath}/pagamento`
export const newPaymentMessagePath = `${paymentMessagesPath}/nova`

/** Of an address, what opens the question for when the message is planned. */
export const scheduleParameter = 'agendar'

export function paymentMessagePath(id: string): string {
  return `${paymentMessagesPath}/${id}`
}
