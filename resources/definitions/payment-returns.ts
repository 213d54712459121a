import { nobody, staffOrOwner, staffRoles } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  assigned,
  beside,
  choice,
  date,
  datetime,
  longText,
  money,
  reference,
  stateOptions,
  text,
} from '../fields.ts'
import { returnReasonLabels } from '../return-reasons.ts'
import { members } from './members.ts'
import { payerCategory } from './payer-category.ts'

/** The counter-entry of a payment whose money went back: a cheque, a debit or a transfer. Undone when it was a mistake, never deleted. */
export const paymentReturns = defineResource({
  name: 'paymentReturns',
  kind: 'stored',
  label: { one: 'Pagamento devolvido', many: 'Pagamentos devolvidos' },
  title: 'paymentId',
  access: {
    read: staffOrOwner,
    create: nobody,
    update: nobody,
    delete: nobody,
  },
  list: { sort: '-date', searchIn: 'memberId', summedWhere: { field: 'status', values: ['active'] } },
  parents: { payments: 'paymentId', members: 'memberId' },
  fields: {
    paymentId: reference('payments', { label: 'Pagamento', ...assigned, listed: true }),
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
    reason: choice(returnReasonLabels, {
      label: 'Motivo',
      ...assigned,
      listed: true,
      filterable: true,
    }),
    cost: money({ label: 'Custo no banco', readOnly: true, readBy: staffRoles }),
    costChargeId: reference('unsettledPayments', { label: 'Custo cobrado', readOnly: true }),
    /** The charge for credit of the payment that had already been refunded. */
    refundChargeId: reference('unsettledPayments', {
      label: 'Crédito por recuperar',
      readOnly: true,
    }),
    notes: longText({ label: 'Observações', readOnly: true, readBy: staffRoles }),
    status: choice(
      { active: { label: 'Devolvido', tone: 'red' }, undone: { label: 'Desfeita', tone: 'grey' } },
      { ...stateOptions, default: 'active' },
    ),
    undoneAt: datetime({ label: 'Desfeita em', readOnly: true }),
    undoReason: text({ label: 'Motivo de a desfazer', max: 500, readOnly: true, readBy: staffRoles }),
  },
})
