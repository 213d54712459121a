import { anyOf, nobody, ownRecords, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  beside,
  boolean,
  choice,
  date,
  datetime,
  group,
  integer,
  longText,
  reference,
  text,
} from '../fields.ts'
import { members } from './members.ts'
import { people } from './people.ts'

/** States in which a card is valid or may become so. */
export const liveCardStates = ['toPrint', 'printed', 'sent', 'delivered', 'active'] as const

const reason = longText({ label: 'Motivo', max: 500, required: true })

/** A card of a member. A new copy is a new record; the old one refers to it. */
export const membershipCards = defineResource({
  name: 'membershipCards',
  kind: 'stored',
  label: { one: 'Cartão', many: 'Cartões' },
  title: 'cardNumber',
  nameTemplate: '{cardNumber} · {memberId}',
  access: {
    read: anyOf(staffReaders, ownRecords('personId')),
    create: staffWriters,
    update: staffWriters,
    delete: nobody,
  },
  list: { sort: '-cardNumber', searchIn: 'memberId', exact: 'cardNumber' },
  parents: { members: 'memberId' },
  actions: {
    issueCopy: {
      label: 'Emitir nova via',
      past: 'emitiu nova via',
      answer: { _id: 'uuid' },
      access: staffWriters,
      fields: {
        lost: boolean({ label: 'O cartão perdeu-se' }),
        chargeFee: boolean({ label: 'Cobrar a nova via', default: true }),
        reason: longText({ label: 'Motivo', max: 500 }),
      },
    },
    revoke: {
      label: 'Anular',
      past: 'anulou',
      access: staffWriters,
      isDestructive: true,
      fields: { reason },
    },
    deliver: {
      label: 'Entregar',
      past: 'registou a entrega',
      access: staffWriters,
      fields: {
        date: date({ label: 'Data', required: true }),
        method: choice(
          { hand: 'Em mão', mail: 'Pelo correio' },
          { label: 'Como', required: true, default: 'hand', inputType: 'radio' },
        ),
      },
    },
    reprint: {
      label: 'Imprimir outra vez',
      past: 'pôs outra vez por imprimir',
      access: staffWriters,
      when: { status: ['printed', 'sent', 'delivered'] },
      sets: { status: 'toPrint' },
    },
  },
  fields: {
    ...group('Cartão', {
      memberId: reference('members', {
        label: '{MemberSingular}',
        required: true,
        fixed: true,
        listed: true,
      }),
      ...beside('memberId', members, ['memberNumber', 'personId', 'categoryId', 'currentStateId'], {
        memberNumber: { sortable: undefined, listed: true },
        personId: { hidden: true },
        categoryId: { listed: undefined },
        currentStateId: { label: 'Estado {do} {memberSingular}', listed: undefined },
      }),
      ...beside('personId', people, ['photoUrl']),
      cardNumber: integer({
        label: 'Cartão n.º',
        assigned: true,
        readOnly: true,
        listed: true,
        sortable: true,
        searchable: true,
        unique: 'Já existe um cartão com este número.',
      }),
      /** Code in the URL of the QR code; see `rules/card-code.ts`. */
      code: text({ label: 'Código de verificação', max: 12, assigned: true, readOnly: true, detail: true }),
      issue: integer({ label: 'Via', assigned: true, default: 1, readOnly: true, listed: true }),
      type: choice(
        { plastic: 'Plástico', paper: 'Papel', digital: 'Digital' },
        { label: 'Tipo', required: true, default: 'plastic', listed: true, filterable: true },
      ),
      templateId: reference('cardTemplates', {
        label: 'Modelo',
        help: 'Vazio: o da categoria.',
        filterable: true,
      }),
      status: choice(
        {
          toPrint: { label: 'Por imprimir', tone: 'amber' },
          printed: { label: 'Impresso', tone: 'blue' },
          sent: { label: 'Enviado', tone: 'blue' },
          delivered: { label: 'Entregue', tone: 'green' },
          active: { label: 'Ativo', tone: 'green' },
          expired: { label: 'Expirado', tone: 'amber' },
          lost: { label: 'Extraviado', tone: 'red' },
          replaced: { label: 'Substituído', tone: 'grey' },
          revoked: { label: 'Anulado', tone: 'grey' },
        },
        {
          label: 'Estado',
          assigned: true,
          default: 'toPrint',
          readOnly: true,
          listed: true,
          sortable: true,
          filterable: true,
          badge: true,
        },
      ),
      validFrom: date({ label: 'Válido desde', assigned: true, readOnly: true }),
      validUntil: date({
        label: 'Válido até',
        help: 'Vazio: segundo as configurações.',
        listed: true,
        sortable: true,
        filterable: true,
      }),
      hasPhoto: boolean({ label: 'Com fotografia', readOnly: true, derived: true, filterable: true }),
    }),
    ...group('Percurso', {
      issuedAt: date({
        label: 'Emitido em',
        assigned: true,
        readOnly: true,
        sortable: true,
        filterable: true,
      }),
      printedAt: datetime({ label: 'Impresso em', readOnly: true, listed: true }),
      printBatchId: reference('printBatches', {
        label: 'Lote de impressão',
        readOnly: true,
        filterable: true,
      }),
      deliveredAt: date({ label: 'Entregue em', readOnly: true }),
      deliveryMethod: choice({ hand: 'Em mão', mail: 'Pelo correio' }, { label: 'Entrega', readOnly: true }),
      replacedById: reference('membershipCards', { label: 'Substituído por', readOnly: true }),
      revokedAt: datetime({ label: 'Sem efeito desde', readOnly: true }),
      revokeReason: text({ label: 'Motivo', max: 500, readOnly: true }),
      feeChargeId: reference('unsettledPayments', { label: 'Valor da nova via', readOnly: true }),
      cardRunId: reference('cardRuns', { label: 'Emissão', readOnly: true, hidden: true, filterable: true }),
      lastVerifiedAt: datetime({ label: 'Última verificação', readOnly: true, derived: true }),
      verifyCount: integer({
        label: 'Verificações',
        assigned: true,
        default: 0,
        readOnly: true,
        derived: true,
      }),
    }),
  },
})
