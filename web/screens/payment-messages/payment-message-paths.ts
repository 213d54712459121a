import { messagesPath } from '../messages/message-paths.ts'

export const paymentMessagesPath = `${messagesPath}/pagamento`
export const newPaymentMessagePath = `${paymentMessagesPath}/nova`

/** Query parameter that opens the schedule dialog. */
export const scheduleParameter = 'agendar'

export function paymentMessagePath(id: string): string {
  return `${paymentMessagesPath}/${id}`
}
