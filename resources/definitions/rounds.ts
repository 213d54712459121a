import type { AccessRule } from '../access.ts'
import { anyOf, nobody, ownRecords, staffReaders, staffRoles, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  assigned,
  beside,
  boolean,
  choice,
  computed,
  date,
  datetime,
  group,
  integer,
  longText,
  money,
  percent,
  reference,
  stateOptions,
  text,
} from '../fields.ts'
import { movedMethods } from '../payment-methods.ts'
import { cancelAction, retryAction, underWayStates, workFields } from '../work-fields.ts'
import { collectors } from './collectors.ts'
import { members } from './members.ts'
import { people } from './people.ts'

/** Why a round has no charge of a member who is assigned to its collector. */
export const roundLeftOutReasons = {
  protected: 'Pessoa protegida',
  deceased: 'Faleceu',
  ended: 'Já saiu',
  directDebit: 'Paga por débito direto',
  agreement: 'Tem um acordo de pagamento',
  noAddress: 'Sem morada',
  otherRound: 'Já está noutra ronda',
  debitBatch: 'Está numa remessa de débitos diretos',
} as const
export type RoundLeftOutReason = keyof typeof roundLeftOutReasons

const own = ownRecords('userId', 'user')

const { state, createdByName, problem } = workFields({
  running: 'A passar recibos',
  done: 'Prestada',
  by: 'Criada por',
  filterable: true,
  states: {
    draft: { label: 'Por sair', tone: 'grey' },
    out: { label: 'Na rua', tone: 'amber' },
    cancelled: { label: 'Anulada', tone: 'grey' },
  },
})

const reason = longText({ label: 'Motivo', max: 500, required: true })
const accountId = reference('treasuryAccounts', {
  label: 'Conta',
  help: 'A caixa onde o dinheiro entra. Vazia: a que recebe o numerário.',
  readBy: staffRoles,
})

/**
 * A round of a collector: the open charges of the assigned members, due until a day. While it is out, the collector marks payments; its
 * settlement makes the marks payments with receipts, in the background. A charge is in one open round at a time.
 */
