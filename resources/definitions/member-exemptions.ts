import { anyOf, nobody, ownRecords, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { chargesDecision, date, longText, reference, text } from '../fields.ts'

/** The exemptions of a member, earlier and planned ones too. */
export const memberExemptions = defineResource({
  name: 'memberExemptions',
  kind: 'stored',
  label: { one: 'Isenção', many: 'Isenções', gender: 'f' },
  help: 'Não se cobram os períodos cujo primeiro dia está numa isenção.',
  title: 'startDate',
  access: {
    read: anyOf(staffReaders, ownRecords('personId')),
    create: staffWriters,
    update: staffWriters,
    delete: nobody,
  },
  parents: { members: 'memberId' },
  partOf: 'memberId',
  list: { sort: '-endDate', searchIn: 'memberId' },
  actions: {
    remove: {
      label: 'Retirar esta isenção',
      past: 'retirou',
      icon: 'cancel',
      question: { text: 'Fica como se nunca tivesse havido esta isenção.' },
      many: false,
      done: 'Retirada.',
      access: staffWriters,
      isDestructive: true,
      answer: { _id: 'uuid' },
      fields: {
        reason: longText({ label: 'Motivo', max: 200, required: true }),
        charges: chargesDecision({ hidden: false }),
      },
    },
  },
  fields: {
    memberId: reference('members', { label: '{MemberSingular}', required: true, fixed: true }),
    personId: reference('people', { label: 'Pessoa', assigned: true, hidden: true, readOnly: true }),
    startDate: date({ label: 'Desde', blank: 'desde a admissão', listed: true }),
    endDate: date({
      label: 'Até',
      required: true,
      rules: ['notBefore:startDate'],
      listed: true,
      sortable: true,
    }),
    reason: text({ label: 'Motivo', max: 200, listed: true }),
    charges: chargesDecision(),
    createdByName: text({ label: 'Registado por', readOnly: true, listed: true }),
  },
})
