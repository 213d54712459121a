import { nobody, staffOrOwner, staffWriters } from '../access.ts'
import { owedStates } from '../charge-states.ts'
import { defineResource } from '../define-resource.ts'
import {
  beside,
  choice,
  computed,
  date,
  datetime,
  group,
  integer,
  longText,
  money,
  reference,
  stateOptions,
  text,
} from '../fields.ts'
import { memberBalances } from './member-balances.ts'
import { periodWords } from '../rules/quota-periods.ts'
import { capitalise } from '../letter-case.ts'
import { members } from './members.ts'

/** What a charge is for. */
export const chargeTypes = {
  quota: '{MembershipPayment}',
  joia: 'Joia',
  card: 'Cartão',
  donation: 'Donativo',
  capital: 'Capital',
  activity: 'Atividade',
  other: 'Outro',
} as const
export type ChargeType = keyof typeof chargeTypes

/** Periods of a year: halves, quarters and months. A charge without period is for the whole year. */
const periods = Object.fromEntries(
  Object.entries(periodWords).map(([code, words]) => [code, capitalise(words)]),
)

const reason = longText({ label: 'Motivo', max: 500, required: true })
const since = date({
  label: 'Desde',
  blank: 'hoje',
  rules: ['notFuture'],
  help: 'Os relatórios de dias anteriores continuam a ter a dívida.',
})

/**
 * A charge: an amount that a member owes. Never deleted alone, but paid, cancelled or waived. Deleting a member deletes its
 * charges; a member with payments cannot be deleted.
 */
