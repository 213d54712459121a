import { nobody, staffOrOwner, staffRoles, staffWriters } from '../access.ts'
import { requestedAmountsShape } from '../advice.ts'
import { defineResource } from '../define-resource.ts'
import {
  beside,
  choice,
  copied,
  datetime,
  group,
  json,
  money,
  phone,
  reference,
  stateOptions,
  text,
} from '../fields.ts'
import { gateways } from '../gateways.ts'
import { members } from './members.ts'

/** Payment intents at the gateway: Multibanco references and requests to phones. */
export const paymentIntents = defineResource({
  name: 'paymentIntents',
  kind: 'stored',
  label: { one: 'Pedido de pagamento', many: 'Pedidos de pagamento' },
  title: 'description',
  protection: { of: 'memberId', withholds: { only: ['phone'] } },
  nameTemplate: '{description} · {memberId}',
  access: { read: staffOrOwner, create: nobody, update: nobody, delete: nobody },
  list: { searchIn: 'memberId' },
  parents: { members: 'memberId' },
  partOf: 'memberId',
  actions: {
    cancel: {
      label: 'Anular',
      past: 'anulou',
      icon: 'cancel',
      done: 'Anulado.',
      when: { is: { status: ['created', 'pending'] }, otherwise: 'Já não está à espera de pagamento.' },
      access: staffWriters,
      isDestructive: true,
      sets: { status: 'cancelled', problem: 'Anulado pela secretaria.' },
    },
  },
  fields: {
    ...group('Pedido', {
      memberId: reference('members', {
        label: '{MemberSingular}',
        assigned: true,
        readOnly: true,
        listed: true,
        filterable: true,
      }),
      ...beside('memberId', members, ['memberNumber', 'personId'], {
        memberNumber: { sortable: undefined, listed: true },
        personId: { hidden: true },
      }),
      kind: choice(
        { multibanco: 'Multibanco', mbway: 'MB WAY' },
        { label: 'Meio', assigned: true, readOnly: true, listed: true, filterable: true },
      ),
      amount: money({ label: 'Valor', assigned: true, readOnly: true, listed: true }),
      status: choice(
        {
          created: { label: 'Criado', tone: 'grey' },
          pending: { label: 'Pendente', tone: 'blue' },
          paid: { label: 'Pago', tone: 'green' },
          expired: { label: 'Expirado', tone: 'grey' },
          refused: { label: 'Recusado', tone: 'amber' },
          cancelled: { label: 'Anulado', tone: 'grey' },
          failed: { label: 'Erro', tone: 'red' },
          refunded: { label: 'Reembolsado', tone: 'amber' },
        },
        { ...stateOptions, default: 'created' },
      ),
      entity: text({ label: 'Entidade', max: 5, readOnly: true }),
      reference: text({ label: 'Referência', max: 9, readOnly: true, listed: true }),
      phone: phone({ label: 'Telemóvel', readOnly: true }),
      expiresAt: datetime({ label: 'Válido até', readOnly: true, listed: true }),
      paidAt: datetime({ label: 'Pago em', readOnly: true, listed: true }),
      description: text({
        label: 'Descrição',
        max: 200,
        assigned: true,
        readOnly: true,
        listed: true,
        span: 2,
      }),
      lines: json({
        label: 'O que paga',
        assigned: true,
        readOnly: true,
        shape: requestedAmountsShape.lines,
      }),
      problem: text({ label: 'Motivo', max: 300, readOnly: true, readBy: staffRoles, span: 2 }),
      paymentId: reference('payments', { label: 'Pagamento', readOnly: true }),
    }),
    ...group('Serviço', {
      gateway: choice(gateways, { label: 'Serviço', assigned: true, readOnly: true, readBy: staffRoles }),
      orderId: text({
        label: 'Número do pedido',
        max: 15,
        assigned: true,
        readOnly: true,
        readBy: staffRoles,
        unique: 'Já existe um pedido com este número.',
      }),
      externalId: text({ label: 'Número no serviço', max: 200, readOnly: true, readBy: staffRoles }),
    }),
  },
})

/** An MB WAY request: `POST /mbway` sends it, `GET /mbway` and `GET /mbway/:id` read its status. */
export const mbway = defineResource({
  name: 'mbway',
  kind: 'computed',
  label: { one: 'Pedido MB WAY', many: 'Pedidos MB WAY' },
  title: 'phone',
  access: { read: staffOrOwner, create: nobody, update: nobody, delete: nobody },
  fields: {
    personId: reference('people', { label: 'Pessoa', readOnly: true, hidden: true }),
    ...copied(paymentIntents, [
      'memberId',
      'amount',
      'phone',
      'status',
      'expiresAt',
      'paidAt',
      'problem',
      'paymentId',
    ]),
  },
})