export const rounds = defineResource({
  name: 'rounds',
  kind: 'stored',
  label: { one: 'Ronda', many: 'Rondas', gender: 'f', new: 'Nova ronda' },
  help: 'O que um cobrador leva para cobrar, o que trouxe e a sua comissão.',
  title: 'number',
  nameTemplate: '{number} · {collectorId}',
  access: { read: anyOf(staffReaders, own), create: staffWriters, update: staffWriters, delete: nobody },
  list: { sort: '-number' },
  parents: { collectors: 'collectorId' },
  work: { underWay: underWayStates, progress: { total: 'paid', done: ['receipts'] }, about: 'number' },
  actions: {
    handOut: {
      label: 'Entregar ao cobrador',
      past: 'entregou ao cobrador',
      icon: 'deliver',
      done: 'Ronda entregue.',
      many: false,
      question: false,
      when: { is: { state: 'draft' }, otherwise: 'A ronda já foi entregue ou anulada.' },
      access: staffWriters,
      sets: { state: 'out', outOn: { from: 'today' } },
    },
    refresh: {
      label: 'Atualizar',
      past: 'atualizou',
      icon: 'again',
      done: 'Ronda atualizada.',
      many: false,
      question: false,
      when: { is: { state: 'draft' }, otherwise: 'A ronda já foi entregue ou anulada.' },
      access: staffWriters,
    },
    settle: {
      label: 'Prestar contas',
      past: 'prestou contas de',
      icon: 'coins',
      done: 'Contas prestadas: os pagamentos vão ser registados.',
      many: false,
      when: { is: { state: 'out' }, otherwise: 'A ronda não está com o cobrador.' },
      access: staffWriters,
      writes: ['rounds', 'payments'],
      fields: {
        deliveredAmount: money({ label: 'Dinheiro entregue', help: 'O que se contou.', required: true }),
        date: date({
          label: 'Data',
          help: 'A dos recibos e da folha de caixa.',
          rules: ['notFuture'],
          required: true,
        }),
        accountId,
        differenceReason: text({
          label: 'Razão da diferença',
          help: 'Obrigatória quando o entregue não é o que está marcado como pago.',
          max: 300,
          span: 2,
        }),
        payCommission: boolean({ label: 'Pagar já a comissão, em numerário', span: 2 }),
      },
    },
    payCommission: {
      label: 'Pagar a comissão',
      past: 'pagou a comissão',
      icon: 'coins',
      done: 'Comissão paga.',
      many: false,
      when: [
        { is: { state: 'done' }, otherwise: 'A ronda ainda não está fechada.' },
        { is: { commissionStatus: 'due' }, otherwise: 'Não há comissão por pagar.' },
      ],
      access: staffWriters,
      writes: ['rounds', 'transactions'],
      fields: {
        date: date({ label: 'Data', rules: ['notFuture'], required: true }),
        method: choice(movedMethods, { label: 'Meio', required: true, default: 'cash' }),
        accountId: { ...accountId, help: 'De onde o dinheiro sai. Vazia: a que recebe este meio.' },
      },
    },
    undoCommission: {
      label: 'Anular o pagamento da comissão',
      past: 'anulou o pagamento da comissão',
      icon: 'back',
      done: 'Pagamento da comissão anulado.',
      many: false,
      when: { is: { commissionStatus: 'paid' }, otherwise: 'A comissão não está paga.' },
      access: staffWriters,
      writes: ['rounds', 'transactions'],
      isDestructive: true,
      fields: { reason },
    },
    cancel: {
      ...cancelAction,
      done: 'Ronda anulada.',
      when: { is: { state: ['draft', 'out'] }, otherwise: 'A ronda já foi fechada ou anulada.' },
    },
    retry: retryAction,
  },
  fields: {
    ...group('Ronda', {
      number: text({
        label: 'N.º',
        max: 30,
        ...assigned,
        listed: true,
        sortable: true,
        searchable: true,
        unique: 'Já existe este número.',
      }),
      collectorId: reference('collectors', {
        label: 'Cobrador',
        required: true,
        fixed: true,
        listed: true,
        filterable: true,
      }),
      ...beside('collectorId', collectors, ['userId'], { userId: { hidden: true, listed: undefined } }),
      dueUntil: date({
        label: 'Dívidas vencidas até',
        help: 'Leva o que se vence até este dia, inclusive.',
        required: true,
        fixed: true,
        listed: true,
      }),
      state: { ...state, default: 'draft' },
      outOn: date({ label: 'Saiu em', readOnly: true }),
      visits: integer({ label: 'Visitas', ...assigned, default: 0, listed: true }),
      charges: integer({ label: 'Dívidas', ...assigned, default: 0 }),
      expectedAmount: money({ label: 'A cobrar', ...assigned, default: 0, listed: true, summed: true }),
      visited: integer({ label: 'Visitadas', ...assigned, default: 0, listed: true }),
      paid: integer({ label: 'Pagaram', ...assigned, default: 0 }),
      collectedAmount: money({ label: 'Cobrado', ...assigned, default: 0, listed: true, summed: true }),
      successRate: integer({ label: 'Taxa de cobrança', unit: '%', ...assigned, default: 0, listed: true }),
      notes: longText({ label: 'Observações', readBy: staffRoles }),
      createdByName,
    }),
    ...group('Prestação de contas', {
      settledOn: date({
        label: 'Contas prestadas em',
        readOnly: true,
        listed: true,
        sortable: true,
        filterable: true,
      }),
      deliveredAmount: money({ label: 'Entregue', readOnly: true }),
      difference: money({ label: 'Diferença', min: -9_999_999.99, readOnly: true }),
      differenceReason: text({ label: 'Razão da diferença', max: 300, readOnly: true }),
      accountId: { ...accountId, readOnly: true },
      settledByName: text({ label: 'Recebidas por', readOnly: true }),
      receipts: integer({ label: 'Recibos passados', ...assigned, default: 0 }),
      problem: { ...problem, readBy: staffRoles },
    }),
    ...group('Comissão', {
      commissionRate: percent({ label: 'Percentagem', ...assigned, default: 0 }),
      amountPerReceipt: money({ label: 'Valor por recibo', ...assigned, default: 0 }),
      commission: money({ label: 'Comissão', ...assigned, default: 0, listed: true, summed: true }),
      commissionStatus: choice(
        {
          none: { label: 'Sem comissão', tone: 'grey' },
          due: { label: 'Por pagar', tone: 'amber' },
          paid: { label: 'Paga', tone: 'green' },
        },
        { label: 'Pagamento da comissão', ...assigned, default: 'none', filterable: true },
      ),
      commissionPaidOn: date({ label: 'Comissão paga em', readOnly: true }),
      commissionMethod: choice(movedMethods, { label: 'Meio', readOnly: true }),
    }),
    ...group('Anulação', {
      cancelReason: text({ label: 'Motivo da anulação', max: 500, readOnly: true }),
      cancelledAt: datetime({ label: 'Anulada em', readOnly: true }),
    }),
  },
})

