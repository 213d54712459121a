import { staffReaders, staffWriters } from '../access.ts'
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
  stateOptions,
  text,
} from '../fields.ts'
import { startingTexts } from '../payment-message-texts.ts'
import { messageBatches } from './message-batches.ts'
import { selectionShape } from '../json-shape.ts'

/** Drafts have no batch yet, so the counts are empty. */
const emptyInDrafts = { assigned: undefined, default: undefined, listed: undefined }

/**
 * A message about debts, stored as a draft and sent now or at a scheduled time. When sent it becomes a message batch, which has the
 * result of each recipient.
 */
export const paymentMessage = defineResource({
  name: 'paymentMessage',
  kind: 'stored',
  label: { one: 'Mensagem de pagamento', many: 'Mensagens de pagamento', gender: 'f', new: 'Nova mensagem' },
  title: 'subject',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  parents: { messageBatches: 'batchId' },
  actions: {
    send: {
      label: 'Enviar',
      past: 'enviou',
      icon: 'send',
      done: 'A mensagem vai a caminho.',
      sends: true,
      many: false,
      question: false,
      when: [
        {
          isNot: { status: 'scheduled' },
          otherwise: 'Está agendada: para a enviar já, volte a pô-la em rascunho.',
        },
        { is: { status: ['draft', 'failed'] }, otherwise: 'A mensagem já foi enviada.' },
      ],
      access: staffWriters,
    },
    schedule: {
      label: 'Agendar',
      past: 'agendou',
      icon: 'clock',
      done: 'Mensagem agendada.',
      many: false,
      question: { title: 'Agendar a mensagem' },
      when: { is: { status: 'draft' }, otherwise: 'Só se agendam rascunhos.' },
      access: staffWriters,
      fields: {
        scheduledAt: datetime({
          label: 'Dia e hora',
          help: 'Quem entretanto pagar tudo já não a recebe.',
          required: true,
          span: 3,
        }),
      },
    },
    unschedule: {
      label: 'Voltar a rascunho',
      past: 'pôs em rascunho',
      icon: 'back',
      done: 'Está outra vez em rascunho.',
      many: false,
      question: false,
      when: { is: { status: ['scheduled', 'failed'] }, otherwise: 'A mensagem já não está agendada.' },
      access: staffWriters,
    },
  },
  fields: {
    ...group('Destinatários', {
      /** The message is about all open charges of the member, unless some of them are chosen. */
      memberIds: references('members', { label: '{MemberPlural}', detail: true }),
      unsettledPaymentIds: references('unsettledPayments', { label: 'Dívidas', detail: true }),
      /** `{query}` of the list of charges, run when the message is sent. */
      debts: json({ label: 'Dívidas de uma pesquisa', detail: true, shape: selectionShape }),
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
        { ...stateOptions, default: 'draft' },
      ),
      scheduledAt: datetime({ label: 'Agendada para', readOnly: true, listed: true }),
      /** When the messages were composed; each message has its own time of sending. */
      sentAt: datetime({ label: 'Pedida em', readOnly: true, listed: true }),
      problem: text({ label: 'O que falhou', max: 500, readOnly: true }),
      batchId: reference('messageBatches', { label: 'Envio', readOnly: true, hidden: true }),
      ...beside(
        'batchId',
        messageBatches,
        ['total', 'done', 'sent', 'held', 'toPrint', 'failed', 'cancelled', 'leftOut'],
        {
          total: emptyInDrafts,
          done: emptyInDrafts,
          sent: { ...emptyInDrafts, listed: true },
          held: { ...emptyInDrafts, listed: true },
          toPrint: emptyInDrafts,
          failed: { ...emptyInDrafts, listed: true },
          cancelled: emptyInDrafts,
          leftOut: emptyInDrafts,
        },
      ),
      createdByName: text({ label: 'Por', readOnly: true, listed: true }),
    }),
  },
})
