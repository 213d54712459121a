import { nobody, staffOrOwner, staffRoles, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  beside,
  choice,
  date,
  group,
  integer,
  longText,
  money,
  reference,
  references,
  stateOptions,
} from '../fields.ts'
import { members } from './members.ts'

const debtor = beside('memberId', members, ['memberNumber', 'personId'], {
  memberNumber: { sortable: undefined, listed: true },
  personId: { hidden: true },
})

/** Agreement to pay a debt in instalments. The charges stay unchanged; the agreement has the due dates. */
export const paymentAgreements = defineResource({
  name: 'paymentAgreements',
  kind: 'stored',
  label: { one: 'Acordo de pagamento', many: 'Acordos de pagamento' },
  title: 'memberId',
  access: { read: staffOrOwner, create: staffWriters, update: staffWriters, delete: nobody },
  list: { sort: '-firstDate', searchIn: 'memberId' },
  parents: { members: 'memberId' },
  actions: {
    cancel: {
      label: 'Terminar o acordo',
      past: 'terminou o acordo',
      icon: 'cancel',
      done: 'Acordo terminado.',
      many: false,
      question: {
        text: 'Os {{openAmount}} que faltam continuam por pagar, sem as datas do acordo, e podem voltar a seguir lembretes.',
      },
      when: { is: { state: ['active', 'broken'] }, otherwise: 'Este acordo já terminou.' },
      access: staffWriters,
      isDestructive: true,
      fields: { reason: longText({ label: 'Motivo', max: 500, required: true }) },
    },
  },
  fields: {
    ...group('Acordo', {
      memberId: reference('members', {
        label: '{MemberSingular}',
        required: true,
        fixed: true,
        listed: true,
      }),
      ...debtor,
      /** The charges of the agreement; empty: all open ones. */
      chargeIds: references('unsettledPayments', { label: 'Dívidas', fixed: true }),
      instalments: integer({
        label: 'Prestações',
        min: 2,
        max: 60,
        required: true,
        fixed: true,
        listed: true,
      }),
      firstDate: date({
        label: 'Primeira prestação',
        help: 'As outras são no mesmo dia dos meses seguintes.',
        required: true,
        fixed: true,
        listed: true,
        sortable: true,
      }),
      amount: money({
        label: 'Valor acordado',
        assigned: true,
        readOnly: true,
        derived: true,
        listed: true,
        summed: true,
      }),
      openAmount: money({
        label: 'Por pagar',
        assigned: true,
        readOnly: true,
        derived: true,
        listed: true,
        summed: true,
      }),
      state: choice(
        {
          active: { label: 'Em curso', tone: 'blue' },
          fulfilled: { label: 'Cumprido', tone: 'green' },
          broken: { label: 'Em incumprimento', tone: 'red' },
          cancelled: { label: 'Terminado', tone: 'grey' },
        },
        { ...stateOptions, default: 'active' },
      ),
      notes: longText({ label: 'Observações', readBy: staffRoles }),
    }),
  },
})

/** Instalments of an agreement. Payments settle the oldest first, waived amounts the latest. */
export const agreementInstalments = defineResource({
  name: 'agreementInstalments',
  kind: 'stored',
  label: { one: 'Prestação', many: 'Prestações', gender: 'f' },
  title: 'dueDate',
  access: { read: staffOrOwner, create: nobody, update: nobody, delete: nobody },
  list: { sort: 'dueDate' },
  parents: { paymentAgreements: 'agreementId' },
  partOf: 'agreementId',
  fields: {
    agreementId: reference('paymentAgreements', {
      label: 'Acordo',
      assigned: true,
      readOnly: true,
      hidden: true,
    }),
    memberId: reference('members', { label: '{MemberSingular}', assigned: true, readOnly: true }),
    ...debtor,
    number: integer({ label: 'N.º', assigned: true, readOnly: true, listed: true }),
    dueDate: date({ label: 'Data', assigned: true, readOnly: true, listed: true, sortable: true }),
    amount: money({ label: 'Valor', assigned: true, readOnly: true, listed: true, summed: true }),
    paidAmount: money({
      label: 'Pago',
      assigned: true,
      readOnly: true,
      derived: true,
      listed: true,
      summed: true,
    }),
    waivedAmount: money({
      label: 'Perdoado',
      assigned: true,
      readOnly: true,
      derived: true,
      listed: true,
      summed: true,
    }),
  },
})
