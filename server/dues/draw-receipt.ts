import type { DrawnDocument, Engine } from '../rest/modules.ts'
import { createPaper } from '../pdf/index.ts'
import { letterheadOf } from './letterhead-of.ts'
import { readReceipt } from './read-receipt.ts'
import { receiptContent } from '@agremia/resources/receipt.ts'

/** The receipt of a payment: a plain acknowledgement, which is no invoice. */
export async function drawReceipt(engine: Engine, paymentId: string): Promise<DrawnDocument> {
  const receipt = await readReceipt(engine, paymentId)
  const { title, cancelled, facts, lines, total, words, notes, checkUrl } = receiptContent(receipt)
  const { letterhead } = await letterheadOf(engine)
  const paper = createPaper({ title, letterhead })
  if (cancelled !== null) paper.stamp('ANULADO')
  paper.heading(title)
  paper.facts([
    ...facts.map(({ label, value }): [string, string] => [label, value]),
    ['Estado', cancelled === null ? null : `ANULADO: ${cancelled}`],
  ])
  paper.table(
    [
      { label: 'Descrição', share: 0.8 },
      { label: 'Valor', share: 0.2, isNumber: true },
    ],
    lines.map(({ text, amount }) => [text, amount]),
    ['Total', total],
  )
  paper.paragraph(words)
  for (const text of [...notes, `Para confirmar que este documento é válido: ${checkUrl}`])
    paper.paragraph(text, { isDimmed: true, size: 9 })
  return { name: `Recibo ${receipt.number}`, pdf: await paper.finish() }
}
