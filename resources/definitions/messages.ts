import type { AccessRule } from '../access.ts'
import { anyOf, nobody, staffReaders, staffRoles, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, datetime, group, integer, longText, reference, stateOptions, text } from '../fields.ts'
import { either, Schema } from '../json-shape.ts'
import { messageEvents } from '../message-events.ts'

/** Members read their own messages, only when sent. */
const ownSent: AccessRule = ({ personId }) => (personId === null ? false : { personId, state: 'sent' })

/** Origins of messages to many people. */
export const batchCauses = {
  bulk: 'Envio para várias pessoas',
  paymentMessage: 'Mensagem de pagamento',
} as const

const causes: Record<string, string> = {
  ...Object.fromEntries(Object.entries(messageEvents).map(([code, { label }]) => [code, label])),
  ...batchCauses,
  test: 'Mensagem de teste',
}

/** Channels of messages. */
export const channels = { email: 'Email', sms: 'SMS', letter: 'Carta' } as const

/** The states of a message that has not left yet and can be called off. */
export const waitingStates = ['queued', 'held', 'toPrint'] as const

/** Why a message that is composed when it is sent or printed has nothing to say. */
export const composedReasons = {
  settled: 'Já nada deve',
  agreed: 'Tem um acordo de pagamento',
  left: 'Já saiu',
  underWay: 'Tem dinheiro a caminho',
  switchedOff: 'Mensagem desligada',
} as const

/** The outbox: sent, waiting and failed messages. Written by the program only. */
export const messages = defineResource({
  name: 'messages',
  kind: 'stored',
  label: { one: 'Mensagem', many: 'Mensagens', gender: 'f' },
  title: 'subject',
  protection: { of: 'personId', withholds: 'record' },
  nameTemplate: '{recipientName} · {recipient} · {subject}',
  access: { read: anyOf(staffReaders, ownSent), create: nobody, update: nobody, delete: nobody },
  parents: { people: 'personId', messageBatches: 'batchId' },
  actions: {
    resend: {
      label: 'Enviar de novo',
      past: 'enviou de novo',
      icon: 'again',
      done: 'A mensagem vai a caminho.',
      sends: true,
      many: {
        title: 'Enviar de novo {{count|mensagem|mensagens}}',
        text: 'As que já chegaram vão outra vez; as que estão a sair neste momento não são tocadas.',
        without: ['recipient'],
      },
      when: [
        { isNot: { state: 'sending' }, otherwise: 'A mensagem está a ser enviada neste momento.' },
        { isNot: { channel: 'letter' }, otherwise: 'As cartas imprimem-se; não são enviadas pelo programa.' },
      ],
      answer: either(
        { _id: 'uuid', state: 'text' },
        new Schema({ $ref: '#/components/schemas/messagesRecord' }),
      ),
      access: staffWriters,
      fields: {
        recipient: text({
          label: 'Outro destino',
          blank: 'para o mesmo, ou para o contacto atual da pessoa',
          span: 2,
        }),
      },
    },
    cancel: {
      label: 'Cancelar',
      past: 'cancelou',
      icon: 'cancel',
      done: 'Mensagem cancelada.',
      isDestructive: true,
      question: {
        title: 'Cancelar «{{subject}}»?',
        text: 'Não segue para {{recipientName|recipient}}, a menos que a envie de novo.',
      },
      many: { text: 'As que já saíram não voltam atrás; as outras deixam de sair.' },
      when: {
        is: { state: [...waitingStates] },
        otherwise: 'Só se cancela uma mensagem em fila, retida ou por imprimir.',
      },
      access: staffWriters,
    },
    markPrinted: {
      label: 'Marcar como impressa',
      past: 'marcou como impressa',
      icon: 'print',
      done: 'Carta marcada como impressa.',
      many: false,
      question: false,
      when: [
        { is: { channel: 'letter' }, otherwise: 'Só as cartas se imprimem.' },
        { is: { state: 'toPrint' }, otherwise: 'Esta carta já não está por imprimir.' },
      ],
      access: staffWriters,
    },
  },
  fields: {
    ...group('Mensagem', {
      state: choice(
        {
          queued: { label: 'Em fila', tone: 'blue' },
          sending: { label: 'A enviar', tone: 'blue' },
          held: { label: 'Retida', tone: 'amber' },
          toPrint: { label: 'Por imprimir', tone: 'amber' },
          sent: { label: 'Enviada', tone: 'green' },
          failed: { label: 'Falhou', tone: 'red' },
          doubtful: { label: 'Duvidosa', tone: 'amber' },
          cancelled: { label: 'Cancelada', tone: 'grey' },
        },
        { ...stateOptions, default: 'queued' },
      ),
      channel: choice(channels, {
        label: 'Canal',
        assigned: true,
        readOnly: true,
        listed: true,
        filterable: true,
      }),
      recipientName: text({ label: 'Para', readOnly: true, listed: true, searchable: true }),
      recipient: text({ label: 'Destino', max: 254, readOnly: true, listed: true, searchable: true }),
      personId: reference('people', { label: 'Pessoa', readOnly: true, hidden: true }),
      subject: text({
        label: 'Assunto',
        max: 300,
        assigned: true,
        readOnly: true,
        listed: true,
        searchable: true,
      }),
      cause: choice(causes, {
        label: 'Origem',
        assigned: true,
        readOnly: true,
        listed: true,
        filterable: true,
      }),
      bodyText: longText({ label: 'Texto', max: 200_000, assigned: true, readOnly: true, detail: true }),
      bodyHtml: longText({ label: 'Conteúdo', max: 200_000, readOnly: true, hidden: true, detail: true }),
    }),
    ...group('Envio', {
      kind: choice(
        { service: 'Serviço', news: 'Divulgação' },
        { label: 'Tipo', assigned: true, default: 'service', readOnly: true },
      ),
      reason: choice(
        {
          noAddress: 'Sem contacto',
          paused: 'Envio desligado',
          noServer: 'Sem servidor de envio',
          refused: 'Recusada',
          gaveUp: 'Tentativas esgotadas',
          interrupted: 'Envio interrompido',
          expired: 'Fora de prazo',
          deceased: 'Faleceu',
          doNotContact: 'Pediu para não ser contactado',
          noConsent: 'Não autoriza divulgação',
          ...composedReasons,
        },
        { label: 'Motivo', readOnly: true, filterable: true },
      ),
      lastError: text({ label: 'Explicação', max: 500, readOnly: true, readBy: staffRoles }),
      attempts: integer({ label: 'Tentativas', assigned: true, default: 0, readOnly: true }),
      nextAttemptAt: datetime({ label: 'Próxima tentativa', readOnly: true }),
      sentAt: datetime({ label: 'Enviada em', readOnly: true, listed: true }),
      smsParts: integer({ label: 'Partes do SMS', readOnly: true }),
      batchId: reference('messageBatches', { label: 'Envio', readOnly: true, hidden: true }),
      bulkActionId: reference('bulkActions', {
        label: 'Tarefa',
        readOnly: true,
        hidden: true,
        filterable: true,
      }),
      aboutResource: text({ label: 'Sobre', max: 60, readOnly: true, hidden: true, filterable: true }),
      aboutId: text({ label: 'Registo', max: 36, readOnly: true, hidden: true, filterable: true }),
    }),
  },
})

