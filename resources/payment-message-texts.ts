import type { MessageEvent } from './message-events.ts'
import { debtVariables, messageEvents } from './message-events.ts'

/** Variables of payment messages besides the common ones, and alternative names for some of them. */
export const paymentMessageTexts = {
  variables: debtVariables,
  aliases: { data_limite: 'data', ligacao: 'pagamentoUrl' },
} as const satisfies Pick<MessageEvent, 'variables' | 'aliases'>

/** Automatic messages whose texts can be copied into a payment message: code → label. */
export const startingTexts = {
  paymentAdvice: messageEvents.paymentAdvice.label,
  reminder1: messageEvents.reminder1.label,
  reminder2: messageEvents.reminder2.label,
  reminder3: messageEvents.reminder3.label,
}
