import { paymentMethods } from '@agremia/resources/definitions/payments.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import { receiptTitle } from '@agremia/resources/receipt-title.ts'
import { amountInWords } from '@agremia/resources/rules/amount-in-words.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { periodWords } from '@agremia/resources/rules/quota-periods.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { capitalise, fillTerms } from '@agremia/resources/terminology.ts'
import type { Paper } from '../pdf/index.ts'
import { createPaper } from '../pdf/index.ts'
import type { DrawnDocument, Engine } from '../rest/modules.ts'
import { letterheadOf } from './letterhead-of.ts'
import type { ReceiptLine, ReceiptRow } from './read-receipt.ts'
import { readReceipt } from './read-receipt.ts'
import { receiptCode } from './receipt-code.ts'
import { receiptMentions } from './receipt-mentions.ts'

/** The receipt of a payment: a plain acknowledgement, which is no invoice. */
export async function drawReceipt(engine: Engine, paymentId: string): Promise<DrawnDocument> {
  const { world } = engine
  const row = await readReceipt(engine, paymentId)
  const { settings, letterhead } = await letterheadOf(engine)
  const terminology = await world.organisation.terminology()
  const title = receiptTitle(
    row.lines.map(({ type }) => type),
    terminology,
  )
  const paper = createPaper({ title: `${title} ${row.number}`, letterhead })
  if (row.status === 'cancelled') paper.stamp('ANULADO')
  paper.heading(`${title} n.º ${row.number}`)
  drawFacts(paper, row)
  drawLines(paper, row, terminology)
  paper.paragraph(`São ${amountInWords(row.amount)}.`)
  const link = `${world.config.publicUrl}/verificarRecibo/${await receiptCode(world, paymentId)}`
  for (const text of [
    ...receiptMentions(row.lines, settings, terminology),
    `Recebido por ${row.received_by}. Processado por computador.`,
    `Para confirmar que este documento é válido: ${link}`,
  ])
    paper.paragraph(text, { isDimmed: true, size: 9 })
  return { name: `Recibo ${row.number}`, pdf: await paper.finish() }
}

function drawFacts(paper: Paper, row: ReceiptRow): void {
  paper.facts([
    ['Data', formatDateLong(row.date)],
    ['Recebido de', row.name],
    ['Número', String(row.member_number)],
    ['NIF', row.nif],
    ['Meio de pagamento', `${paymentMethods[row.method]}, ${formatDate(row.date)}`],
    ['Referência', row.reference],
    ['Estado', row.status === 'cancelled' ? `ANULADO: ${row.cancel_reason ?? ''}` : null],
  ])
}

function drawLines(paper: Paper, { lines, amount }: ReceiptRow, terminology: Terminology): void {
  const isFamily = new Set(lines.map((line) => line.name)).size > 1
  paper.table(
    [
      { label: 'Descrição', share: 0.43 },
      { label: 'Tipo', share: 0.17 },
      { label: 'Período', share: 0.2 },
      { label: 'Valor', share: 0.2, isNumber: true },
    ],
    lines.map((line) => [
      isFamily ? `${line.description} (${line.name})` : line.description,
      line.type === null ? '' : capitalise(fillTerms(chargeTypes[line.type], terminology)),
      sayPeriod(line),
      formatAmount(line.amount),
    ]),
    ['Total', '', '', formatAmount(amount)],
  )
}

function sayPeriod({ year, period }: ReceiptLine): string {
  if (year === null) return ''
  return period === null ? String(year) : `${periodWords[period] ?? period} de ${year}`
}
