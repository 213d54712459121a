import { nobody, staffReaders } from '../access.ts'
import { quotaMarks, type QuotaMark } from '../rules/quota-years.ts'
import { defineResource } from '../define-resource.ts'
import { boolean, codes, date, group, integer, money, reference } from '../fields.ts'

const words = Object.fromEntries(Object.entries(quotaMarks).map(([mark, [word]]) => [mark, word])) as Record<
  QuotaMark,
  string
>

/** Stored sums of a member's debt and credit, updated by every write of charges and payments. `_id` is the member's. */
export const memberBalances = defineResource({
  name: 'memberBalances',
  kind: 'stored',
  label: { one: 'Conta corrente', many: 'Contas correntes', gender: 'f' },
  help: 'O que cada {memberSingular} deve hoje e o crédito que tem.',
  title: 'memberId',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  list: { sort: '-balance', searchIn: 'memberId' },
  parents: { members: 'memberId' },
  fields: {
    ...group('Conta corrente', {
      memberId: reference('members', {
        label: '{MemberSingular}',
        assigned: true,
        readOnly: true,
        listed: true,
      }),
      balance: money({
        label: 'Dívida',
        assigned: true,
        derived: true,
        readOnly: true,
        listed: true,
        sortable: true,
        filterable: true,
        summed: true,
      }),
      overdueAmount: money({
        label: 'Vencido',
        assigned: true,
        derived: true,
        readOnly: true,
        filterable: true,
        summed: true,
      }),
      credit: money({
        label: 'Crédito',
        assigned: true,
        derived: true,
        readOnly: true,
        filterable: true,
        summed: true,
      }),
      oldestDebt: date({
        label: 'Em dívida desde',
        derived: true,
        readOnly: true,
        sortable: true,
        filterable: true,
      }),
      debtYears: integer({
        label: 'Anos em dívida',
        assigned: true,
        derived: true,
        readOnly: true,
        filterable: true,
      }),
      quotasUpToDate: boolean({
        label: '{MembershipPayments} em dia',
        derived: true,
        readOnly: true,
        filterable: true,
      }),
      /** State of the quotas of each of the last years: `{"2021": "paid", …}`. */
      quotaStrip: codes(words, {
        label: '{MembershipPayments} por ano',
        assigned: true,
        derived: true,
        readOnly: true,
      }),
    }),
  },
})
