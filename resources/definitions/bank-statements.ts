import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  assigned,
  boolean,
  choice,
  computed,
  date,
  group,
  integer,
  json,
  longText,
  money,
  parts,
  reference,
  references,
  stateOptions,
  text,
} from '../fields.ts'
import { orNull } from '../json-shape.ts'

/** Files of bank statements that were imported (`POST /bank_statements`). */
export const bankStatements = defineResource({
  name: 'bankStatements',
  kind: 'stored',
  label: { one: 'Extrato', many: 'Extratos', new: 'Importar extrato' },
  help: 'Ficheiros do banco, em CSV, OFX ou camt.053.',
  title: 'fileName',
  access: { read: staffReaders, create: nobody, update: nobody, delete: staffWriters },
  list: { sort: '-toDate' },
  parents: { treasuryAccounts: 'accountId' },
  insteadOfDeleting: 'Desfaça primeiro as linhas que já foram conciliadas.',
  fields: {
    fileName: text({ label: 'Ficheiro', max: 150, ...assigned, listed: true, searchable: true }),
    accountId: reference('treasuryAccounts', {
      label: 'Conta',
      ...assigned,
      listed: true,
      filterable: true,
    }),
    format: choice(
      { csv: 'CSV', camt053: 'camt.053', ofx: 'OFX' },
      { label: 'Formato', ...assigned, listed: true },
    ),
    fromDate: date({ label: 'De', readOnly: true, listed: true }),
    toDate: date({ label: 'Até', readOnly: true, listed: true, sortable: true }),
    lineCount: integer({ label: 'Linhas', ...assigned, listed: true }),
    newLines: integer({
      label: 'Novas',
      help: 'As outras já cá estavam, de outro ficheiro.',
      ...assigned,
      listed: true,
    }),
    closingDate: date({ label: 'Dia do saldo', readOnly: true }),
    closingBalance: money({ label: 'Saldo no fim', min: -9_999_999.99, readOnly: true, listed: true }),
    remark: text({
      label: 'Conferência',
      help: 'O que não se pôde conferir com os saldos. Vazio: batem certo com os movimentos.',
      max: 500,
      readOnly: true,
      listed: true,
    }),
    createdByName: text({ label: 'Importado por', readOnly: true, listed: true }),
  },
})

/** What a line of a statement may be. */
export const bookingKinds = {
  transactions: 'Transações que já cá estão',
  payment: 'Pagamento de {um} {memberSingular}',
  entry: 'Outra receita ou despesa',
  transfer: 'Transferência entre contas',
  parts: 'Várias coisas',
} as const
export type BookingKind = keyof typeof bookingKinds

/** What a part of a line may be. */
export type PartKind = Exclude<BookingKind, 'parts'>

/** A part of a line, with the fields of its kind. The amount is in euros, with the sign of the line; existing transactions have their own. */
export const linePartShape = {
  kind: 'text',
  'amount?': 'euros',
  'transactionIds?': ['uuid'],
  'memberId?': 'uuid',
  'chargeIds?': ['uuid'],
  'categoryId?': 'uuid?',
  'externalEntityId?': 'uuid?',
  'costCenterId?': 'uuid?',
  'documentIds?': ['uuid'],
  'description?': 'text?',
  'otherAccountId?': 'uuid',
} as const

/** What a line probably is, and why. Amounts in euros. */
export const suggestionShape = {
  kind: 'text',
  /** Words for people: a name, a description. */
  label: 'text',
  reasons: ['text'],
  isSure: 'boolean',
  'transactionIds?': ['uuid'],
  'memberId?': 'uuid',
  'chargeIds?': ['uuid'],
  'categoryId?': 'uuid?',
  'externalEntityId?': 'uuid?',
  'documentIds?': ['uuid'],
  'otherAccountId?': 'uuid',
  'parts?': [linePartShape],
} as const

