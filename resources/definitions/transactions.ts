import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  assigned,
  beside,
  choice,
  computed,
  date,
  datetime,
  fiscalYear,
  group,
  longText,
  money,
  parts,
  reference,
  references,
  text,
} from '../fields.ts'
import { movedMethods } from '../payment-methods.ts'
import { transactionCategories, transactionKinds } from './transaction-categories.ts'
import { cancelAction } from '../work-fields.ts'

const splitShape = { costCenterId: 'uuid', amount: 'euros' } as const

/**
 * A movement of an account. A transfer between accounts is two: the departure, with `toAccountId`, and the arrival, with `fromAccountId`,
 * which follows the departure and may have a later date. Never deleted: cancelling adds a reversal, a movement with the negative amount, so that the balance of an
 * account is its opening balance plus all its movements. Those of payments and of closed years do not change.
 */
export const transactions = defineResource({
  name: 'transactions',
  kind: 'stored',
  label: { one: 'Transação', many: 'Transações', gender: 'f' },
  help: 'O dinheiro que entrou e saiu das contas da organização.',
  title: 'number',
  nameTemplate: '{number} · {description}',
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: nobody },
  list: { sort: '-date', totalsBy: ['year', 'accountId', 'kind'] },
  parents: {
    treasuryAccounts: 'accountId',
    transactionCategories: 'categoryId',
    externalEntities: 'externalEntityId',
    members: 'memberId',
    payments: 'paymentId',
  },
  actions: {
    cancel: {
      ...cancelAction,
      done: 'Transação anulada.',
      when: [
        { is: { status: 'registered' }, otherwise: 'Esta transação já foi anulada.' },
        {
          is: { transferId: null },
          otherwise: 'É a entrada de uma transferência: anule a saída, que está na outra conta.',
        },
        {
          is: { reconciledOn: null },
          otherwise: 'Esta transação está conciliada: desfaça primeiro a conciliação.',
        },
        {
          is: { paymentId: null, refundId: null, roundId: null },
          otherwise: 'Vem de um pagamento, de uma devolução ou de uma ronda: anula-se lá.',
        },
      ],
    },
    reconcile: {
      label: 'Conciliar',
      past: 'conciliou',
      icon: 'check',
      done: 'Transação conciliada.',
      when: { is: { reconciledOn: null }, otherwise: 'Esta transação já está conciliada.' },
      access: staffWriters,
      fields: {
        statementRef: text({
          label: 'Extrato',
          help: 'Onde está no extrato do banco: a página ou a linha.',
          max: 60,
        }),
      },
    },
    unreconcile: {
      label: 'Desconciliar',
      past: 'desfez a conciliação',
      icon: 'back',
      done: 'Conciliação desfeita.',
      many: false,
      question: false,
      when: [
        { isNot: { reconciledOn: null }, otherwise: 'Esta transação não está conciliada.' },
        {
          is: { bankLineId: null },
          otherwise: 'Vem de uma linha do extrato: desfaça a conciliação da linha.',
        },
      ],
      access: staffWriters,
    },
  },
  fields: {
    ...group('Transação', {
      number: text({
        label: 'N.º',
        max: 20,
        ...assigned,
        listed: true,
        sortable: true,
        searchable: true,
      }),
      kind: choice(transactionKinds, {
        label: 'Tipo',
        required: true,
        fixed: true,
        default: 'expense',
        listed: true,
        filterable: true,
        badge: true,
      }),
      date: date({
        label: 'Data',
        required: true,
        rules: ['notFuture'],
        listed: true,
        sortable: true,
        filterable: true,
      }),
      year: fiscalYear('date', { label: 'Ano', hidden: true, filterable: true }),
      description: text({
        label: 'Descrição',
        max: 250,
        required: true,
        listed: true,
        searchable: true,
        span: 2,
      }),
      amount: money({ label: 'Valor', min: 0.01, required: true, sortable: true, filterable: true }),
      income: money({ label: 'Receita', ...assigned, derived: true, listed: true, summed: true }),
      expense: money({ label: 'Despesa', ...assigned, derived: true, listed: true, summed: true }),
      /** What the movement adds to the balance of its account; negative for what leaves. */
      effect: money({ label: 'Movimento', ...assigned, derived: true, hidden: true, summed: true }),
      accountBalance: computed({
        label: 'Saldo da conta',
        type: 'float32',
        inputType: 'money',
      }),
      accountId: reference('treasuryAccounts', {
        label: 'Conta',
        required: true,
        listed: true,
        filterable: true,
      }),
      toAccountId: reference('treasuryAccounts', {
        label: 'Conta de destino',
        help: 'Só nas transferências.',
      }),
      fromAccountId: reference('treasuryAccounts', {
        label: 'Conta de origem',
        readOnly: true,
        hidden: true,
      }),
      transferId: reference('transactions', {
        label: 'Saída da transferência',
        readOnly: true,
        hidden: true,
      }),
      categoryId: reference('transactionCategories', {
        label: 'Categoria',
        help: 'Nas transferências não é precisa.',
        assigned: true,
        listed: true,
        filterable: true,
      }),
      ...beside('categoryId', transactionCategories, ['purpose'], {
        purpose: { hidden: true, filterable: true },
      }),
      costCenterId: reference('costCenters', { label: 'Centro de custos', filterable: true }),
      splits: parts('transactionSplits', {
        label: 'Divisão por centros de custos',
        fixed: false,
        detail: undefined,
        shape: splitShape,
      }),
      externalEntityId: reference('externalEntities', { label: 'Entidade', listed: true, filterable: true }),
      memberId: reference('members', { label: '{MemberSingular}', filterable: true }),
      method: choice(movedMethods, { label: 'Meio', listed: true, filterable: true }),
      valueDate: date({ label: 'Data-valor' }),
      /** The arrival of a transfer has it as its date. */
      arrivalDate: date({
        label: 'Data de chegada',
        help: 'Só nas transferências. Vazia: a da saída.',
        rules: ['notFuture', 'notBefore:date'],
      }),
      arrivalValueDate: date({ label: 'Data-valor da chegada', help: 'Só nas transferências.' }),
      documentIds: references('treasuryDocs', { label: 'Documentos' }),
      hasDocument: computed({
        label: 'Tem documento',
        type: 'boolean',
        inputType: 'checkbox',
        hidden: true,
        filterable: true,
      }),
      hasCostCenter: computed({
        label: 'Tem centro de custos',
        type: 'boolean',
        inputType: 'checkbox',
        hidden: true,
        filterable: true,
      }),
      notes: longText({ label: 'Observações' }),
    }),
    ...group('Estado', {
      status: choice(
        {
          registered: { label: 'Registada', tone: 'green' },
          cancelled: { label: 'Anulada', tone: 'grey' },
          reversal: { label: 'Estorno', tone: 'grey' },
        },
        { label: 'Estado', default: 'registered', ...assigned, filterable: true, badge: true },
      ),
      paymentId: reference('payments', {
        label: 'Pagamento',
        readOnly: true,
        filterable: true,
      }),
      returnId: reference('paymentReturns', { label: 'Devolução', readOnly: true }),
      refundId: reference('creditRefunds', { label: 'Crédito devolvido', readOnly: true, filterable: true }),
      roundId: reference('rounds', { label: 'Comissão da ronda', readOnly: true, filterable: true }),
      reversesId: reference('transactions', { label: 'Estorna', readOnly: true }),
      cancelReason: text({ label: 'Motivo da anulação', max: 500, readOnly: true }),
      cancelledAt: datetime({ label: 'Anulada em', readOnly: true }),
      reconciledOn: date({ label: 'Conciliada em', readOnly: true, filterable: true }),
      bankLineId: reference('bankLines', {
        label: 'Linha do extrato',
        readOnly: true,
        filterable: true,
        hidden: true,
      }),
      statementRef: text({ label: 'Extrato', max: 60, readOnly: true }),
    }),
  },
})

