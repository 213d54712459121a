import type { MessageEvent } from './message-events.ts'

/** What a message about debts may name besides what is common to all, and other names by which the same is known. */
export const paymentMessageTexts = {
  variables: ['descricao', 'ano', 'valor', 'data', 'entidade', 'referencia', 'pagamentoUrl'],
  aliases: { data_limite: 'data', ligacao: 'pagamentoUrl' },
} as const satisfies Pick<MessageEvent, 'variables' | 'aliases'>
