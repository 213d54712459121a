import { defineResource } from '../define-resource.ts'
import { chargesDecision, date, reference, text } from '../fields.ts'
import { historyAccess, removalOf } from '../member-history.ts'

/** The exemptions of a member, earlier and planned ones too. */
export const memberExemptions = defineResource({
  name: 'memberExemptions',
  kind: 'stored',
  label: { one: 'Isenção', many: 'Isenções', gender: 'f' },
  help: 'Não se cobram os períodos cujo primeiro dia está numa isenção.',
  title: 'startDate',
  access: historyAccess,
  parents: { members: 'memberId' },
  partOf: 'memberId',
  list: { sort: '-endDate', searchIn: 'memberId' },
  actions: {
    remove: removalOf({
      label: 'Retirar esta isenção',
      text: 'Fica como se nunca tivesse havido esta isenção.',
      done: 'Retirada.',
    }),
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
    reason: text({ label: 'Motivo', max: 200, rules: ['required'], listed: true }),
    charges: chargesDecision(),
    createdByName: text({ label: 'Registado por', readOnly: true, listed: true }),
  },
})
