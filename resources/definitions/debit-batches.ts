import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  assigned,
  beside,
  boolean,
  choice,
  computed,
  copied,
  date,
  datetime,
  group,
  integer,
  json,
  longText,
  money,
  reference,
  references,
  stateOptions,
  text,
} from '../fields.ts'
import { returnReasonLabels } from '../return-reasons.ts'
import { debitSettings } from '../settings/debit-settings.ts'
import { counter, retryAction, underWayStates, workFields } from '../work-fields.ts'
import { mandates } from './mandates.ts'
import { members } from './members.ts'

const { state, createdByName, problem } = workFields({
  running: 'A registar',
  done: 'Cobrada',
  by: 'Feita por',
  states: {
    created: { label: 'Por enviar', tone: 'amber' },
    sent: { label: 'Enviada', tone: 'blue' },
    cancelled: { label: 'Anulada', tone: 'grey' },
  },
  filterable: true,
})

/** Types of debits in the order of their groups in a file, by their codes in SEPA files. */
export const debitSequences = {
  FRST: 'Primeiro de vários',
  RCUR: 'Recorrente',
  OOFF: 'Um só débito',
} as const
export type DebitSequence = keyof typeof debitSequences

/** Files with direct debits for the bank. Each has one collection for each mandate. */
export const debitBatches = defineResource({
  name: 'debitBatches',
  kind: 'stored',
  label: { one: 'Remessa de débitos', many: 'Remessas de débitos', gender: 'f', new: 'Nova remessa' },
  help: 'Ficheiros com débitos diretos para o banco (pain.008).',
  title: 'number',
  access: { read: staffReaders, create: staffWriters, update: nobody, delete: nobody },
  list: { sort: '-collectionDate' },
  work: {
    underWay: underWayStates,
    progress: { total: 'collections', done: ['booked', 'rejected', 'returned'] },
    about: 'number',
  },
  actions: {
    makeFile: {
      label: 'Ficheiro para o banco',
      past: 'fez o ficheiro',
      icon: 'download',
      done: 'Ficheiro feito.',
      many: false,
      question: false,
      when: { is: { state: 'created' }, otherwise: 'A remessa já foi enviada ou anulada.' },
      access: staffWriters,
      writes: ['debitBatches', 'debitCollections'],
      answer: { url: 'url' },
    },
    send: {
      label: 'Marcar como enviada',
      past: 'marcou como enviada',
      icon: 'send',
      done: 'Remessa marcada como enviada.',
      many: false,
      question: { title: 'Marcar a remessa como enviada?' },
      preview: true,
      when: { is: { state: 'created' }, otherwise: 'A remessa já foi enviada ou anulada.' },
      access: staffWriters,
    },
    undoSend: {
      label: 'Afinal não foi enviada',
      past: 'marcou como por enviar',
      icon: 'back',
      done: 'Remessa outra vez por enviar.',
      many: false,
      question: false,
      when: { is: { state: 'sent' }, otherwise: 'A remessa não está à espera do banco.' },
      access: staffWriters,
    },
    book: {
      label: 'Registar a cobrança',
      past: 'registou a cobrança',
      icon: 'coins',
      done: 'A cobrança vai ser registada.',
      many: false,
      question: false,
      when: { is: { state: 'sent' }, otherwise: 'A remessa não está à espera do banco.' },
      access: staffWriters,
      writes: ['debitBatches', 'payments'],
    },
    retry: retryAction,
    cancel: {
      label: 'Anular',
      past: 'anulou',
      icon: 'cancel',
      done: 'Remessa anulada.',
      many: false,
      when: { is: { state: 'created' }, otherwise: 'A remessa já foi enviada ou anulada.' },
      access: staffWriters,
      isDestructive: true,
      fields: { reason: longText({ label: 'Motivo', max: 300, required: true }) },
    },
  },
  fields: {
    ...group('O que cobrar', {
      number: text({
        label: 'Remessa n.º',
        max: 30,
        ...assigned,
        listed: true,
        unique: 'Já existe uma remessa com este número.',
      }),
      dueUntil: date({
        label: 'Dívidas que vencem até',
        rules: ['yearsAhead:1'],
        required: true,
        fixed: true,
      }),
      collectionDate: date({
        label: 'Dia da cobrança',
        help: 'Um dia útil bancário.',
        rules: ['yearsAhead:1'],
        required: true,
        fixed: true,
        listed: true,
        sortable: true,
        filterable: true,
      }),
      categoryIds: references('memberCategories', { label: 'Categorias', fixed: true }),
      memberIds: references('members', { label: '{MemberPlural}', fixed: true }),
    }),
    ...group('Remessa', {
      state: { ...state, default: 'created' },
      collections: counter('Débitos'),
      amount: money({ label: 'Valor', ...assigned, listed: true, summed: true }),
      booked: counter('Cobrados'),
      rejected: counter('Rejeitados'),
      returned: counter('Devolvidos'),
      returnedAmount: money({ label: 'Valor devolvido', ...assigned, default: 0 }),
      accountId: reference('treasuryAccounts', { label: 'Conta', ...assigned }),
      painVersion: choice(debitSettings.painVersion.options, { label: 'Formato', ...assigned }),
      isSplit: boolean({ label: debitSettings.sddFilePerSequence.label, ...assigned, default: false }),
      fileMadeAt: datetime({ label: 'Ficheiro feito em', readOnly: true }),
      sentAt: datetime({ label: 'Enviada em', readOnly: true }),
      createdByName,
      cancelReason: text({ label: 'Motivo da anulação', max: 300, readOnly: true }),
      problem,
    }),
  },
})

