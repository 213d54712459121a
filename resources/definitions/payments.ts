import { nobody, staffOrOwner, staffRoles, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { either, Schema } from '../json-shape.ts'
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
  stateOptions,
  text,
} from '../fields.ts'
import { paymentMethods } from '../payment-methods.ts'
import { enteredStates } from '../payment-states.ts'
import { paymentReturns } from './payment-returns.ts'
import { members } from './members.ts'
import { payerCategory } from './payer-category.ts'
import { unsettledPayments } from './unsettled-payments.ts'
import { cancelAction } from '../work-fields.ts'

/** Sums are of the money that came in on the days of the list; exports add a column with the received amount. */
const onlyReceived = {
  summedWhere: { field: 'status', values: enteredStates },
  exportedWith: { amount: 'receivedAmount' },
} as const
const payer = beside('memberId', members, ['memberNumber', 'personId'], {
  memberNumber: { sortable: undefined, listed: true },
  personId: { hidden: true },
})

/** A charge and the amount paid of it, or a charge that is created with the payment. */
const itemShape = either(
  { unsettledPaymentId: 'uuid', 'amount?': 'euros' },
  { charge: new Schema({ $ref: '#/components/schemas/unsettledPaymentsInput' }), 'amount?': 'euros' },
)

/** A payment with its receipt. Never deleted or changed, only cancelled with a reason; its number is not reused. */
export const payments = defineResource({
  name: 'payments',
  kind: 'stored',
  label: { one: 'Pagamento', many: 'Pagamentos', new: 'Registar pagamento' },
  title: 'receiptNumber',
  nameTemplate: '{receiptNumber} · {memberId}',
  access: { read: staffOrOwner, create: staffWriters, update: staffWriters, delete: nobody },
  list: { sort: '-date', searchIn: 'memberId', ...onlyReceived },
  parents: { members: 'memberId' },
  actions: {
    cancel: {
      ...cancelAction,
      done: 'Recibo {{receiptNumber}} anulado.',
      question: { title: 'Anular o recibo {{receiptNumber}}' },
      when: [
        { isNot: { status: 'cancelled' }, otherwise: 'Este pagamento já está anulado.' },
        {
          isNot: { status: 'returned' },
          otherwise: 'Este pagamento foi devolvido: desfaça primeiro a devolução.',
        },
      ],
    },
    confirm: {
      label: 'Confirmar',
      past: 'confirmou',
      icon: 'check',
      done: 'Pagamento confirmado.',
      question: false,
      when: { is: { status: 'registered' }, otherwise: 'Só se confirma um pagamento registado.' },
      access: staffWriters,
    },
    return: {
      label: 'Devolver',
      past: 'registou a devolução',
      icon: 'return',
      done: 'Pagamento do recibo {{receiptNumber}} devolvido.',
      many: false,
      question: { title: 'Devolver: recibo {{receiptNumber}}' },
      initial: { date: { from: 'today' }, reason: 'AM04' },
      when: [
        { isNot: { status: 'cancelled' }, otherwise: 'Este pagamento está anulado.' },
        { isNot: { status: 'returned' }, otherwise: 'Este pagamento já foi devolvido.' },
        { isNot: { method: 'offset' }, otherwise: 'Este pagamento foi um acerto, sem dinheiro: anule-o.' },
      ],
      access: staffWriters,
      isDestructive: true,
      fields: {
        date: date({
          label: 'Devolvido em',
          help: 'O dia em que o dinheiro saiu da conta.',
          rules: ['notFuture'],
          required: true,
        }),
        reason: { ...paymentReturns.fields.reason, required: true, readOnly: undefined, default: 'AM04' },
        cost: money({ label: 'Custo no banco', help: 'O que o banco cobrou pela devolução.', min: 0.01 }),
        chargeCost: boolean({ label: 'Cobrar o custo a quem pagou' }),
        tell: boolean({ label: 'Avisar quem pagou' }),
        notes: longText({ label: 'Observações', max: 500 }),
      },
    },
    undoReturn: {
      label: 'Desfazer a devolução',
      past: 'desfez a devolução',
      icon: 'back',
      done: 'Devolução do recibo {{receiptNumber}} desfeita.',
      many: false,
      question: {
        title: 'Desfazer a devolução: recibo {{receiptNumber}}',
        text: 'O pagamento volta a valer: o que ele pagava deixa de estar em dívida, e a tesouraria é corrigida.',
      },
      when: { is: { status: 'returned' }, otherwise: 'Este pagamento não está devolvido.' },
      access: staffWriters,
      isDestructive: true,
      fields: { reason: longText({ label: 'Motivo', max: 500, required: true }) },
    },
    sendReceipt: {
      label: 'Enviar recibo',
      past: 'enviou o recibo',
      icon: 'mail',
      done: 'O recibo vai a caminho de {{recipient}}.',
      sends: true,
      question: { text: 'Segue por email, com o recibo em PDF.' },
      many: {
        title: 'Enviar {{count|recibo|recibos}} por email',
        text: 'Cada recibo vai para o email da ficha de quem pagou. Os de pagamentos anulados, e os de quem não tem email, ficam por enviar, com a indicação do motivo.',
        without: ['email'],
      },
      when: [
        { isNot: { status: 'cancelled' }, otherwise: 'Este pagamento está anulado: o recibo já não vale.' },
        { isNot: { status: 'returned' }, otherwise: 'Este pagamento foi devolvido: o recibo já não vale.' },
      ],
      answer: { _id: 'uuid', state: 'text', recipient: 'text?' },
      access: staffWriters,
      writes: ['messages'],
      fields: { email: email({ label: 'Email', blank: 'o da ficha de quem pagou', span: 2 }) },
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
      categoryId: payerCategory,
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
       * Empty: pays the oldest charges. The remainder becomes credit.
       */
      items: parts('paymentItems', { label: 'Dívidas pagas', shape: itemShape }),
      reference: text({ label: 'Referência', max: 100, searchable: true }),
      bankAccountId: reference('treasuryAccounts', {
        label: 'Conta',
        help: 'Onde o dinheiro entrou. Vazia: a que recebe este meio.',
        fixed: true,
        readBy: staffRoles,
      }),
      fee: money({
        label: 'Comissão',
        help: 'O que o serviço de pagamentos reteve.',
        fixed: true,
        readBy: staffRoles,
      }),
      /** The first transaction of its posting. */
      treasuryTransactionId: computed({ label: 'Transação', hidden: true, detail: true, readBy: staffRoles }),
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
          confirmed: { label: 'Confirmado', tone: 'green' },
          returned: { label: 'Devolvido', tone: 'red' },
          cancelled: { label: 'Anulado', tone: 'grey' },
        },
        { ...stateOptions, default: 'registered' },
      ),
      /** How it is known that the money is in the account. */
      confirmedBy: choice(
        { statement: 'Extrato do banco', gateway: 'Serviço de pagamentos', person: 'Quem confirmou' },
        { label: 'Confirmado por', readOnly: true, readBy: staffRoles },
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
  access: { read: staffOrOwner, create: nobody, update: nobody, delete: nobody },
  list: { ...onlyReceived, searchIn: 'memberId' },
  parents: { payments: 'paymentId', unsettledPayments: 'unsettledPaymentId' },
  partOf: 'paymentId',
  fields: {
    paymentId: reference('payments', { label: 'Pagamento', assigned: true, readOnly: true, listed: true }),
    memberId: reference('members', {
      label: '{MemberSingular}',
      assigned: true,
      readOnly: true,
      listed: true,
      filterable: true,
    }),
    ...payer,
    ...beside('paymentId', payments, ['date'], { date: { sortable: undefined } }),
    // Credit is of no charge.
    ...beside('unsettledPaymentId', unsettledPayments, ['type'], {
      type: { listed: undefined, assigned: undefined },
    }),
    unsettledPaymentId: reference('unsettledPayments', { label: 'Dívida', readOnly: true }),
    description: text({ label: 'Descrição', max: 200, assigned: true, readOnly: true, listed: true }),
    amount: money({ label: 'Valor', assigned: true, readOnly: true, listed: true, summed: true }),
    ...copied(payments, ['receivedAmount', 'status'], { status: { filterable: true } }),
  },
})

/** Use of the credit of a payment: settles a charge, or was given back. */
export const creditUses = defineResource({
  name: 'creditUses',
  kind: 'stored',
  label: { one: 'Uso de crédito', many: 'Usos de crédito' },
  title: 'unsettledPaymentId',
  access: { read: staffOrOwner, create: nobody, update: nobody, delete: nobody },
  list: { sort: '-date', searchIn: 'memberId', summedWhere: { field: 'status', values: ['active'] } },
  parents: { members: 'memberId', unsettledPayments: 'unsettledPaymentId', payments: 'paymentId' },
  fields: {
    memberId: reference('members', {
      label: '{MemberSingular}',
      assigned: true,
      readOnly: true,
      listed: true,
      filterable: true,
    }),
    ...payer,
    ...beside('unsettledPaymentId', unsettledPayments, ['type'], {
      type: { listed: undefined, assigned: undefined },
    }),
    paymentId: reference('payments', {
      label: 'Pagamento',
      assigned: true,
      readOnly: true,
      listed: true,
    }),
    unsettledPaymentId: reference('unsettledPayments', { label: 'Dívida', readOnly: true, listed: true }),
    refundId: reference('creditRefunds', { label: 'Crédito devolvido', readOnly: true, listed: true }),
    date: date({
      label: 'Data',
      assigned: true,
      readOnly: true,
      listed: true,
      sortable: true,
      filterable: true,
    }),
    amount: money({ label: 'Valor', assigned: true, readOnly: true, listed: true, summed: true }),
    quotaRunId: reference('quotaRuns', { label: 'Geração de quotas', readOnly: true, hidden: true }),
    status: choice(
      { active: { label: 'Usado', tone: 'green' }, undone: { label: 'Devolvido', tone: 'grey' } },
      { ...stateOptions, default: 'active' },
    ),
  },
})
