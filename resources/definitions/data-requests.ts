import { nobody, staffReaders, staffWriters, seesAllFields } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  beside,
  choice,
  date,
  datetime,
  file,
  group,
  integer,
  longText,
  reference,
  stateOptions,
  text,
} from '../fields.ts'
import { retryAction, underWayStates, workFields } from '../work-fields.ts'

/** Rights of people over their data (articles 15 to 21 and 7 of the RGPD). */
export const dataRights = {
  access: 'Acesso',
  rectification: 'Retificação',
  erasure: 'Apagamento',
  restriction: 'Limitação do tratamento',
  portability: 'Portabilidade',
  objection: 'Oposição',
  withdrawal: 'Retirada de consentimento',
} as const

/** Days before the due date on which an open request is shown as work of the day. */
export const dataRequestNoticeDays = 10

const open = { status: 'open' } as const

/** Requests of people about their data, to be answered within a month (article 12 of the RGPD). */
export const dataRequests = defineResource({
  name: 'dataRequests',
  kind: 'stored',
  label: { one: 'Pedido de titular', many: 'Pedidos de titulares', new: 'Novo pedido' },
  help: 'O que as pessoas pedem sobre os seus dados: acesso, retificação, apagamento e outros direitos, com prazo de um mês.',
  title: 'requesterName',
  protection: { of: 'memberId', withholds: 'record' },
  access: { read: staffReaders, create: staffWriters, update: staffWriters, delete: nobody },
  list: { sort: 'dueOn' },
  actions: {
    answer: {
      label: 'Registar a resposta',
      past: 'registou a resposta',
      icon: 'check',
      done: 'Resposta registada.',
      many: false,
      when: { is: open, otherwise: 'Este pedido já foi respondido: reabra-o primeiro.' },
      access: staffWriters,
      fields: {
        outcome: choice(
          {
            granted: 'Satisfeito',
            partial: 'Satisfeito em parte',
            refused: 'Recusado',
            dropped: 'A pessoa desistiu',
          },
          { label: 'Decisão', required: true, default: 'granted', inputType: 'radio', span: 3 },
        ),
        closedOn: date({ label: 'Respondido em', required: true, rules: ['notFuture'] }),
        identityCheck: text({
          label: 'Como se confirmou a identidade',
          help: 'Por exemplo, Cartão de Cidadão à vista. Não se guardam cópias.',
          max: 200,
          required: true,
          span: 2,
        }),
        decision: longText({ label: 'Fundamento e resposta', max: 5000, required: true }),
        documentId: file({ label: 'Documento da resposta', span: 2 }),
      },
    },
    extend: {
      label: 'Prolongar o prazo',
      past: 'prolongou o prazo',
      icon: 'clock',
      done: 'Prazo prolongado.',
      many: false,
      when: [
        { is: open, otherwise: 'Este pedido já foi respondido: reabra-o primeiro.' },
        { is: { extendedOn: null }, otherwise: 'O prazo já foi prolongado.' },
      ],
      access: staffWriters,
      fields: {
        reason: longText({
          label: 'Motivo',
          help: 'Só pela complexidade ou pelo número de pedidos: o prazo passa a três meses.',
          max: 1000,
          required: true,
        }),
        notice: text({
          label: 'Como se avisou a pessoa',
          help: 'Tem de ser avisada no primeiro mês, com o motivo. Vazio: segue uma mensagem por email ou, sem email, uma carta para imprimir.',
          max: 200,
          span: 2,
        }),
      },
    },
    reopen: {
      label: 'Reabrir',
      past: 'reabriu',
      icon: 'back',
      done: 'Reaberto.',
      many: false,
      question: false,
      when: { isNot: open, otherwise: 'Este pedido está por responder.' },
      access: staffWriters,
      sets: { status: 'open', closedOn: null },
    },
  },
  fields: {
    ...group('Pedido', {
      number: integer({
        label: 'N.º',
        assigned: true,
        readOnly: true,
        listed: true,
        sortable: true,
        unique: 'Já existe um pedido com este número.',
      }),
      requesterName: text({
        label: 'Quem pede',
        blank: '{o} próprio {memberSingular}',
        assigned: true,
        listed: true,
        searchable: true,
      }),
      memberId: reference('members', {
        label: '{MemberSingular}',
        blank: 'quem pede não tem ficha',
        fixed: true,
        listed: true,
        filterable: true,
      }),
      requesterContact: text({ label: 'Contacto para a resposta', max: 200 }),
      right: choice(dataRights, { label: 'Direito', required: true, listed: true, filterable: true }),
      channel: choice(
        { email: 'Email', letter: 'Carta', inPerson: 'Presencialmente', phone: 'Telefone' },
        { label: 'Por que meio', required: true, default: 'email' },
      ),
      receivedOn: date({
        label: 'Recebido em',
        required: true,
        rules: ['notFuture'],
        listed: true,
        sortable: true,
        filterable: true,
      }),
      details: longText({ label: 'O que pede' }),
    }),
    ...group('Andamento', {
      status: choice(
        {
          open: { label: 'Por responder', tone: 'amber' },
          granted: { label: 'Satisfeito', tone: 'green' },
          partial: { label: 'Satisfeito em parte', tone: 'green' },
          refused: { label: 'Recusado', tone: 'grey' },
          dropped: { label: 'Desistiu', tone: 'grey' },
        },
        { ...stateOptions, default: 'open' },
      ),
      dueOn: date({
        label: 'Prazo',
        assigned: true,
        readOnly: true,
        listed: true,
        sortable: true,
        filterable: true,
      }),
      extendedOn: date({ label: 'Prazo prolongado em', readOnly: true }),
      extensionReason: text({ label: 'Motivo do prolongamento', max: 1000, readOnly: true }),
      extensionNotice: text({ label: 'Aviso do prolongamento', max: 200, readOnly: true }),
      identityCheck: text({ label: 'Como se confirmou a identidade', max: 200, span: 2 }),
      decision: longText({ label: 'Fundamento e resposta', readOnly: true }),
      closedOn: date({ label: 'Respondido em', readOnly: true, listed: true }),
      handlerName: text({ label: 'Tratado por', readOnly: true }),
      documentId: file({ label: 'Documento da resposta', readOnly: true }),
    }),
  },
})