/** A debit of one mandate, with the charges that it pays. Its id, without hyphens, is the end-to-end id in the file. */
export const debitCollections = defineResource({
  name: 'debitCollections',
  kind: 'stored',
  label: { one: 'Débito', many: 'Débitos' },
  title: 'mandateReference',
  protection: { of: 'memberId', withholds: { only: ['iban', 'originalIban'] } },
  nameTemplate: '{batchId} · {memberId}',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  list: { searchIn: 'memberId' },
  parents: { debitBatches: 'batchId', mandates: 'mandateId', members: 'memberId' },
  actions: {
    notify: {
      label: 'Avisar',
      past: 'avisou',
      icon: 'bell',
      question: false,
      when: { is: { state: 'pending' }, otherwise: 'Este débito já não está por cobrar.' },
      done: 'O aviso foi escrito.',
      many: {
        title: 'Avisar de {{records}}',
        text: 'Cada pessoa recebe o aviso de débito direto, com o valor, o dia e a autorização.',
      },
      access: staffWriters,
      writes: ['messages'],
    },
  },
  fields: {
    batchId: reference('debitBatches', { label: 'Remessa', ...assigned, filterable: true }),
    ...beside('batchId', debitBatches, ['collectionDate'], {
      collectionDate: { sortable: undefined, listed: undefined, filterable: undefined },
    }),
    memberId: reference('members', {
      label: '{MemberSingular}',
      ...assigned,
      listed: true,
      filterable: true,
    }),
    ...beside('memberId', members, ['memberNumber', 'personId'], {
      memberNumber: { sortable: undefined, listed: true },
      personId: { hidden: true },
    }),
    mandateId: reference('mandates', { label: 'Autorização', ...assigned }),
    mandateReference: text({ label: 'Referência', max: 35, ...assigned, listed: true }),
    ...copied(mandates, ['debtorName', 'iban', 'signedOn'], {
      debtorName: { ...assigned, listed: undefined, searchable: undefined, help: undefined },
      iban: { ...assigned, listed: undefined, help: undefined },
      signedOn: { ...assigned, listed: undefined, help: undefined, rules: ['date'] },
    }),
    sequence: choice(debitSequences, { label: 'Tipo', ...assigned }),
    originalIban: text({
      label: 'IBAN anterior',
      max: 34,
      readOnly: true,
      sealed: true,
      confidential: 'iban',
    }),
    amount: money({ label: 'Valor', ...assigned, listed: true, summed: true }),
    remittance: text({ label: 'Descritivo', max: 140, ...assigned }),
    charges: computed({ label: 'Dívidas', type: 'list', inputType: 'tags', hidden: true, detail: true }),
    state: choice(
      {
        pending: { label: 'Por cobrar', tone: 'blue' },
        booked: { label: 'Cobrado', tone: 'green' },
        rejected: { label: 'Rejeitado', tone: 'red' },
        returned: { label: 'Devolvido', tone: 'red' },
        withdrawn: { label: 'Retirado', tone: 'grey' },
        cancelled: { label: 'Anulado', tone: 'grey' },
      },
      { ...stateOptions, default: 'pending' },
    ),
    reason: choice(returnReasonLabels, {
      label: 'Motivo',
      readOnly: true,
      listed: true,
      filterable: true,
    }),
    reasonCode: text({ label: 'Código do motivo', max: 35, readOnly: true }),
    answeredOn: date({ label: 'Rejeitado ou devolvido em', readOnly: true }),
    paymentId: reference('payments', { label: 'Pagamento', readOnly: true }),
    noticedAt: datetime({ label: 'Avisado em', readOnly: true, listed: true }),
    changed: text({
      label: 'O que mudou',
      help: 'Entre a criação da remessa e o envio.',
      max: 300,
      readOnly: true,
      listed: true,
    }),
    problem: text({ label: 'O que falhou', max: 300, readOnly: true }),
  },
})

/** What became of a movement of an answer: in words, with the debit that it is of. Amounts in euros. */
export const answerLineShape = {
  outcome: 'text',
  message: 'text',
  advice: 'text?',
  code: 'text?',
  amount: 'euros?',
  collectionId: 'uuid?',
  memberId: 'uuid?',
  name: 'text?',
  mandateId: 'uuid?',
} as const

/** Answers of the bank to batches: rejected and returned debits (`POST /debit_answers`). */
export const debitAnswers = defineResource({
  name: 'debitAnswers',
  kind: 'stored',
  label: {
    one: 'Resposta do banco',
    many: 'Respostas do banco',
    gender: 'f',
    new: 'Carregar resposta',
  },
  help: 'Ficheiros do banco com débitos rejeitados e devolvidos: pain.002, camt.054 ou camt.053.',
  title: 'fileName',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  fields: {
    fileName: text({ label: 'Ficheiro', max: 150, ...assigned, listed: true, searchable: true }),
    format: choice(
      { pain002: 'pain.002', camt054: 'camt.054', camt053: 'camt.053' },
      { label: 'Formato', ...assigned, listed: true },
    ),
    rejected: integer({ label: 'Rejeitados', ...assigned, default: 0, listed: true }),
    returned: integer({ label: 'Devolvidos', ...assigned, default: 0, listed: true }),
    unchanged: integer({ label: 'Sem efeito', ...assigned, default: 0, listed: true }),
    lines: json({ label: 'O que mudou', ...assigned, shape: [answerLineShape], detail: true }),
    createdByName: text({ label: 'Carregada por', readOnly: true, listed: true }),
  },
})
