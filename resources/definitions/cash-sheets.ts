import type { Euros } from '../rules/amount.ts'
import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import {
  assigned,
  choice,
  date,
  datetime,
  group,
  integer,
  json,
  longText,
  money,
  stateOptions,
  text,
} from '../fields.ts'
import { oneOf } from '../json-shape.ts'
import type { PaymentMethod } from '../payment-methods.ts'
import { paymentMethods } from '../payment-methods.ts'

/** Payments received by one person, on one day, by one method. Amounts in euros. */
export interface CashSheetLine {
  method: PaymentMethod
  receivedBy: string
  payments: number
  amount: Euros
}

export const cashSheetLineShape = {
  method: oneOf(Object.keys(paymentMethods) as PaymentMethod[]),
  receivedBy: 'text',
  payments: 'integer',
  amount: 'euros',
} as const

/** Closing of the cash of a day: received and counted amounts. Never changed or deleted, only reopened with a reason. */
export const cashSheets = defineResource({
  name: 'cashSheets',
  kind: 'stored',
  label: { one: 'Folha de caixa', many: 'Folhas de caixa', gender: 'f', new: 'Fechar a caixa' },
  title: 'date',
  access: { read: staffReaders, create: staffWriters, update: nobody, delete: nobody },
  list: { sort: '-date' },
  actions: {
    reopen: {
      label: 'Reabrir',
      past: 'reabriu',
      icon: 'unlock',
      done: 'Folha de caixa reaberta.',
      question: {
        title: 'Reabrir a folha de caixa de {{date}}',
        text: 'A contagem de agora fica guardada como reaberta, com o motivo, e o dia pode ser contado e fechado de novo.',
      },
      many: false,
      when: { is: { status: 'closed' }, otherwise: 'A folha não está fechada.' },
      access: staffWriters,
      fields: { reason: longText({ label: 'Motivo', max: 500, required: true }) },
    },
  },
  fields: {
    ...group('Folha de caixa', {
      date: date({
        label: 'Dia',
        rules: ['notFuture'],
        required: true,
        fixed: true,
        listed: true,
        sortable: true,
        filterable: true,
      }),
      status: choice(
        { closed: { label: 'Fechada', tone: 'green' }, reopened: { label: 'Reaberta', tone: 'grey' } },
        { ...stateOptions, default: 'closed' },
      ),
      floatAmount: money({
        label: 'Fundo de caixa',
        help: 'O que já lá estava para trocos.',
        min: 0,
        default: 0,
        assigned: true,
        fixed: true,
      }),
      receivedCash: money({ label: 'Recebido em numerário', ...assigned }),
      refundedCash: money({
        label: 'Saído em numerário',
        help: 'O que se devolveu, e as comissões de cobradores.',
        ...assigned,
      }),
      expectedCash: money({
        label: 'Esperado na caixa',
        help: 'O fundo e o numerário recebido, menos o saído. Quem o indicar é avisado se mudou entretanto.',
        assigned: true,
        fixed: true,
        listed: true,
      }),
      countedCash: money({ label: 'Contado', min: 0, required: true, fixed: true, listed: true }),
      difference: money({ label: 'Diferença', ...assigned, derived: true, listed: true }),
      receivedTotal: money({ label: 'Total recebido', ...assigned, listed: true }),
      payments: integer({ label: 'Pagamentos', ...assigned, listed: true }),
      received: json({ label: 'Por meio e por pessoa', ...assigned, shape: { lines: [cashSheetLineShape] } }),
      notes: text({
        label: 'Observações',
        help: 'Por exemplo, a razão de uma diferença.',
        max: 500,
        fixed: true,
      }),
    }),
    ...group('Fecho', {
      closedByName: text({ label: 'Fechada por', ...assigned, listed: true }),
      closedAt: datetime({ label: 'Fechada em', ...assigned }),
      reopenedByName: text({ label: 'Reaberta por', readOnly: true }),
      reopenedAt: datetime({ label: 'Reaberta em', readOnly: true }),
      reopenReason: text({ label: 'Motivo da reabertura', max: 500, readOnly: true }),
    }),
  },
})