export const unsettledPayments = defineResource({
  name: 'unsettledPayments',
  kind: 'stored',
  label: { one: 'Dívida', many: 'Dívidas', gender: 'f' },
  help: 'Cada {membershipPayment}, joia ou outra cobrança, paga ou não; está por pagar nos estados open e partial.',
  title: 'description',
  nameTemplate: '{description} · {memberId}',
  access: {
    read: staffOrOwner,
    create: staffWriters,
    update: staffWriters,
    delete: nobody,
  },
  list: {
    sort: 'dueDate',
    searchIn: 'memberId',
    summedWhere: { field: 'status', values: [...owedStates, 'paid'] },
    totalsBy: ['status', 'type', 'year'],
  },
  parents: { members: 'memberId', paymentAgreements: 'agreementId' },
  partOf: 'memberId',
  actions: {
    cancel: {
      label: 'Anular',
      past: 'anulou',
      icon: 'cancel',
      done: 'Dívida anulada.',
      question: {
        title: 'Anular {{description}}',
        text: 'Deixa de ser devida. Pode ser reposta.',
      },
      many: { text: 'Deixam de ser devidas. Podem ser repostas.' },
      when: { isNot: { status: 'cancelled' }, otherwise: 'Já está anulada.' },
      access: staffWriters,
      isDestructive: true,
      fields: { reason, since },
    },
    exempt: {
      label: 'Isentar',
      past: 'isentou',
      icon: 'accept',
      done: 'Dívida isenta.',
      question: {
        title: 'Isentar {{description}}',
        text: 'Deixa de ser devida e conta como isenta. Pode ser reposta.',
      },
      many: { text: 'Deixam de ser devidas e contam como isentas. Podem ser repostas.' },
      when: [
        { isNot: { status: 'exempt' }, otherwise: 'Já está isenta.' },
        { isNot: { status: 'cancelled' }, otherwise: 'Está anulada: reponha-a primeiro.' },
      ],
      access: staffWriters,
      fields: { reason, since },
    },
    restore: {
      label: 'Repor',
      past: 'repôs',
      icon: 'back',
      done: 'A dívida volta a ser devida.',
      question: {
        title: 'Repor «{{description}}»?',
        text: 'Volta a ser devida, pelo seu valor, a menos que já tenha outra no seu lugar.',
      },
      many: {
        text: 'As anuladas e as isentas voltam a ser devidas, cada uma pelo seu valor. As que já têm outra no seu lugar ficam como estão.',
      },
      when: { is: { status: ['cancelled', 'exempt'] }, otherwise: 'Não está anulada nem isenta.' },
      access: staffWriters,
    },
    releaseCredit: {
      label: 'Devolver o crédito usado',
      past: 'devolveu o crédito usado',
      icon: 'coins',
      done: 'Crédito devolvido.',
      many: false,
      question: { title: 'Devolver o crédito usado em «{{description}}»?' },
      preview: true,
      access: staffWriters,
      writes: ['unsettledPayments', 'payments'],
    },
  },
  fields: {
    ...group('Dívida', {
      memberId: reference('members', {
        label: '{MemberSingular}',
        required: true,
        fixed: true,
        listed: true,
        filterable: true,
      }),
      ...beside('memberId', members, ['memberNumber', 'personId', 'currentStateId'], {
        memberNumber: { sortable: undefined, listed: true },
        personId: { hidden: true },
        currentStateId: { label: 'Estado {do} {memberSingular}', listed: undefined },
      }),
      ...beside('memberId', memberBalances, ['quotaStrip']),
      type: choice(chargeTypes, {
        label: 'Tipo',
        required: true,
        default: 'other',
        fixed: true,
        listed: true,
        filterable: true,
      }),
      year: integer({
        label: 'Ano',
        blank: 'o do vencimento',
        min: 1900,
        max: 2200,
        assigned: true,
        fixed: true,
        filterable: true,
      }),
      period: choice(periods, {
        label: 'Período',
        blank: 'o ano inteiro',
        fixed: true,
        filterable: true,
      }),
      description: text({
        label: 'Descrição',
        blank: { f: 'o tipo e o ano' },
        max: 200,
        assigned: true,
        listed: true,
        span: 2,
      }),
      dueDate: date({ label: 'Vencimento', required: true, listed: true, sortable: true, filterable: true }),
      amount: money({
        label: 'Valor',
        min: 0.01,
        required: true,
        listed: true,
        summed: true,
      }),
      paidAmount: money({
        label: 'Pago',
        assigned: true,
        readOnly: true,
        derived: true,
        listed: true,
        summed: true,
      }),
      usesCredit: computed({
        label: 'Paga com crédito',
        type: 'boolean',
        inputType: 'checkbox',
        hidden: true,
      }),
      noticeWaits: computed({
        label: 'Aviso por sair',
        type: 'boolean',
        inputType: 'checkbox',
        hidden: true,
      }),
      openAmount: money({
        label: 'Em dívida',
        assigned: true,
        readOnly: true,
        derived: true,
        listed: true,
        sortable: true,
        summed: true,
      }),
      status: choice(
        {
          open: { label: 'Por pagar', tone: 'amber' },
          partial: { label: 'Parcial', tone: 'blue' },
          paid: { label: 'Paga', tone: 'green' },
          cancelled: { label: 'Anulada', tone: 'grey' },
          exempt: { label: 'Isenta', tone: 'grey' },
        },
        { ...stateOptions, default: 'open' },
      ),
    }),
    ...group('Origem', {
      categoryId: reference('memberCategories', {
        label: 'Categoria',
        assigned: true,
        readOnly: true,
        filterable: true,
      }),
      origin: choice(
        {
          generation: 'Geração de {membershipPayments}',
          manual: 'Manual',
          admission: 'Admissão',
          agreement: 'Acordo',
          import: 'Importação',
        },
        { label: 'Origem', assigned: true, default: 'manual', readOnly: true, filterable: true },
      ),
      quotaRunId: reference('quotaRuns', {
        label: 'Geração de {membershipPayments}',
        readOnly: true,
        hidden: true,
        filterable: true,
      }),
      agreementId: reference('paymentAgreements', { label: 'Acordo', readOnly: true, hidden: true }),
      chargedWithId: reference('payments', {
        label: 'Lançada com o pagamento',
        readOnly: true,
        hidden: true,
      }),
      exemptionReason: text({ label: 'Motivo da isenção', max: 500, readOnly: true }),
      cancelReason: text({ label: 'Motivo da anulação', max: 500, readOnly: true }),
    }),
    ...group('Avisos', {
      reminderCount: integer({ label: 'Avisos', assigned: true, default: 0, readOnly: true }),
      lastReminderAt: datetime({ label: 'Último aviso', readOnly: true }),
    }),
  },
})
