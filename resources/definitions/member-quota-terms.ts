import { defineResource } from '../define-resource.ts'
import {
  amountsDecision,
  chargesDecision,
  date,
  integer,
  longText,
  money,
  reference,
  text,
} from '../fields.ts'
import { historyAccess, removalOf } from '../member-history.ts'

/** What decides the quotas of a member, and its capital titles, from a day on: each row is complete, the one without a day begins with the admission. */
export const memberQuotaTerms = defineResource({
  name: 'memberQuotaTerms',
  kind: 'stored',
  label: {
    one: 'Condições da {membershipPayment}',
    many: 'Histórico da {membershipPayment}',
    gender: 'f',
    new: 'Nova mudança',
  },
  help: 'A categoria, o plano e o valor de cada época: cada período é cobrado pelo que estava em vigor no seu primeiro dia.',
  title: 'categoryId',
  access: historyAccess,
  parents: { members: 'memberId' },
  partOf: 'memberId',
  list: { sort: '-startDate', searchIn: 'memberId' },
  actions: {
    remove: {
      ...removalOf({
        label: 'Retirar esta mudança',
        text: 'Fica em vigor o que estava antes dela.',
        done: 'Retirada.',
      }),
      when: {
        isNot: { startDate: null },
        otherwise: 'É o que vale desde a admissão: pode corrigir, mas não retirar.',
      },
    },
  },
  fields: {
    memberId: reference('members', { label: '{MemberSingular}', required: true, fixed: true }),
    personId: reference('people', { label: 'Pessoa', assigned: true, hidden: true, readOnly: true }),
    startDate: date({
      label: 'A partir de',
      blank: 'desde a admissão',
      help: 'O primeiro dia da mudança. Só a primeira linha não o tem: vale desde a admissão.',
      rules: ['yearsAhead:1'],
      listed: true,
      sortable: true,
    }),
    categoryId: reference('memberCategories', {
      label: 'Categoria',
      required: true,
      listed: true,
      filterable: true,
    }),
    quotaPlanId: reference('quotaPlans', {
      label: 'Plano de {membershipPayments}',
      blank: 'o da categoria',
      listed: true,
    }),
    customQuota: money({
      label: '{MembershipPayment} individual',
      help: 'De cada período, em vez do preço do plano.',
      listed: true,
    }),
    capitalTitles: integer({
      label: 'Títulos de capital',
      max: 1_000_000,
      onlyFor: 'cooperative',
      listed: true,
    }),
    reason: longText({ label: 'Motivo', max: 200, rules: ['required'], listed: true }),
    amounts: amountsDecision(),
    charges: chargesDecision(),
    createdByName: text({ label: 'Registado por', readOnly: true, listed: true }),
  },
})