/** Attempts to deliver a message, with the response of the server. */
export const messageAttempts = defineResource({
  name: 'messageAttempts',
  kind: 'stored',
  label: { one: 'Tentativa de envio', many: 'Tentativas de envio', gender: 'f' },
  title: 'outcome',
  protection: { of: 'messageId', withholds: 'record' },
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  parents: { messages: 'messageId' },
  partOf: 'messageId',
  list: { sort: 'at' },
  fields: {
    messageId: reference('messages', { label: 'Mensagem', assigned: true, readOnly: true, hidden: true }),
    at: datetime({ label: 'Quando', assigned: true, readOnly: true, listed: true, sortable: true }),
    outcome: choice(
      {
        sent: { label: 'Enviada', tone: 'green' },
        postponed: { label: 'Adiada', tone: 'amber' },
        refused: { label: 'Recusada', tone: 'red' },
        gaveUp: { label: 'Desistência', tone: 'red' },
        interrupted: { label: 'Interrompida', tone: 'amber' },
        held: { label: 'Retida', tone: 'amber' },
        resent: { label: 'Enviada de novo', tone: 'blue' },
        cancelled: { label: 'Cancelada', tone: 'grey' },
        printed: { label: 'Impressa', tone: 'green' },
      },
      { label: 'Resultado', assigned: true, readOnly: true, listed: true, badge: true },
    ),
    detail: text({ label: 'Explicação', max: 500, readOnly: true, listed: true }),
    byName: text({ label: 'Por', readOnly: true }),
  },
})
