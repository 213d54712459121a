import { signedIn, staffRoles, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  beside,
  allChargesDecision,
  boolean,
  chargesDecision,
  choice,
  computed,
  computedReference,
  date,
  file,
  group,
  inputAlone,
  integer,
  longText,
  reference,
  sinceDecision,
  text,
} from '../fields.ts'
import { historyAccess, removalOf } from '../member-history.ts'
import { members } from './members.ts'
import { people } from './people.ts'

/** States of memberships: `marksEnd` means that it is over, `marksDeath` that the person is deceased. */
export const memberStateNames = defineResource({
  name: 'memberStateNames',
  kind: 'stored',
  label: { one: 'Estado', many: 'Estados' },
  title: 'name',
  insteadOfDeleting: 'Em vez disso, pode deixar de o usar.',
  tone: 'colour',
  access: { read: signedIn, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: 'order' },
  fields: {
    ...group('Estado', {
      name: text({
        label: 'Nome',
        max: 60,
        required: true,
        listed: true,
        sortable: true,
        searchable: true,
        span: 2,
        unique: 'Já existe um estado com este nome.',
      }),
      colour: choice(
        {
          green: { label: 'Verde', tone: 'green' },
          blue: { label: 'Azul', tone: 'blue' },
          amber: { label: 'Âmbar', tone: 'amber' },
          red: { label: 'Vermelho', tone: 'red' },
          grey: { label: 'Cinzento', tone: 'grey' },
        },
        { label: 'Cor', default: 'grey', required: true, listed: true, badge: true },
      ),
      order: integer({ label: 'Ordem', required: true, default: 100, listed: true, sortable: true }),
      active: boolean({ label: 'Em uso', default: true, listed: true }),
    }),
    ...group('Efeitos', {
      marksEnd: boolean({
        label: 'Marca o fim',
        help: 'Quem está neste estado deixou de ser {memberSingular}.',
        listed: true,
        filterable: true,
      }),
      marksDeath: boolean({
        label: 'Marca o falecimento',
        help: 'A quem está neste estado não se escreve, nem se emitem cartões.',
      }),
      chargesQuota: boolean({ label: 'Gera {membershipPayments}', default: true, listed: true }),
      since: sinceDecision(),
      charges: allChargesDecision(),
      hasRights: boolean({ label: 'Tem direitos', default: true, listed: true }),
      needsReason: boolean({ label: 'Exige motivo' }),
      needsDocument: boolean({
        label: 'Exige documento',
        help: 'Só se passa a este estado com um PDF ou uma fotografia junta.',
      }),
      sendsMessage: boolean({
        label: 'Avisa a pessoa',
        help: 'Quem passa a este estado recebe a mensagem «Mudança de estado».',
      }),
      system: boolean({ label: 'Do programa', readOnly: true, hidden: true }),
    }),
  },
})

/** History of states of a member; exactly one row has no end date. Saves are corrections: members change their state by an action. */
export const memberStates = defineResource({
  name: 'memberStates',
  kind: 'stored',
  label: {
    one: 'Mudança de estado',
    many: 'Histórico de estados',
    gender: 'f',
    new: 'Acrescentar um estado passado',
  },
  title: 'stateNameId',
  access: historyAccess,
  parents: { members: 'memberId' },
  partOf: 'memberId',
  list: { sort: '-startDate', searchIn: 'memberId' },
  actions: {
    remove: removalOf({
      label: 'Retirar este estado',
      text: 'Vale o estado anterior, até à mudança seguinte. Ninguém é avisado.',
      done: 'Retirado.',
    }),
  },
  fields: {
    memberId: reference('members', {
      label: '{MemberSingular}',
      required: true,
      fixed: true,
      listed: true,
    }),
    personId: reference('people', { label: 'Pessoa', assigned: true, hidden: true, readOnly: true }),
    stateNameId: reference('memberStateNames', {
      label: 'Estado',
      required: true,
      listed: true,
      badge: true,
      filterable: true,
    }),
    startDate: date({
      label: 'Início',
      required: true,
      rules: ['yearsAhead:1'],
      listed: true,
      sortable: true,
      filterable: true,
    }),
    /** The day on which the next state began. */
    endDate: date({ label: 'Fim', readOnly: true, listed: true, filterable: true }),
    /** The last day of a member in this state: of who leaves, the day of leaving. */
    lastDay: computed({
      label: 'Último dia',
      type: 'date',
      inputType: 'date',
      hidden: true,
      filterable: true,
    }),
    admission: computed({
      label: 'Admissão',
      type: 'boolean',
      inputType: 'checkbox',
      hidden: true,
      filterable: true,
    }),
    readmission: computed({
      label: 'Readmissão',
      type: 'boolean',
      inputType: 'checkbox',
      hidden: true,
      filterable: true,
    }),
    ...beside('stateNameId', memberStateNames, ['marksEnd'], { marksEnd: { listed: undefined } }),
    ...beside('memberId', members, ['memberNumber'], {
      memberNumber: { sortable: undefined, listed: undefined },
    }),
    /** The category on the day on which the state began; lists with `lastDay_from` compare the category of that day. */
    categoryId: computedReference('memberCategories', {
      label: 'Categoria',
      help: 'A do dia em que o estado começou.',
      hidden: true,
      filterable: true,
    }),
    /** Likewise. */
    quotaPlanId: computedReference('quotaPlans', {
      label: 'Plano de {membershipPayments}',
      help: 'O do dia em que o estado começou.',
      hidden: true,
      filterable: true,
    }),
    ...beside('personId', people, ['kind', 'gender', 'birthDate'], { birthDate: { sortable: undefined } }),
    reason: longText({ label: 'Motivo', max: 500, listed: true }),
    decisionBody: text({ label: 'Deliberação', max: 100 }),
    minuteRef: text({ label: 'Ata n.º', max: 50 }),
    documentUrl: computed({ label: 'Documento', inputType: 'file', readBy: staffRoles }),
    documentId: {
      ...file({ label: 'Juntar documento', help: 'Há estados que o exigem.', span: 2, readBy: staffRoles }),
      writeOnly: true,
    },
    correction: inputAlone(longText({ label: 'Motivo da correção', max: 200, required: true })),
    announces: inputAlone(
      boolean({
        label: 'Avisar a pessoa',
        help: 'Com a mensagem do estado em que fica hoje, se quem passa a ele é avisado.',
      }),
    ),
    charges: chargesDecision(),
    createdByName: text({ label: 'Registado por', readOnly: true, listed: true }),
  },
})
