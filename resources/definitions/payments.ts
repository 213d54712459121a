import { anyOf, nobody, ownRecords, staffReaders, staffRoles, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  beside,
  boolean,
  choice,
  computed,
  copied,
  date,
  datetime,
  email,
  group,
  longText,
  money,
  parts,
  reference,
  text,
} from '../fields.ts'
import { paymentMethods } from '../payment-methods.ts'
import { members } from './members.ts'

const own = ownRecords('personId')
/** Cancelled payments are excluded from sums; exports add a column with the received amount. */
const onlyReceived = {
  summedWhere: { field: 'status', values: ['registered'] },
  exportedWith: { amount: 'receivedAmount' },
} as const
const payer = beside('memberId', members, ['memberNumber', 'personId'], {
  memberNumber: { sortable: undefined, listed: true },
  personId: { hidden: true },
})

/** A payment with its receipt. Never deleted or changed, only cancelled with a reason; its number is not reused. */
export const payments = defineResource({
  name: 'payments',
  kind: 'stored',
  label: { one: 'Pagamento', many: 'Pagamentos', new: 'Registar pagamento' },
  title: 'receiptNumber',
  nameTemplate: '{receiptNumber} · {memberId}',
  access: { read: anyOf(staffReaders, own), create: staffWriters, update: staffWriters, delete: nobody },
  list: { sort: '-date', searchIn: 'memberId', ...onlyReceived },
  parents: { members: 'memberId' },
  actions: {
    cancel: {
      label: 'Anular',
      past: 'anulou',
      access: staffWriters,
      isDestructive: true,
      fields: { reason: longText({ label: 'Motivo', max: 500, required: true }) },
    },
    sendReceipt: {
      label: 'Enviar recibo',
      past: 'enviou o recibo',
      access: staffWriters,
      fields: { email: email({ label: 'Email', help: 'Vazio: o da ficha de quem pagou.', span: 2 }) },
    },
  },
  fields: {
    ...group('Pagamento', {
      memberId: reference('members', {
        label: '{MemberSingular}',
        required: true,
        fixed: true,
        listed: true,
      }),
      ...payer,
      date: date({
        label: 'Data',
        rules: ['notFuture'],
        required: true,
        fixed: true,
        listed: true,
        sortable: true,
        filterable: true,
      }),
      /** Required when the date is before the foundation of the organisation, or many years ago. */
      dateConfirmed: boolean({
        label: 'Confirmo que a data está certa',
        fixed: true,
        hidden: true,
        readBy: staffRoles,
      }),
      amount: money({
        label: 'Valor',
        min: 0.01,
        required: true,
        fixed: true,
        listed: true,
        sortable: true,
        summed: true,
      }),
      receivedAmount: money({
        label: 'Valor recebido',
        help: 'Zero de um pagamento anulado.',
        assigned: true,
        readOnly: true,
        derived: true,
      }),
      method: choice(paymentMethods, {
        label: 'Meio',
        required: true,
        fixed: true,
        listed: true,
        filterable: true,
      }),
      /**
       * List of `{unsettledPaymentId, amount}`, or `{charge, amount}` for a charge created with the payment. Empty: pays the oldest
       * charges. The remainder becomes credit.
       */
      items: parts('paymentItems', { label: 'Dívidas pagas' }),
      reference: text({ label: 'Referência', max: 100, searchable: true }),
      receivedBy: text({ label: 'Recebido por', max: 100, assigned: true, fixed: true }),
      notes: longText({ label: 'Observações', readBy: staffRoles }),
    }),
    ...group('Recibo', {
      receiptSeries: text({ label: 'Série', max: 20, assigned: true, readOnly: true, filterable: true }),
      receiptNumber: text({
        label: 'Recibo n.º',
        max: 30,
        assigned: true,
        readOnly: true,
        listed: true,
        sortable: true,
        searchable: true,
        unique: 'Já existe um recibo com este número.',
      }),
      status: choice(
        {
          registered: { label: 'Registado', tone: 'green' },
          cancelled: { label: 'Anulado', tone: 'grey' },
        },
        {
          label: 'Estado',
          assigned: true,
          default: 'registered',
          readOnly: true,
          listed: true,
          filterable: true,
          badge: true,
        },
      ),
      afterCashSheet: computed({
        label: 'Depois do fecho da folha de caixa',
        type: 'boolean',
        inputType: 'checkbox',
        hidden: true,
        detail: true,
      }),
      cancelReason: text({ label: 'Motivo da anulação', max: 500, readOnly: true }),
      cancelledAt: datetime({ label: 'Anulado em', readOnly: true }),
    }),
  },
})

/** Parts of a payment: each settles a charge, or is credit of the payer. */
export const paymentItems = defineResource({
  name: 'paymentItems',
  kind: 'stored',
  label: { one: 'Linha de pagamento', many: 'Linhas de pagamento', gender: 'f' },
  title: 'description',
  access: { read: anyOf(staffReaders, own), create: nobody, update: nobody, delete: nobody },
  list: onlyReceived,
  parents: { payments: 'paymentId', unsettledPayments: 'unsettledPaymentId' },
  partOf: 'paymentId',
  fields: {
    paymentId: reference('payments', { label: 'Pagamento', assigned: true, readOnly: true, listed: true }),
    memberId: reference('members', {
      label: '{MemberSingular}',
      assigned: true,
      readOnly: true,
      listed: true,
    }),
    ...payer,
    unsettledPaymentId: reference('unsettledPayments', { label: 'Dívida', readOnly: true }),
    description: text({ label: 'Descrição', max: 200, assigned: true, readOnly: true, listed: true }),
    amount: money({ label: 'Valor', assigned: true, readOnly: true, listed: true, summed: true }),
    ...copied(payments, ['receivedAmount', 'status']),
  },
})

/** Use of the credit of a payment to settle a charge. */
export const creditUses = defineResource({
  name: 'creditUses',
  kind: 'stored',
  label: { one: 'Uso de crédito', many: 'Usos de crédito' },
  title: 'unsettledPaymentId',
  access: { read: anyOf(staffReaders, own), create: nobody, update: nobody, delete: nobody },
  list: { sort: '-date', summedWhere: { field: 'status', values: ['active'] } },
  parents: { members: 'memberId', unsettledPayments: 'unsettledPaymentId', payments: 'paymentId' },
  fields: {
    memberId: reference('members', {
      label: '{MemberSingular}',
      assigned: true,
      readOnly: true,
      listed: true,
    }),
    ...payer,
    paymentId: reference('payments', {
      label: 'Pagamento de que sobrou',
      assigned: true,
      readOnly: true,
      listed: true,
    }),
    unsettledPaymentId: reference('unsettledPayments', {
      label: 'Dívida',
      assigned: true,
      readOnly: true,
      listed: true,
    }),
    date: date({ label: 'Data', assigned: true, readOnly: true, listed: true, sortable: true }),
    amount: money({ label: 'Valor', assigned: true, readOnly: true, listed: true, summed: true }),
    quotaRunId: reference('quotaRuns', { label: 'Geração de quotas', readOnly: true, hidden: true }),
    status: choice(
      { active: { label: 'Usado', tone: 'green' }, undone: { label: 'Devolvido', tone: 'grey' } },
      { label: 'Estado', assigned: true, default: 'active', readOnly: true, listed: true, badge: true },
    ),
  },
})
