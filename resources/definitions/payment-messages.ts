import { staff } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  beside,
  boolean,
  choice,
  copied,
  datetime,
  group,
  json,
  reference,
  references,
  text,
} from '../fields.ts'
import { startingTexts } from '../payment-message-texts.ts'
import { messageBatches } from './message-batches.ts'

/** Before it leaves there is nothing to count. */
const counted = { assigned: undefined, default: undefined, listed: undefined }

/**
 * A message about debts that somebody writes: kept as a draft, sent now or at a time that was set. When it leaves it becomes a
 * bulk sending, where what became of each person is read.
 */
export const paymentMessage = defineResource({
  name: 'paymentMessage',
  kind: 'stored',
  label: { one: 'Mensagem de pagamento', many: 'Mensagens de pagamento', gender: 'f', new: 'Nova mensagem' },
  title: 'subject',
  access: { read: staff, create: staff, update: staff, delete: staff },
  parents: { messageBatches: 'batchId' },
  actions: {
    send: { label: 'Enviar', access: staff },
    schedule: {
      label: 'Agendar',
      access: staff,
      fields: {
        scheduledAt: datetime({
          label: 'Dia e hora',
          help: 'Quem entretanto pagar tudo já não a recebe.',
          required: true,
          span: 3,
        }),
      },
    },
    unschedule: { label: 'Voltar a rascunho', access: staff },
  },
  fields: {
    ...group('Destinatários', {
      /** Each is told of all that is owed, unless some of their debts are chosen. */
      memberIds: references('members', { label: '{MemberPlural}', detail: true }),
      unsettledPaymentIds: references('unsettledPayments', { label: 'Dívidas', detail: true }),
      /** `{query}` of the list of debts, as it is when the message leaves. */
      debts: json({ label: 'Dívidas de uma pesquisa', detail: true }),
    }),
    ...copied(messageBatches, ['subject', 'body', 'smsText', 'channel']),
    ...group('Mensagem', {
      attachAdvice: boolean({
        label: 'Juntar o aviso de pagamento',
        help: 'Vai em PDF com os emails; as cartas dizem sempre como pagar.',
        span: 3,
      }),
      templateId: choice(startingTexts, { label: 'Partir do texto de', hidden: true }),
    }),
    ...group('Andamento', {
      status: choice(
        {
          draft: { label: 'Rascunho', tone: 'grey' },
          scheduled: { label: 'Agendada', tone: 'amber' },
          sending: { label: 'A preparar', tone: 'blue' },
          sent: { label: 'Enviada', tone: 'green' },
          failed: { label: 'Falhou', tone: 'red' },
        },
        {
          label: 'Estado',
          assigned: true,
          default: 'draft',
          readOnly: true,
          listed: true,
          filterable: true,
          badge: true,
        },
      ),
      scheduledAt: datetime({ label: 'Agendada para', readOnly: true, listed: true }),
      /** When its messages began to be written: each says when it left. */
      sentAt: datetime({ label: 'Pedida em', readOnly: true, listed: true }),
      problem: text({ label: 'O que falhou', max: 500, readOnly: true }),
      batchId: reference('messageBatches', { label: 'Envio', readOnly: true, hidden: true }),
      ...beside(
        'batchId',
        messageBatches,
        ['total', 'done', 'sent', 'held', 'toPrint', 'failed', 'cancelled', 'leftOut'],
        {
          total: counted,
          done: counted,
          sent: { ...counted, listed: true },
          held: { ...counted, listed: true },
          toPrint: counted,
          failed: { ...counted, listed: true },
          cancelled: counted,
          leftOut: counted,
        },
      ),
      createdByName: text({ label: 'Por', readOnly: true, listed: true }),
    }),
  },
})
