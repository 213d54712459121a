import type { Role } from '../access.ts'
import { nobody, staffReaders, staffWriters, writerRoles } from '../access.ts'
import { awaitsConfirmation, openStates, reopenableStates } from '../application-states.ts'
import { consentLabels } from '../consent-labels.ts'
import { defineResource } from '../define-resource.ts'
import type { Field, Fields } from '../fields.ts'
import {
  beside,
  boolean,
  choice,
  copied,
  date,
  datetime,
  group,
  integer,
  longText,
  personName,
  reference,
  text,
} from '../fields.ts'
import { memberApplicationStates } from './application-states.ts'
import { members } from './members.ts'
import { people } from './people.ts'
import { namesOf } from '../names.ts'

/** Fields that the applicant fills in: those of the public form, unless the settings hide them. */
function byApplicant<F extends Fields>(fields: F): F {
  const entries = Object.entries(fields)
  const writeBy: readonly Role[] = [...writerRoles, 'visitor']
  return Object.fromEntries(
    entries.map(([name, field]): [string, Field] => [name, { ...field, writeBy }]),
  ) as F
}

const decision = {
  decisionDate: date({ label: 'Data da deliberação' }),
  decisionBody: text({ label: 'Deliberação', max: 100 }),
  minuteRef: text({ label: 'Ata n.º', max: 50 }),
}
/** Consents of an adult applicant, each with its text in `application-texts.ts`. */
const consents = {
  terms: boolean({ label: consentLabels.terms }),
  privacyNotice: boolean({ label: consentLabels.privacyNotice }),
  newsletter: boolean({ label: consentLabels.newsletter }),
  sms: boolean({ label: consentLabels.sms }),
  imageUse: boolean({ label: consentLabels.imageUse }),
  directory: boolean({ label: consentLabels.directory }),
}
const guardianConsent = boolean({
  label: consentLabels.guardianConsent,
  help: 'Obrigatória para menores de 18 anos.',
})

/** All consents of an application. */
export const applicationConsents = { ...consents, guardianConsent }
export type ApplicationConsent = keyof typeof applicationConsents
export const applicationConsentNames = namesOf(applicationConsents)

const purposes = Object.fromEntries(
  applicationConsentNames.map((name) => [name, applicationConsents[name].label]),
) as Record<ApplicationConsent, string>

const reason = longText({ label: 'Motivo', max: 1000 })
const message = longText({ label: 'Mensagem', max: 2000, required: true })

const isOpen = {
  is: { code: openStates },
  otherwise: 'Esta candidatura é um rascunho ou já está encerrada.',
}
const isDecidable = {
  is: { code: ['submitted', 'review', 'information'] },
  otherwise: 'Esta candidatura é um rascunho, espera que o email seja confirmado ou já está encerrada.',
}

