import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, datetime, group, json, longText, money, reference, stateOptions, text } from '../fields.ts'
import { gateways } from '../gateways.ts'
import { mapOf } from '../json-shape.ts'

const waiting = ['toConfirm', 'toMatch']
const paidKinds = { multibanco: 'Multibanco', mbway: 'MB WAY', other: 'Outro' }
const ofPaid = { kind: Object.keys(paidKinds) }

/** What a gateway says that was paid: registered by the program, or by a person who confirms or matches it. */
export const incomingPayments = defineResource({
  name: 'incomingPayments',
  kind: 'stored',
  label: { one: 'Recebimento', many: 'Recebimentos' },
  title: 'paidAt',
  nameTemplate: '{kind} · {paidAt}',
  help: 'O que o serviço de pagamentos diz que foi pago; espera por uma pessoa nos estados toConfirm e toMatch.',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  list: { sort: '-paidAt', searchIn: 'memberId' },
  parents: { paymentIntents: 'paymentIntentId' },
  actions: {
    confirm: {
      label: 'Registar o pagamento',
      past: 'registou o pagamento',
      icon: 'coins',
      done: 'Pagamento registado.',
      question: { title: 'Registar o pagamento?' },
      many: {
        title: 'Registar {{count|pagamento|pagamentos}}',
        text: 'Cada recebimento por confirmar passa a pagamento, com o seu recibo. Os outros ficam como estão.',
      },
      when: [
        { is: { state: 'toConfirm' }, otherwise: 'Já não está por confirmar.' },
        { is: ofPaid, otherwise: 'Não é um recebimento.' },
      ],
      access: staffWriters,
      writes: ['incomingPayments', 'payments'],
    },
    return: {
      label: 'Devolver o pagamento',
      past: 'devolveu o pagamento',
      icon: 'return',
      done: 'Pagamento devolvido.',
      many: false,
      question: false,
      when: [
        { is: { state: 'toConfirm' }, otherwise: 'Já não está por confirmar.' },
        { is: { kind: 'refund' }, otherwise: 'Não é uma devolução.' },
      ],
      access: staffWriters,
      writes: ['incomingPayments', 'payments'],
    },
    match: {
      label: 'Conciliar',
      past: 'conciliou',
      icon: 'person',
      done: 'Pagamento registado.',
      many: false,
      when: [
        { is: { state: waiting }, otherwise: 'Já foi tratado.' },
        { is: ofPaid, otherwise: 'Não é um recebimento.' },
      ],
      access: staffWriters,
      writes: ['incomingPayments', 'payments'],
      fields: {
        memberId: reference('members', {
          label: '{MemberSingular}',
          help: 'O valor paga as suas dívidas mais antigas; o que sobrar fica em crédito.',
          required: true,
        }),
      },
    },
    dismiss: {
      label: 'Pôr de lado',
      past: 'pôs de lado',
      icon: 'cancel',
      done: 'Posto de lado.',
      when: { is: { state: waiting }, otherwise: 'Já foi tratado.' },
      access: staffWriters,
      isDestructive: true,
      fields: { reason: longText({ label: 'Motivo', max: 300, required: true }) },
      sets: { state: 'dismissed', problem: { from: 'input', field: 'reason' } },
    },
  },
  fields: {
    ...group('Recebimento', {
      paidAt: datetime({ label: 'Pago em', assigned: true, readOnly: true, listed: true, sortable: true }),
      kind: choice(
        { ...paidKinds, refund: 'Reembolso' },
        { label: 'Meio', assigned: true, readOnly: true, listed: true, filterable: true },
      ),
      amount: money({ label: 'Valor', assigned: true, readOnly: true, listed: true }),
      fee: money({ label: 'Comissão', readOnly: true, listed: true }),
      state: choice(
        {
          received: { label: 'Por tratar', tone: 'blue' },
          toConfirm: { label: 'Por confirmar', tone: 'amber' },
          toMatch: { label: 'Por conciliar', tone: 'amber' },
          settled: { label: 'Registado', tone: 'green' },
          duplicate: { label: 'Repetido', tone: 'grey' },
          dismissed: { label: 'Posto de lado', tone: 'grey' },
        },
        { ...stateOptions, default: 'received' },
      ),
      memberId: reference('members', {
        label: '{MemberSingular}',
        readOnly: true,
        listed: true,
        filterable: true,
      }),
      problem: text({ label: 'Motivo', max: 300, readOnly: true, listed: true, span: 2 }),
      entity: text({ label: 'Entidade', max: 5, readOnly: true }),
      reference: text({ label: 'Referência', max: 9, readOnly: true, listed: true }),
      paymentIntentId: reference('paymentIntents', { label: 'Pedido de pagamento', readOnly: true }),
      paymentId: reference('payments', { label: 'Pagamento', readOnly: true }),
    }),
    ...group('Serviço', {
      gateway: choice(gateways, { label: 'Serviço', assigned: true, readOnly: true, filterable: true }),
      orderId: text({ label: 'Número do pedido', max: 200, readOnly: true }),
      externalId: text({ label: 'Número no serviço', max: 200, readOnly: true }),
      /** As it was received, without keys. */
      raw: json({
        label: 'Aviso recebido',
        assigned: true,
        readOnly: true,
        detail: true,
        shape: mapOf('text'),
      }),
    }),
  },
})
