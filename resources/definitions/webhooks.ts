import { admins, nobody } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, datetime, group, integer, longText, reference, stateOptions, text } from '../fields.ts'

/** Programs that are told what happens, by a signed request. Their secrets are issued by `POST /webhooks/:id/issue`. */
export const webhooks = defineResource({
  name: 'webhooks',
  kind: 'stored',
  label: { one: 'Webhook', many: 'Webhooks', new: 'Novo webhook' },
  title: 'name',
  access: { read: admins, create: admins, update: admins, delete: admins },
  list: { sort: 'name' },
  actions: {
    sendTest: {
      label: 'Enviar teste',
      past: 'enviou um teste',
      icon: 'send',
      many: false,
      question: false,
      when: {
        is: { state: ['active', 'failing'] },
        otherwise: 'O webhook está desligado: ligue-o primeiro.',
      },
      done: 'Teste a caminho: o resultado aparece nas entregas.',
      access: admins,
    },
    switchOff: {
      label: 'Desligar',
      past: 'desligou o webhook',
      icon: 'cancel',
      done: 'Webhook desligado.',
      many: false,
      when: { is: { state: ['active', 'failing'] }, otherwise: 'O webhook já está desligado.' },
      access: admins,
      isDestructive: true,
      sets: { state: 'off' },
    },
    switchOn: {
      label: 'Ligar',
      past: 'ligou o webhook',
      icon: 'play',
      done: 'Webhook ligado.',
      many: false,
      question: false,
      when: { is: { state: ['off', 'stopped'] }, otherwise: 'O webhook já está ligado.' },
      access: admins,
      sets: { state: 'active', failingSince: null, nextAttemptAt: null, problem: null },
    },
  },
  fields: {
    ...group('Webhook', {
      name: text({
        label: 'Nome',
        help: 'O programa que recebe: «Sítio da associação».',
        required: true,
        listed: true,
        sortable: true,
        max: 60,
      }),
      url: text({
        label: 'Endereço',
        help: 'Começa por https://. Recebe cada acontecimento num pedido POST.',
        required: true,
        listed: true,
        max: 500,
        span: 2,
        rules: ['webAddress'],
      }),
      /** Separated by spaces: `members.created payments.updated` (`webhook-events.ts`). */
      events: longText({ label: 'Acontecimentos', required: true, hidden: true, max: 8000 }),
    }),
    ...group('Entregas', {
      state: choice(
        {
          active: { label: 'Ligado', tone: 'green' },
          failing: { label: 'A falhar', tone: 'amber' },
          off: { label: 'Desligado', tone: 'grey' },
          stopped: { label: 'Desligado por falhas', tone: 'red' },
        },
        { label: 'Estado', assigned: true, default: 'active', readOnly: true, listed: true, badge: true },
      ),
      lastAttemptAt: datetime({ label: 'Última entrega', readOnly: true, listed: true }),
      failingSince: datetime({ label: 'A falhar desde', readOnly: true }),
      nextAttemptAt: datetime({ label: 'Próxima tentativa', readOnly: true }),
      problem: text({ label: 'Última falha', max: 300, readOnly: true, span: 2 }),
    }),
  },
})

/** Events for a webhook. What they tell of the record is read when they are sent, and not stored. */
export const webhookDeliveries = defineResource({
  name: 'webhookDeliveries',
  kind: 'stored',
  label: { one: 'Entrega', many: 'Entregas', gender: 'f' },
  title: 'event',
  access: { read: admins, create: nobody, update: nobody, delete: nobody },
  parents: { webhooks: 'webhookId' },
  partOf: 'webhookId',
  actions: {
    redeliver: {
      label: 'Voltar a enviar',
      past: 'voltou a enviar',
      icon: 'again',
      done: 'A entrega vai outra vez.',
      question: false,
      many: { text: 'Vão com o mesmo id e com os dados que os registos têm agora.' },
      access: admins,
    },
  },
  fields: {
    webhookId: reference('webhooks', {
      label: 'Webhook',
      assigned: true,
      readOnly: true,
      listed: true,
      filterable: true,
    }),
    event: text({ label: 'Acontecimento', assigned: true, readOnly: true, listed: true, max: 80 }),
    action: text({ label: 'Ação', readOnly: true, max: 60 }),
    recordId: text({ label: 'Registo', assigned: true, readOnly: true, max: 36 }),
    state: choice(
      {
        pending: { label: 'Por entregar', tone: 'blue' },
        delivered: { label: 'Entregue', tone: 'green' },
        failed: { label: 'Falhou', tone: 'red' },
      },
      { ...stateOptions, default: 'pending' },
    ),
    attempts: integer({ label: 'Tentativas', assigned: true, default: 0, readOnly: true, listed: true }),
    dueAt: datetime({ label: 'Próxima tentativa', readOnly: true, listed: true }),
    status: integer({ label: 'Resposta', readOnly: true, listed: true }),
    problem: text({ label: 'Motivo', max: 300, readOnly: true, listed: true, span: 2 }),
  },
})

/** Each request of a delivery, with the beginning of the answer. */
export const webhookAttempts = defineResource({
  name: 'webhookAttempts',
  kind: 'stored',
  label: { one: 'Tentativa', many: 'Tentativas', gender: 'f' },
  title: 'at',
  access: { read: admins, create: nobody, update: nobody, delete: nobody },
  parents: { webhookDeliveries: 'webhookDeliveryId' },
  partOf: 'webhookDeliveryId',
  list: { sort: '-at' },
  fields: {
    webhookDeliveryId: reference('webhookDeliveries', {
      label: 'Entrega',
      assigned: true,
      readOnly: true,
      hidden: true,
    }),
    at: datetime({ label: 'Quando', assigned: true, readOnly: true, listed: true, sortable: true }),
    status: integer({ label: 'Resposta', readOnly: true, listed: true }),
    duration: integer({ label: 'Duração (ms)', assigned: true, readOnly: true, listed: true }),
    problem: text({ label: 'Motivo', max: 300, readOnly: true, listed: true }),
    answer: longText({ label: 'Texto da resposta', max: 2048, readOnly: true, listed: true }),
  },
})
