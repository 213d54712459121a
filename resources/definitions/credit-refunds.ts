import { nobody, staffOrOwner, staffRoles } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { assigned, beside, choice, date, datetime, money, reference, stateOptions, text } from '../fields.ts'
import { movedMethods } from '../payment-methods.ts'
import { members } from './members.ts'
import { payerCategory } from './payer-category.ts'
import { cancelAction } from '../work-fields.ts'

/** Credit that was given back to a member, with a proof of payment. Cancelled with a reason, never deleted; its number is not reused. */
export const creditRefunds = defineResource({
  name: 'creditRefunds',
  kind: 'stored',
  label: { one: 'Crédito devolvido', many: 'Créditos devolvidos' },
  title: 'number',
  nameTemplate: '{number} · {memberId}',
  access: {
    read: staffOrOwner,
    create: nobody,
    update: nobody,
    delete: nobody,
  },
  list: { sort: '-date', searchIn: 'memberId', summedWhere: { field: 'status', values: ['registered'] } },
  parents: { members: 'memberId' },
  actions: {
    cancel: {
      ...cancelAction,
      done: 'Devolução anulada.',
      when: { is: { status: 'registered' }, otherwise: 'Esta devolução já foi anulada.' },
    },
  },
  fields: {
    number: text({ label: 'N.º', max: 30, ...assigned, listed: true, unique: 'Já existe este número.' }),
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
    categoryId: payerCategory,
    date: date({ label: 'Data', ...assigned, listed: true, sortable: true, filterable: true }),
    amount: money({ label: 'Valor', ...assigned, listed: true, summed: true }),
    method: choice(movedMethods, { label: 'Meio', ...assigned, listed: true, filterable: true }),
    accountId: reference('treasuryAccounts', { label: 'Conta', readOnly: true, readBy: staffRoles }),
    reason: text({ label: 'Motivo', max: 200, ...assigned, listed: true }),
    paidBy: text({ label: 'Pago por', max: 100, ...assigned }),
    status: choice(
      { registered: { label: 'Pago', tone: 'green' }, cancelled: { label: 'Anulado', tone: 'grey' } },
      { ...stateOptions, default: 'registered' },
    ),
    cancelReason: text({ label: 'Motivo da anulação', max: 500, readOnly: true }),
    cancelledAt: datetime({ label: 'Anulado em', readOnly: true }),
  },
})