const { state, createdByName, problem } = workFields({
  running: 'A juntar',
  done: 'Pronto',
  by: 'Pedido por',
})

/** All data of a person in one ZIP, in open formats, for requests of access and portability. The file ends after a week. */
export const dataPackages = defineResource({
  name: 'dataPackages',
  kind: 'stored',
  label: { one: 'Cópia dos dados', many: 'Cópias dos dados', gender: 'f' },
  help: 'Tudo o que se guarda de uma pessoa, num ZIP com formatos abertos.',
  title: 'createdByName',
  nameTemplate: '{created_at}',
  access: {
    read: seesAllFields(staffReaders),
    create: seesAllFields(staffWriters),
    update: nobody,
    delete: nobody,
  },
  parents: { dataRequests: 'dataRequestId' },
  work: { underWay: underWayStates },
  actions: {
    retry: retryAction,
    link: {
      label: 'Descarregar',
      past: 'fez uma ligação para descarregar',
      icon: 'download',
      done: 'Ligação feita.',
      many: false,
      question: false,
      when: { is: { state: 'done' }, otherwise: 'A cópia ainda não está feita, ou já foi apagada.' },
      access: seesAllFields(staffWriters),
      answer: { url: 'url', until: 'moment' },
    },
  },
  fields: {
    dataRequestId: reference('dataRequests', { label: 'Pedido', required: true, fixed: true, hidden: true }),
    ...beside('dataRequestId', dataRequests, ['requesterName'], { requesterName: { searchable: undefined } }),
    state,
    bytes: integer({ label: 'Tamanho', unit: 'bytes', readOnly: true }),
    expiresAt: datetime({ label: 'Disponível até', readOnly: true, listed: true }),
    createdByName,
    problem,
  },
})
