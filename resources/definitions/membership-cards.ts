import { nobody, staffOrOwner, staffWriters } from '../access.ts'
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
  stateOptions,
  text,
} from '../fields.ts'
import { members } from './members.ts'
import { people } from './people.ts'

/** States in which a card is valid or may become so. */
/** States of cards that were replaced or ended before their date. */
const endedCardStates = ['lost', 'replaced', 'revoked'] as const
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
    read: staffOrOwner,
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
      icon: 'copy',
      done: 'Nova via emitida.',
      many: false,
      question: {
        title: 'Emitir nova via do cartão n.º {{cardNumber}}',
        text: 'O código deste cartão deixa de valer já, e o novo fica por imprimir.',
      },
      when: { isNot: { status: endedCardStates }, otherwise: 'Este cartão já não conta: emita outro.' },
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
      icon: 'cancel',
      done: 'Cartão anulado.',
      question: {
        title: 'Anular o cartão n.º {{cardNumber}}',
        text: 'Deixa de valer já: a verificação do código responde que não tem validade. Não se desfaz.',
      },
      many: {
        text: 'Deixam de valer já: a verificação do código responde que não têm validade. Não se desfaz.',
      },
      when: { isNot: { status: endedCardStates }, otherwise: 'Este cartão já não conta.' },
      access: staffWriters,
      isDestructive: true,
      fields: { reason },
    },
    deliver: {
      label: 'Entregar',
      past: 'registou a entrega',
      icon: 'deliver',
      done: 'Entrega registada.',
      question: {
        title: 'Entregar o cartão n.º {{cardNumber}}',
        text: 'Em mão, fica entregue; pelo correio, fica enviado. A data e o modo ficam registados.',
      },
      many: { text: 'Os que vão pelo correio ficam enviados; os outros ficam entregues.' },
      initial: { date: { from: 'today' }, method: 'hand' },
      when: {
        is: { status: ['printed', 'sent'] },
        otherwise: 'Só se entrega um cartão impresso ou enviado.',
      },
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
      icon: 'print',
      done: 'O cartão está outra vez por imprimir.',
      question: {
        title: 'Imprimir outra vez o cartão n.º {{cardNumber}}?',
        text: 'Volta a ficar por imprimir, com o mesmo código: o que já foi impresso continua a valer.',
      },
      many: {
        text: 'Voltam a ficar por imprimir, com o mesmo código: os que já foram impressos continuam a valer.',
      },
      when: {
        is: { status: ['printed', 'sent', 'delivered'] },
        otherwise: 'Só se imprime outra vez um cartão que vale e já foi impresso.',
      },
      access: staffWriters,
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
        blank: 'o da categoria',
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
        { ...stateOptions, default: 'toPrint', sortable: true },
      ),
      validFrom: date({ label: 'Válido desde', assigned: true, readOnly: true }),
      validUntil: date({
        label: 'Válido até',
        blank: 'segundo as configurações',
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