/** The part of a transaction that belongs to a cost centre; a transaction of one centre has one. */
export const transactionSplits = defineResource({
  name: 'transactionSplits',
  kind: 'stored',
  label: { one: 'Transação do centro de custos', many: 'Transações do centro de custos', gender: 'f' },
  title: 'description',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  list: { sort: '-date', totalsBy: ['costCenterId', 'year', 'kind'] },
  parents: { costCenters: 'costCenterId', transactions: 'transactionId' },
  partOf: 'transactionId',
  fields: {
    transactionId: reference('transactions', { label: 'Transação', ...assigned, listed: true }),
    costCenterId: reference('costCenters', {
      label: 'Centro de custos',
      ...assigned,
      filterable: true,
    }),
    date: date({ label: 'Data', ...assigned, listed: true, sortable: true, filterable: true }),
    year: fiscalYear('date', { label: 'Ano', hidden: true, filterable: true }),
    kind: choice(transactionKinds, {
      label: 'Tipo',
      ...assigned,
      listed: true,
      filterable: true,
      badge: true,
    }),
    ...beside(
      'transactionId',
      transactions,
      ['description', 'categoryId', 'externalEntityId', 'accountId', 'status'],
      { description: { sortable: undefined, listed: true } },
    ),
    amount: money({ label: 'Valor', ...assigned, hidden: true }),
    income: money({ label: 'Receita', ...assigned, derived: true, listed: true, summed: true }),
    expense: money({ label: 'Despesa', ...assigned, derived: true, listed: true, summed: true }),
  },
})
