import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { group, integer, json, money, references, tags } from '../fields.ts'
import { counter, retryAction, underWayStates, workFields } from '../work-fields.ts'
import { mapOf } from '../json-shape.ts'

/** Why a generation does not charge a member, with terminology marks. */
export const leftOutReasons = {
  ended: 'Já saiu',
  stateExempt: 'O estado não gera {membershipPayments}',
  categoryExempt: 'A categoria não paga {membershipPayments}',
  exempt: 'Isenção individual',
  noPlan: 'Sem plano de {membershipPayments}',
  noPrice: 'O plano não tem preço para o período',
  beforeAdmission: 'Período anterior à admissão',
  afterLeaving: 'Período posterior à saída',
  away: 'Período entre a saída e a readmissão',
  changed: 'O plano mudou a meio do período: cobre à mão os meses em falta',
  exists: 'Já tem {membershipPayment} do período',
  cancelled: 'Anulada à mão',
  deleted: 'Registo eliminado durante a geração',
} as const
export type LeftOutReason = keyof typeof leftOutReasons

/** A member skipped by a generation, with the number and name at that time. */
export interface SkippedMember {
  memberNumber: number
  name: string
  reason: LeftOutReason
}

const { state, createdByName, problem } = workFields({
  running: 'A gerar',
  done: 'Gerada',
  by: 'Pedida por',
  states: { undone: { label: 'Desfeita', tone: 'grey' } },
})

/** Generation of quotas, made in the background. It can be undone as a whole while no payment settles its quotas. */
export const quotaRuns = defineResource({
  name: 'quotaRuns',
  kind: 'stored',
  label: {
    one: 'Geração de {membershipPayments}',
    many: 'Gerações de {membershipPayments}',
    gender: 'f',
    new: 'Gerar {membershipPayments}',
  },
  title: 'year',
  nameTemplate: '{year}, de {created_at}',
  access: { read: staffReaders, create: staffWriters, update: nobody, delete: nobody },
  work: { underWay: underWayStates, about: 'year' },
  actions: {
    undo: {
      label: 'Desfazer',
      past: 'desfez',
      icon: 'back',
      done: 'Geração desfeita.',
      many: false,
      isDestructive: true,
      question: {
        title: 'Desfazer a geração de {{year}}?',
        text: 'Só é possível enquanto nada estiver pago de outra forma.',
      },
      when: [
        { isNot: { state: 'undone' }, otherwise: 'Já foi desfeita.' },
        { isNot: { state: 'failed' }, otherwise: 'Falhou, e não gerou nada.' },
      ],
      access: staffWriters,
    },
    retry: retryAction,
  },
  fields: {
    ...group('Geração', {
      year: integer({ label: 'Ano', min: 1900, max: 2200, required: true, listed: true }),
      /** Codes: `ano` for the year, `S1`, `T1`, `01`; empty: all periods of each plan. */
      periods: tags({ label: 'Períodos' }),
      planIds: references('quotaPlans', { label: 'Planos de {membershipPayments}' }),
      categoryIds: references('memberCategories', { label: 'Categorias' }),
      state,
      count: counter('{MembershipPayments}'),
      total: money({ label: 'Total', assigned: true, default: 0, readOnly: true, listed: true }),
      creditUsed: money({ label: 'Pago com crédito', assigned: true, default: 0, readOnly: true }),
      /** Number of members left out, by reason. */
      leftOut: json({ label: 'Fora da geração', readOnly: true, shape: mapOf('integer') }),
      /** Members deleted meanwhile, stored because no record names them. */
      skipped: json({
        label: 'Registos eliminados durante a geração',
        readOnly: true,
        shape: [{ memberNumber: 'integer', name: 'text', reason: 'text' }],
      }),
      createdByName,
      problem,
    }),
  },
})