/** The collector sees where to go, and only while the round is out. */
const ownOut: AccessRule = (caller) => {
  const decision = own(caller)
  return decision === false ? false : { ...(decision as object), state: ['out'] }
}
/** Auditors write nothing, also when their account is that of a collector. */
const markers: AccessRule = (caller) => caller.role !== 'auditor' && anyOf(staffWriters, ownOut)(caller)

/** Outcomes of a visit. */
export const visitOutcomes = {
  toVisit: { label: 'Por visitar', tone: 'blue' },
  paid: { label: 'Pagou', tone: 'green' },
  absent: { label: 'Ausente', tone: 'amber' },
  refused: { label: 'Recusou', tone: 'red' },
  moved: { label: 'Mudou-se', tone: 'grey' },
} as const
export type VisitOutcome = keyof typeof visitOutcomes

const shown = { listed: undefined, sortable: undefined, filterable: undefined } as const

/** A member of a round, with the charges to collect and the outcome of the visit. */
export const roundVisits = defineResource({
  name: 'roundVisits',
  kind: 'stored',
  label: { one: 'Visita', many: 'Visitas', gender: 'f' },
  title: 'memberId',
  access: { read: anyOf(staffReaders, ownOut), create: nobody, update: nobody, delete: nobody },
  list: { sort: 'place', searchIn: 'memberId' },
  parents: { rounds: 'roundId', members: 'memberId' },
  actions: {
    mark: {
      label: 'Marcar',
      past: 'marcou a visita',
      icon: 'check',
      done: 'Visita marcada.',
      many: false,
      when: [
        { is: { state: ['out', 'failed'] }, otherwise: 'A ronda não está com o cobrador.' },
        { is: { paymentId: null }, otherwise: 'Esta visita já tem o seu pagamento registado.' },
      ],
      access: markers,
      fields: {
        outcome: choice(visitOutcomes, { label: 'Resultado', required: true }),
        amount: money({ label: 'Valor', blank: 'tudo o que falta', min: 0.01 }),
        note: text({ label: 'Nota', max: 300, span: 2 }),
      },
    },
  },
  fields: {
    roundId: reference('rounds', { label: 'Ronda', ...assigned, filterable: true }),
    ...beside('roundId', rounds, ['collectorId', 'state'], {
      collectorId: { hidden: true, ...shown },
      state: { label: 'Estado da ronda', hidden: true, ...shown },
    }),
    ...beside('collectorId', collectors, ['userId'], { userId: { hidden: true, ...shown } }),
    place: integer({ label: 'Ordem', ...assigned, listed: true, sortable: true }),
    memberId: reference('members', { label: '{MemberSingular}', ...assigned, listed: true }),
    ...beside('memberId', members, ['memberNumber', 'personId'], {
      memberNumber: { sortable: undefined, listed: true },
      personId: { hidden: true },
    }),
    ...beside('personId', people, ['address', 'postalCode', 'city', 'country', 'mobile', 'phone'], {
      address: { listed: true },
      postalCode: { listed: true },
      city: { sortable: undefined },
      mobile: { listed: undefined },
    }),
    amount: money({ label: 'A cobrar', ...assigned, listed: true, summed: true }),
    /** Its charges with the open amount of each. */
    charges: computed({ label: 'Dívidas', type: 'list', inputType: 'tags' }),
    owed: computed({ label: 'Falta pagar', type: 'float32', inputType: 'money' }),
    outcome: choice(visitOutcomes, { ...stateOptions, label: 'Resultado', default: 'toVisit' }),
    collectedAmount: money({ label: 'Cobrado', ...assigned, default: 0, listed: true, summed: true }),
    note: text({ label: 'Nota', max: 300, readOnly: true, listed: true }),
    markedAt: datetime({ label: 'Marcada em', readOnly: true }),
    markedByName: text({ label: 'Marcada por', readOnly: true }),
    paymentId: reference('payments', { label: 'Recibo', readOnly: true, listed: true }),
  },
})