/** Application for membership. The applicant's data are stored here until it is accepted and a person is created. */
export const memberApplications = defineResource({
  name: 'memberApplications',
  kind: 'stored',
  label: { one: 'Candidatura', many: 'Candidaturas', gender: 'f' },
  title: 'name',
  protection: { of: 'personId', withholds: 'record' },
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: staffWriters },
  list: { sort: '-submittedAt', exact: 'number' },
  actions: {
    submit: {
      label: 'Submeter',
      past: 'submeteu',
      icon: 'change',
      done: 'Candidatura submetida.',
      many: false,
      question: false,
      when: { is: { code: 'draft' }, otherwise: 'Só se submete um rascunho.' },
      access: staffWriters,
    },
    takeForReview: {
      label: 'Analisar',
      past: 'começou a analisar',
      icon: 'search',
      done: 'A candidatura está em análise, a seu cargo.',
      question: false,
      many: { text: 'Passam a «Em análise», e ficam a seu cargo.' },
      when: [isOpen, { isNot: { code: 'review' }, otherwise: 'Esta candidatura já está em análise.' }],
      access: staffWriters,
    },
    requestInformation: {
      label: 'Pedir informação',
      past: 'pediu informação',
      icon: 'mail',
      done: 'Pedido de informação registado.',
      many: false,
      when: isDecidable,
      access: staffWriters,
      fields: { message },
    },
    refuse: {
      label: 'Recusar',
      past: 'recusou',
      icon: 'cancel',
      done: 'Candidatura recusada.',
      many: { text: 'O motivo é o mesmo para todas.' },
      when: isOpen,
      access: staffWriters,
      fields: { reason, ...decision },
    },
    withdraw: {
      label: 'Registar desistência',
      past: 'registou a desistência',
      icon: 'cancel',
      done: 'Desistência registada.',
      many: false,
      when: isOpen,
      access: staffWriters,
      fields: { reason },
    },
    markDuplicate: {
      label: 'Marcar como duplicada',
      past: 'marcou como duplicada',
      icon: 'copy',
      done: 'Candidatura marcada como duplicada.',
      many: false,
      when: isOpen,
      access: staffWriters,
      fields: { reason },
    },
    reopen: {
      label: 'Reabrir',
      past: 'reabriu',
      icon: 'back',
      done: 'Candidatura reaberta.',
      many: false,
      question: false,
      when: {
        is: { code: reopenableStates },
        otherwise: 'Só se reabre uma candidatura encerrada sem admissão.',
      },
      access: staffWriters,
    },
    sendVerification: {
      label: 'Enviar nova ligação',
      past: 'enviou nova ligação',
      icon: 'mail',
      done: 'Ligação enviada.',
      sends: true,
      many: false,
      question: false,
      when: awaitsConfirmation,
      access: staffWriters,
    },
    accept: {
      label: 'Aceitar',
      past: 'aceitou',
      icon: 'accept',
      done: 'Candidatura aceite.',
      many: {
        text: 'Cada candidato é admitido na categoria que pretende, com o número seguinte; cobram-se a joia e a quota dos planos que as cobram na admissão, e seguem a aceitação e as boas-vindas. Quem se parecer com alguém já registado fica por aceitar, para decidir na candidatura.',
        without: ['personId', 'newPerson', 'updatePerson', 'categoryId', 'memberNumber'],
      },
      initial: { admissionDate: { from: 'today' }, decisionDate: { from: 'today' } },
      when: [{ isNot: { code: 'accepted' }, otherwise: 'Esta candidatura já foi aceite.' }, isDecidable],
      access: staffWriters,
      writes: ['memberApplications', 'members'],
      fields: {
        personId: reference('people', {
          label: 'É esta pessoa',
          help: 'Alguém que já tem ficha. Sem escolha, é criada uma ficha nova.',
        }),
        newPerson: boolean({
          label: 'É outra pessoa',
          help: 'Confirma que não é nenhuma das fichas parecidas.',
        }),
        updatePerson: boolean({
          label: 'Atualizar a ficha com os dados da candidatura',
          help: 'Sem isto, só se preenche o que estiver vazio.',
        }),
        categoryId: reference('memberCategories', { label: 'Categoria' }),
        admissionDate: date({ label: 'Data de admissão' }),
        memberNumber: integer({
          label: 'N.º de {memberSingular}',
          help: 'Sem número, é atribuído o seguinte.',
          min: 1,
          max: 2_000_000_000,
        }),
        ...decision,
      },
    },
  },
  fields: {
    ...group('Candidatura', {
      number: integer({
        label: 'N.º',
        assigned: true,
        readOnly: true,
        listed: true,
        sortable: true,
        searchable: true,
        unique: 'Número já atribuído.',
      }),
      stateId: reference('memberApplicationStates', {
        label: 'Estado',
        assigned: true,
        fixed: true,
        listed: true,
        sortable: true,
        filterable: true,
        badge: true,
      }),
      ...beside('stateId', memberApplicationStates, ['code'], { code: { label: 'Código do estado' } }),
      stateSince: date({ label: 'Estado desde', assigned: true, readOnly: true }),
      submittedAt: datetime({
        label: 'Data',
        readOnly: true,
        listed: true,
        sortable: true,
        filterable: true,
      }),
      source: choice(
        { site: 'Sítio', counter: 'Balcão', import: 'Importação' },
        { label: 'Origem', assigned: true, default: 'counter', readOnly: true, filterable: true },
      ),
      decisionDue: date({ label: 'Decidir até', readOnly: true }),
    }),
    ...byApplicant({
      ...copied(
        people,
        [
          'kind',
          'name',
          'shortName',
          'nif',
          'birthDate',
          'gender',
          'idDocumentType',
          'idDocumentNumber',
          'idDocumentExpiry',
          'nationality',
          'maritalStatus',
          'profession',
          'employer',
          'education',
          'mobile',
          'phone',
          'email',
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
        ],
        {
          name: { sortable: true },
          kind: { filterable: true },
        },
      ),
      ...group('Representação', { guardianConsent }),
      ...copied(people, ['representativeName', 'representativeRole']),
      ...group('Inscrição', {
        ...copied(members, ['categoryId'], {
          categoryId: { label: 'Categoria pretendida', required: false, filterable: true },
        }),
        capitalTitles: integer({
          label: 'Títulos de capital a subscrever',
          max: 1_000_000,
          onlyFor: 'cooperative',
        }),
        proposer1Number: integer({ label: 'N.º do 1.º proponente', max: 2_000_000_000 }),
        proposer1Name: personName({ label: 'Nome do 1.º proponente' }),
        proposer2Number: integer({ label: 'N.º do 2.º proponente', max: 2_000_000_000 }),
        proposer2Name: personName({ label: 'Nome do 2.º proponente' }),
        ...copied(members, ['interests']),
        message: longText({ label: 'Observações', max: 2000 }),
      }),
      ...copied(members, ['paymentMethod', 'iban']),
      ...group('Consentimentos', consents),
    }),
    ...copied(people, ['photoUrl']),
    ...group('Proponentes', {
      proposer1Id: reference('members', { label: '1.º proponente' }),
      proposer2Id: reference('members', { label: '2.º proponente' }),
    }),
    ...group('Deliberação', {
      decisionDate: date({ label: 'Data da deliberação', readOnly: true }),
      decisionBody: text({ label: 'Deliberação', max: 100, readOnly: true }),
      minuteRef: text({ label: 'Ata n.º', max: 50, readOnly: true }),
      refusalReason: longText({ label: 'Motivo', max: 1000, readOnly: true }),
      reviewerId: reference('users', { label: 'Analisada por', readOnly: true }),
      memberId: reference('members', { label: '{MemberSingular}', readOnly: true }),
      notCharged: longText({ label: 'Não cobrado na admissão', max: 2000, readOnly: true }),
      personId: reference('people', { label: 'Pessoa', readOnly: true, hidden: true }),
      emailVerifiedAt: datetime({ label: 'Email confirmado em', readOnly: true }),
      informationRequested: longText({ label: 'Informação pedida', max: 2000, readOnly: true }),
    }),
    ...group('Notas', {
      internalNotes: longText({
        label: 'Notas internas',
        help: 'Só a secretaria as vê.',
        confidential: 'notes',
      }),
    }),
  },
})

/** Consents that an applicant gave or refused, with date, version of the text and origin. */
export const memberApplicationConsents = defineResource({
  name: 'memberApplicationConsents',
  kind: 'stored',
  label: { one: 'Consentimento da candidatura', many: 'Consentimentos da candidatura' },
  title: 'purpose',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  parents: { memberApplications: 'applicationId' },
  partOf: 'applicationId',
  list: { sort: '-at' },
  fields: {
    applicationId: reference('memberApplications', { label: 'Candidatura', required: true, hidden: true }),
    purpose: choice(purposes, { label: 'Finalidade', required: true, listed: true }),
    accepted: boolean({ label: 'Aceite', listed: true }),
    at: datetime({ label: 'Data', required: true, listed: true, sortable: true }),
    textVersion: integer({ label: 'Versão do texto', listed: true }),
    method: choice(
      { site: 'Formulário no sítio', counter: 'Ao balcão' },
      { label: 'Meio', required: true, listed: true },
    ),
    address: text({ label: 'Endereço IP', max: 60 }),
  },
})
