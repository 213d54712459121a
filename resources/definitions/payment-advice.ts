import { nobody, staffOrOwner, staffRoles } from '../access.ts'
import { requestedAmountsShape, waysToPayShape } from '../advice.ts'
import { defineResource } from '../define-resource.ts'
import { chargeTypes } from './unsettled-payments.ts'
import { choice, date, integer, json, money, reference, text } from '../fields.ts'

/** What a member has to pay and how, computed on request. */
export const paymentAdvice = defineResource({
  name: 'paymentAdvice',
  kind: 'computed',
  label: { one: 'Aviso de pagamento', many: 'Avisos de pagamento' },
  title: 'text',
  access: {
    read: staffOrOwner,
    create: nobody,
    update: nobody,
    delete: nobody,
  },
  fields: {
    memberId: reference('members', { label: '{MemberSingular}', readOnly: true }),
    personId: reference('people', { label: 'Pessoa', readOnly: true, hidden: true }),
    type: choice(chargeTypes, { label: 'Tipo', readOnly: true }),
    year: integer({ label: 'Ano', readOnly: true }),
    /** Charges, and instalments in place of the charges of an active agreement. */
    lines: json({ label: 'Dívidas', readOnly: true, shape: requestedAmountsShape.lines }),
    total: money({ label: 'Total', readOnly: true }),
    /** The part of the total to pay until each date. */
    deadlines: json({ label: 'Datas-limite', readOnly: true, shape: requestedAmountsShape.deadlines }),
    later: text({ label: 'Prestações seguintes', readOnly: true }),
    multibanco: json({ label: 'Multibanco', readOnly: true, shape: waysToPayShape.multibanco }),
    requests: json({
      label: 'Pedidos ao serviço de pagamentos',
      readOnly: true,
      shape: waysToPayShape.requests,
    }),
    /** Why there is no reference although there is an account, and what to do. */
    multibancoProblem: text({ label: 'Multibanco em falta', readOnly: true, readBy: staffRoles }),
    mbway: json({ label: 'MB WAY', readOnly: true, shape: waysToPayShape.mbway }),
    transfer: json({ label: 'Transferência', readOnly: true, shape: waysToPayShape.transfer }),
    /** The first of `deadlines`. */
    deadline: date({ label: 'Data-limite', readOnly: true }),
    publicId: text({ label: 'Página de pagamento', readOnly: true }),
    pdfUrl: text({ label: 'PDF', readOnly: true }),
    text: text({ label: 'Texto', readOnly: true }),
  },
})
