import { anyOf, ownerRoles, ownRecords, staffReaders, staffRoles, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  beside,
  choice,
  date,
  file,
  group,
  iban,
  integer,
  longText,
  money,
  reference,
  tags,
  text,
  through,
} from '../fields.ts'
import { matchReasons } from '../match-reasons.ts'
import { memberBalances } from './member-balances.ts'
import { people } from './people.ts'
import { paymentMethods } from '../payment-methods.ts'

const { cash, transfer, multibanco, mbway, directDebit } = paymentMethods

/** Membership of a person. The person's own data are stored once, in `people`, and shown flat. */
export const members = defineResource({
  name: 'members',
  kind: 'stored',
  label: {
    one: '{MemberSingular}',
    many: '{MemberPlural}',
    gender: 'member',
    new: '{Novo} {memberSingular}',
  },
  title: 'name',
  insteadOfDeleting: 'Em vez disso, mude\u2011lhe o estado, por exemplo para «Anulado».',
  access: {
    read: anyOf(staffReaders, ownRecords('personId')),
    create: staffWriters,
    update: anyOf(staffWriters, ownRecords('personId')),
    delete: staffWriters,
  },
  list: { sort: 'memberNumber', exact: 'memberNumber', totalsBy: ['currentStateId', 'categoryId'] },
  actions: {
    changeState: {
      label: 'Mudar de estado',
      past: 'mudou o estado',
      access: staffWriters,
      fields: {
        stateNameId: reference('memberStateNames', { label: 'Novo estado', required: true }),
        date: date({ label: 'A partir de', required: true }),
        reason: longText({ label: 'Motivo', max: 500 }),
        decisionBody: text({ label: 'Deliberação', max: 100 }),
        minuteRef: text({ label: 'Ata n.º', max: 50 }),
        documentId: file({
          label: 'Documento',
          help: 'Há estados que o exigem.',
          span: 2,
        }),
      },
    },
    useCredit: { label: 'Usar o crédito', past: 'usou o crédito', access: staffWriters },
  },
  fields: {
    personId: reference('people', { label: 'Pessoa', assigned: true, hidden: true, fixed: true }),
    ...through('personId', people, [
      'name',
      'shortName',
      'kind',
      'nif',
      'birthDate',
      'gender',
      'nationality',
      'maritalStatus',
      'profession',
      'employer',
      'education',
      'niss',
      'idDocumentType',
      'idDocumentNumber',
      'idDocumentExpiry',
      'mobile',
      'phone',
      'email',
    ]),
    ...group('Contactos', {
      messageChannel: choice(
        { email: 'Email', sms: 'SMS', letter: 'Carta' },
        { label: 'Canal preferido', default: 'email', writeBy: ownerRoles },
      ),
    }),
    ...through('personId', people, [
      'address',
      'postalCode',
      'city',
      'parish',
      'municipality',
      'district',
      'country',
      'guardianName',
      'guardianNif',
      'guardianContact',
      'representativeName',
      'representativeRole',
      'deathDate',
      'doNotContact',
      'personNotes',
      'photoUrl',
    ]),
    ...group('Inscrição', {
      memberNumber: integer({
        assigned: true,
        label: 'N.º de {memberSingular}',
        help: 'Sem número, é atribuído o seguinte.',
        min: 1,
        max: 2_000_000_000,
        listed: true,
        sortable: true,
        searchable: true,
        unique: 'Número já atribuído.',
      }),
      categoryId: reference('memberCategories', {
        label: 'Categoria',
        required: true,
        listed: true,
        sortable: true,
        filterable: true,
      }),
      admissionDate: date({
        label: 'Data de admissão',
        required: true,
        rules: ['yearsAhead:1', 'notBefore:settings.foundationDate'],
        listed: true,
        sortable: true,
        filterable: true,
      }),
      currentStateId: reference('memberStateNames', {
        label: 'Estado',
        assigned: true,
        readOnly: true,
        listed: true,
        sortable: true,
        filterable: true,
        badge: true,
      }),
      stateSince: date({ label: 'Estado desde', assigned: true, readOnly: true, sortable: true }),
      endDate: date({ label: 'Data de saída', readOnly: true }),
      endReason: text({ label: 'Motivo de saída', readOnly: true }),
      admissionBody: text({ label: 'Deliberação', max: 100 }),
      admissionMinute: text({ label: 'Ata n.º', max: 50 }),
      capitalTitles: integer({
        label: 'Títulos de capital subscritos',
        help: 'Os que pediu na candidatura são cobrados com a aceitação; mudar este número não cobra nada.',
        max: 1_000_000,
        onlyFor: 'cooperative',
      }),
      titles: tags({ label: 'Distinções' }),
      section: text({ label: 'Núcleo', max: 100, filterable: true }),
      interests: tags({ label: 'Interesses' }),
    }),
    ...group('Pagamento', {
      paymentMethod: choice(
        { cash, transfer, multibanco, mbway, directDebit, collector: 'Cobrador' },
        { label: 'Forma de pagamento', filterable: true },
      ),
      iban: iban({ label: 'IBAN', span: 2 }),
      quotaPlanId: reference('quotaPlans', {
        label: 'Plano de {membershipPayments}',
        help: 'Vazio: o da categoria.',
      }),
      customQuota: money({
        label: '{MembershipPayment} individual',
        help: 'De cada período, em vez do preço do plano.',
      }),
      exemptUntil: date({ label: 'Isenção até', help: 'Não paga os períodos que começam até este dia.' }),
      exemptReason: text({ label: 'Motivo da isenção', max: 200 }),
    }),
    ...beside('_id', memberBalances, [
      'balance',
      'overdueAmount',
      'credit',
      'oldestDebt',
      'debtYears',
      'quotasUpToDate',
      'quotaStrip',
    ]),
    ...group('Observações', {
      notes: longText({ label: 'Observações', readBy: staffRoles }),
    }),
  },
})

/** Possible duplicates of a person that is being entered. */
export const peopleResearcher = defineResource({
  name: 'peopleResearcher',
  kind: 'computed',
  label: { one: 'Pessoa encontrada', many: 'Pessoas encontradas', gender: 'f' },
  title: 'name',
  access: { read: staffReaders, create: () => false, update: () => false, delete: () => false },
  fields: {
    name: text({ label: 'Nome', readOnly: true }),
    birthYear: integer({ label: 'Ano de nascimento', readOnly: true }),
    city: text({ label: 'Localidade', readOnly: true }),
    memberNumber: integer({ label: 'N.º de {memberSingular}', readOnly: true }),
    memberId: reference('members', { label: '{MemberSingular}', readOnly: true }),
    stateLabel: text({ label: 'Estado', readOnly: true }),
    reason: choice({ ...matchReasons, search: 'pesquisa' }, { label: 'Motivo', readOnly: true }),
  },
})
