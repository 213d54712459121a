import type { MessageEvent } from './message-events.ts'
import { debtVariables, messageEvents } from './message-events.ts'

/** What a message about debts may name besides what is common to all, and other names by which the same is known. */
export const paymentMessageTexts = {
  variables: debtVariables,
  aliases: { data_limite: 'data', ligacao: 'pagamentoUrl' },
} as const satisfies Pick<MessageEvent, 'variables' | 'aliases'>

/** The automatic messages whose texts may be the beginning of one: code → what it is called. */
export const startingTexts = {
  paymentAdvice: messageEvents.paymentAdvice.label,
  reminder1: messageEvents.reminder1.label,
  reminder2: messageEvents.reminder2.label,
  reminder3: messageEvents.reminder3.label,
}
