import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { assigned, beside, choice, datetime, group, money, reference, stateOptions, text } from '../fields.ts'
import { members } from './members.ts'
import { leftOutReasons } from './quota-runs.ts'
import { unsettledPayments } from './unsettled-payments.ts'

const { stateExempt, categoryExempt, exempt, beforeAdmission, away, afterLeaving, ended } = leftOutReasons

/** Why the rules do not charge a period that is charged, with terminology marks. */
export const notChargedReasons = {
  stateExempt,
  categoryExempt,
  exempt,
  beforeAdmission,
  away,
  afterLeaving,
  ended,
} as const

const isPending = { is: { state: 'pending' }, otherwise: 'Já se decidiu.' } as const

/**
 * An open quota that is charged with another amount than the rules say: by an earlier version of the program, or since prices or rules changed
 * for a period that was charged. Nothing changes it by itself.
 */
export const chargeDifferences = defineResource({
  name: 'chargeDifferences',
  kind: 'stored',
  label: {
    one: 'Cobrança diferente das regras',
    many: 'Cobranças diferentes das regras',
    counted: { one: 'cobrança', many: 'cobranças' },
    gender: 'f',
  },
  help: 'O que está cobrado por outra categoria, estado, isenção ou preço do que dizem as regras para o primeiro dia do período.',
  title: 'unsettledPaymentId',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  list: { searchIn: 'memberId' },
  parents: { members: 'memberId' },
  partOf: 'unsettledPaymentId',
  actions: {
    correct: {
      label: 'Corrigir',
      past: 'corrigiu',
      icon: 'check',
      done: 'Cobrança corrigida.',
      question: { text: 'A dívida passa a ter o valor das regras, ou é anulada se não for devida.' },
      many: { text: 'As dívidas passam a ter o valor das regras, e as que não são devidas são anuladas.' },
      when: [
        isPending,
        { is: { status: 'open', agreementId: null }, otherwise: 'Já está paga, anulada ou num acordo.' },
      ],
      access: staffWriters,
      writes: ['chargeDifferences', 'unsettledPayments'],
    },
    keep: {
      label: 'Deixar como está',
      past: 'deixou como está',
      icon: 'stop',
      done: 'Fica como está.',
      question: { text: 'A dívida mantém o valor cobrado e não volta a ser mostrada.' },
      many: { text: 'As dívidas mantêm o valor cobrado e não voltam a ser mostradas.' },
      when: isPending,
      access: staffWriters,
    },
  },
  fields: {
    ...group('Cobrança', {
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
      unsettledPaymentId: reference('unsettledPayments', {
        label: 'Período',
        ...assigned,
        listed: true,
        unique: 'Já está na lista.',
      }),
      ...beside('unsettledPaymentId', unsettledPayments, ['dueDate', 'amount', 'status', 'agreementId'], {
        dueDate: { listed: undefined, sortable: undefined },
        amount: { label: 'Cobrado' },
        status: { label: 'Estado da dívida', listed: undefined },
        agreementId: { hidden: true },
      }),
    }),
    ...group('Pelas regras', {
      expectedAmount: money({ label: 'Pelas regras', blank: 'nada', readOnly: true, listed: true }),
      reason: choice(
        {
          category: 'Tinha outra categoria nesse dia',
          price: 'Era outro o preço ou o valor individual',
          ...notChargedReasons,
        },
        { label: 'Porquê', ...assigned, listed: true, filterable: true },
      ),
      categoryId: reference('memberCategories', {
        label: 'Categoria desse dia',
        readOnly: true,
        listed: true,
        filterable: true,
      }),
    }),
    ...group('Decisão', {
      state: choice(
        {
          pending: { label: 'Por decidir', tone: 'amber' },
          corrected: { label: 'Corrigida', tone: 'green' },
          kept: { label: 'Deixada', tone: 'grey' },
        },
        { ...stateOptions, label: 'Decisão', default: 'pending' },
      ),
      decidedByName: text({ label: 'Decidida por', readOnly: true, listed: true }),
      decidedAt: datetime({ label: 'Decidida em', readOnly: true }),
    }),
  },
})
