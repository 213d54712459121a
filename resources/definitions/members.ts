import { anyOf, ownRecords, staff } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { choice, date, group, iban, integer, longText, reference, tags, text, through } from '../fields.ts'
import { people } from './people.ts'

/** A person's membership. The person's own data are kept once, in `people`, and travel flat. */
export const members = defineResource({
  name: 'members',
  kind: 'stored',
  label: { one: '{MemberSingular}', many: '{MemberPlural}', new: '{Novo} {memberSingular}' },
  title: 'name',
  access: {
    read: anyOf(staff, ownRecords('personId')),
    create: staff,
    update: anyOf(staff, ownRecords('personId')),
    delete: staff,
  },
  list: { sort: 'memberNumber', exact: 'memberNumber' },
  actions: {
    changeState: {
      label: 'Mudar de estado',
      access: staff,
      fields: {
        stateNameId: reference('memberStateNames', { label: 'Novo estado', required: true }),
        date: date({ label: 'A partir de', required: true }),
        reason: longText({ label: 'Motivo', max: 500 }),
        decisionBody: text({ label: 'Deliberação', max: 100 }),
        minuteRef: text({ label: 'Ata n.º', max: 50 }),
      },
    },
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
        { label: 'Canal preferido', default: 'email', writeBy: ['admin', 'editor', 'member'] },
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
        filterable: true,
      }),
      admissionDate: date({
        label: 'Data de admissão',
        required: true,
        rules: ['admissionDate'],
        listed: true,
        sortable: true,
        filterable: true,
      }),
      currentStateId: reference('memberStateNames', {
        label: 'Estado',
        assigned: true,
        readOnly: true,
        listed: true,
        filterable: true,
        badge: true,
      }),
      stateSince: date({ label: 'Estado desde', assigned: true, readOnly: true, sortable: true }),
      endDate: date({ label: 'Data de saída', readOnly: true }),
      endReason: text({ label: 'Motivo de saída', readOnly: true }),
      admissionBody: text({ label: 'Deliberação', max: 100 }),
      admissionMinute: text({ label: 'Ata', max: 50 }),
      titles: tags({ label: 'Distinções' }),
      section: text({ label: 'Núcleo', max: 100, filterable: true }),
      interests: tags({ label: 'Interesses' }),
    }),
    ...group('Pagamento', {
      paymentMethod: choice(
        {
          cash: 'Numerário',
          transfer: 'Transferência',
          multibanco: 'Multibanco',
          mbway: 'MB WAY',
          directDebit: 'Débito direto',
          collector: 'Cobrador',
        },
        { label: 'Forma de pagamento', filterable: true },
      ),
      iban: iban({ label: 'IBAN', span: 2 }),
    }),
    ...group('Observações', {
      notes: longText({ label: 'Observações', readBy: ['admin', 'editor'] }),
    }),
  },
})

/** Who may be someone already known: the answer while a new person is being typed. */
export const peopleResearcher = defineResource({
  name: 'peopleResearcher',
  kind: 'computed',
  label: { one: 'Pessoa encontrada', many: 'Pessoas encontradas', gender: 'f' },
  title: 'name',
  access: { read: staff, create: () => false, update: () => false, delete: () => false },
  fields: {
    name: text({ label: 'Nome', readOnly: true }),
    birthYear: integer({ label: 'Ano de nascimento', readOnly: true }),
    city: text({ label: 'Localidade', readOnly: true }),
    memberNumber: integer({ label: 'N.º de {memberSingular}', readOnly: true }),
    memberId: reference('members', { label: '{MemberSingular}', readOnly: true }),
    stateLabel: text({ label: 'Estado', readOnly: true }),
    reason: choice(
      {
        nif: 'mesmo NIF',
        nameBirth: 'mesmo nome e data de nascimento',
        email: 'mesmo email',
        search: 'pesquisa',
      },
      { label: 'Motivo', readOnly: true },
    ),
  },
})