/** Lines of bank statements, each of which becomes a payment, a transaction or a transfer, once. */
export const bankLines = defineResource({
  name: 'bankLines',
  kind: 'stored',
  label: { one: 'Linha do extrato', many: 'Linhas dos extratos', gender: 'f' },
  title: 'description',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  list: { sort: 'date' },
  parents: { bankStatements: 'statementId', treasuryAccounts: 'accountId' },
  partOf: 'statementId',
  actions: {
    accept: {
      label: 'Confirmar a sugestão',
      past: 'confirmou',
      icon: 'check',
      done: 'Conciliada.',
      question: false,
      many: {
        title: 'Confirmar {{count|linha|linhas}}',
        text: 'Cada linha com uma sugestão certa é conciliada como ela diz. As outras ficam por conciliar, e os resultados dizem quais.',
      },
      when: [
        { is: { status: 'open' }, otherwise: 'A linha já está conciliada ou ignorada.' },
        { is: { isSure: true }, otherwise: 'Não tem uma sugestão certa: abra a linha e diga o que é.' },
      ],
      access: staffWriters,
      writes: ['bankLines', 'payments', 'transactions'],
    },
    book: {
      label: 'Conciliar',
      past: 'conciliou',
      icon: 'check',
      done: 'Conciliada.',
      many: false,
      when: { is: { status: 'open' }, otherwise: 'A linha já está conciliada ou ignorada.' },
      access: staffWriters,
      writes: ['bankLines', 'payments', 'transactions'],
      fields: {
        kind: choice(bookingKinds, { label: 'O que é', required: true }),
        transactionIds: references('transactions', { label: 'Transações' }),
        memberId: reference('members', { label: '{MemberSingular}' }),
        chargeIds: references('unsettledPayments', {
          label: 'Dívidas',
          blank: 'paga as mais antigas, e o resto fica como crédito',
        }),
        categoryId: reference('transactionCategories', { label: 'Categoria' }),
        externalEntityId: reference('externalEntities', { label: 'Entidade' }),
        costCenterId: reference('costCenters', { label: 'Centro de custos' }),
        documentIds: references('treasuryDocs', { label: 'Documentos' }),
        description: text({ label: 'Descrição', max: 250 }),
        otherAccountId: reference('treasuryAccounts', { label: 'A outra conta' }),
        parts: parts('transactions', {
          label: 'Partes',
          help: 'O que é cada parte da linha: somam o valor dela.',
          shape: linePartShape,
        }),
      },
    },
    ignore: {
      label: 'Ignorar',
      past: 'ignorou',
      icon: 'cancel',
      done: 'Ignorada.',
      question: { title: 'Ignorar a linha' },
      many: { title: 'Ignorar {{count|linha|linhas}}' },
      when: { is: { status: 'open' }, otherwise: 'A linha já está conciliada ou ignorada.' },
      access: staffWriters,
      fields: { reason: longText({ label: 'Motivo', max: 200, required: true }) },
      sets: { status: 'ignored', ignoreReason: { from: 'input', field: 'reason' } },
    },
    undo: {
      label: 'Desfazer',
      past: 'desfez a conciliação',
      icon: 'back',
      done: 'A linha está outra vez por conciliar.',
      many: false,
      question: {
        title: 'Desfazer a conciliação?',
        text: 'A linha volta a estar por conciliar. Os pagamentos e as transações que nasceram dela são anulados; o que já cá estava fica.',
      },
      when: { is: { status: ['booked', 'ignored'] }, otherwise: 'A linha ainda está por conciliar.' },
      access: staffWriters,
      writes: ['bankLines', 'payments', 'transactions'],
      isDestructive: true,
    },
  },
  fields: {
    ...group('Linha', {
      date: date({ label: 'Data', ...assigned, listed: true, sortable: true, filterable: true }),
      valueDate: date({ label: 'Data-valor', readOnly: true }),
      description: text({ label: 'Descrição', max: 500, ...assigned, listed: true, searchable: true }),
      amount: money({
        label: 'Valor',
        help: 'Negativo: saiu da conta.',
        min: -9_999_999.99,
        ...assigned,
        listed: true,
        filterable: true,
        summed: true,
      }),
      counterpartName: text({
        label: 'De quem ou a quem',
        max: 150,
        readOnly: true,
        listed: true,
        searchable: true,
      }),
      counterpartIban: text({ label: 'IBAN', max: 34, readOnly: true, sealed: true, confidential: 'iban' }),
      counterpartBic: text({ label: 'BIC', max: 11, readOnly: true }),
      isReturn: boolean({
        label: 'Devolução',
        help: 'O banco desfez um movimento anterior.',
        ...assigned,
        filterable: true,
      }),
      reference: text({ label: 'Referência', max: 100, readOnly: true, searchable: true }),
      balance: money({ label: 'Saldo do banco', min: -9_999_999.99, readOnly: true }),
      accountId: reference('treasuryAccounts', { label: 'Conta', ...assigned, filterable: true }),
      statementId: reference('bankStatements', { label: 'Extrato', ...assigned, filterable: true }),
    }),
    ...group('Conciliação', {
      status: choice(
        {
          open: { label: 'Por conciliar', tone: 'amber' },
          booked: { label: 'Conciliada', tone: 'green' },
          ignored: { label: 'Ignorada', tone: 'grey' },
        },
        { ...stateOptions, default: 'open' },
      ),
      suggestions: json({ label: 'Sugestões', readOnly: true, shape: orNull([suggestionShape]) }),
      isSure: boolean({ label: 'Sugestão certa', ...assigned, hidden: true, filterable: true }),
      kind: choice(bookingKinds, { label: 'O que é', readOnly: true }),
      transactions: computed({ label: 'Transações', type: 'list', inputType: 'tags', detail: true }),
      paymentId: reference('payments', { label: 'Pagamento', readOnly: true }),
      ignoreReason: text({ label: 'Motivo', max: 200, readOnly: true }),
      bookedByName: text({ label: 'Conciliada por', readOnly: true }),
    }),
  },
})
