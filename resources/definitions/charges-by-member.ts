import { nobody, staffReaders } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { beside, copied, date, integer, money, reference } from '../fields.ts'
import { memberBalances } from './member-balances.ts'
import { members } from './members.ts'
import { unsettledPayments } from './unsettled-payments.ts'

const readOnly = { readOnly: true, listed: true, sortable: true } as const
const filter = { hidden: true, listed: undefined, filterable: true, readOnly: true } as const

/** Charges of a search grouped by member, with the filters of the list of charges. The id of a row is the member's. */
export const chargesByMember = defineResource({
  name: 'chargesByMember',
  kind: 'computed',
  label: {
    one: 'Dívidas de {um} {memberSingular}',
    many: 'Dívidas por {memberSingular}',
    counted: { one: '{memberSingular}', many: '{memberPlural}' },
    gender: 'f',
  },
  help: 'As dívidas que satisfazem os filtros, somadas por {memberSingular}: quem deve, e quanto.',
  title: 'memberId',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  list: { sort: '-openAmount' },
  fields: {
    memberId: reference('members', {
      label: '{MemberSingular}',
      assigned: true,
      readOnly: true,
      listed: true,
      filterable: true,
    }),
    ...beside('memberId', members, ['memberNumber'], { memberNumber: { sortable: true, listed: true } }),
    ...beside('memberId', memberBalances, ['quotaStrip']),
    charges: integer({ label: 'Dívidas', assigned: true, ...readOnly }),
    oldestDue: date({ label: 'Mais antiga', assigned: true, ...readOnly }),
    overdueAmount: money({ label: 'Vencido', assigned: true, ...readOnly, summed: true }),
    openAmount: money({ label: 'Em dívida', assigned: true, ...readOnly, summed: true }),
    ...copied(
      unsettledPayments,
      ['status', 'dueDate', 'year', 'period', 'type', 'categoryId', 'currentStateId', 'origin', 'quotaRunId'],
      {
        status: filter,
        dueDate: filter,
        year: filter,
        period: filter,
        type: filter,
        categoryId: filter,
        currentStateId: filter,
        origin: filter,
        quotaRunId: filter,
      },
    ),
  },
})
