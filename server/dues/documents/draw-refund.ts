import { creditRefunds } from '@agremia/resources/definitions/credit-refunds.ts'
import type { PaymentMethod } from '@agremia/resources/payment-methods.ts'
import { paymentMethods } from '@agremia/resources/payment-methods.ts'
import { amountInWords } from '@agremia/resources/rules/amount-in-words.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { nif } from '@agremia/resources/rules/identity-numbers.ts'
import { memberNumberLabel } from '@agremia/resources/terminology.ts'
import { one, sql, textOf } from '../../database/sql.ts'
import { createPaper, readLetterhead } from '../../pdf/index.ts'
import type { DrawnDocument, World } from '../../rest/modules.ts'

const { fields } = creditRefunds

/** Draws the proof of payment of credit that was given back, for the person to sign. */
export async function drawRefund(world: World, id: string): Promise<DrawnDocument> {
  const refund = await one(
    world.database.pool,
    sql`SELECT f.number, f.date, f.amount, f.method, f.reason, f.paid_by AS "paidBy", f.status, f.cancel_reason AS "cancelReason",
        w.name, w.nif, m.member_number AS "memberNumber"
      FROM credit_refunds f JOIN members m ON m.id = f.member_id JOIN people w ON w.id = m.person_id WHERE f.id = ${id}`,
    {
      number: 'text',
      date: 'day',
      amount: 'cents',
      method: textOf<PaymentMethod>(),
      reason: 'text',
      paidBy: 'text',
      status: 'text',
      cancelReason: 'text?',
      name: 'text',
      nif: 'text?',
      memberNumber: 'integer',
    },
  )
  const { number, date, amount, method, reason, paidBy, name } = refund
  const { name: organisation } = await world.organisation.settings()
  const title = `Comprovativo de devolução n.º ${number}`
  const paper = createPaper({ title, letterhead: await readLetterhead(world) })
  const isCancelled = refund.status === 'cancelled'
  if (isCancelled) paper.stamp('ANULADO')
  paper.heading(title)
  paper.facts([
    [fields.date.label, formatDateLong(date)],
    ['Pago a', name],
    [memberNumberLabel(await world.organisation.terminology()), String(refund.memberNumber)],
    ['NIF', refund.nif === null ? null : nif.format(refund.nif)],
    [fields.method.label, paymentMethods[method]],
    [fields.reason.label, reason],
    [fields.paidBy.label, paidBy],
    ['Estado', isCancelled ? `ANULADO: ${refund.cancelReason ?? ''}` : null],
  ])
  paper.paragraph(
    `${name} recebeu ${organisation === '' ? 'desta organização' : `de ${organisation}`} a quantia de ${formatAmount(amount)} (${amountInWords(amount)}), do crédito que tinha.`,
  )
  paper.signatures(['Quem recebeu', 'Quem pagou'])
  return { name: `Comprovativo ${number}`, pdf: await paper.finish() }
}
