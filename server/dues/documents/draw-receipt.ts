import { setImmediate } from 'node:timers/promises'
import type { ReceiptContent, ReceiptFacts } from '@agremia/resources/receipt.ts'
import { receiptColumns, receiptContent } from '@agremia/resources/receipt.ts'
import { maybeOne, sql } from '../../database/sql.ts'
import { notFound } from '../../errors.ts'
import type { Paper } from '../../pdf/index.ts'
import { createPaper, readLetterhead } from '../../pdf/index.ts'
import type { DrawnDocument, World } from '../../rest/modules.ts'
import { readReceipt, readReceipts } from './read-receipt.ts'

/** Draws the receipt of a payment: an acknowledgement, not an invoice. */
export async function drawReceipt(world: World, paymentId: string): Promise<DrawnDocument> {
  const receipt = await readReceipt(world, paymentId)
  const letterhead = await readLetterhead(world)
  const paper = createPaper({ title: receiptContent(receipt).title, letterhead })
  drawOn(paper, receipt)
  return { name: `Recibo ${receipt.number}`, pdf: await paper.finish() }
}

/** Draws a receipt to print: in two copies where the organisation wants them. */
export async function drawPrintedReceipt(world: World, paymentId: string): Promise<DrawnDocument> {
  const receipt = await readReceipt(world, paymentId)
  const letterhead = await readLetterhead(world)
  const copies = await readCopies(world)
  const paper = createPaper({ title: receiptContent(receipt).title, letterhead, copies })
  paper.drawCopies((part) => drawOn(part, receipt))
  return { name: `Recibo ${receipt.number}`, pdf: await paper.finish() }
}

async function readCopies(world: World): Promise<readonly [string, string] | undefined> {
  const { receiptCopies } = await world.organisation.settings()
  return receiptCopies === 'two' ? ['Original', 'Duplicado'] : undefined
}

/** Draws the receipts of a run as one PDF; each begins on a new page, in two copies where the organisation wants them. Throws 404. */
export async function drawReceipts(world: World, runId: string): Promise<DrawnDocument> {
  const run = await maybeOne(
    world.database.pool,
    sql`SELECT payment_ids AS ids FROM receipt_runs WHERE id = ${runId}`,
    { ids: 'uuid[]' },
  )
  if (!run) throw notFound()
  const receipts = await readReceipts(world, run.ids)
  const letterhead = await readLetterhead(world)
  const copies = await readCopies(world)
  const paper = createPaper({ title: 'Recibos', letterhead, copies })
  for (const [index, receipt] of receipts.entries()) {
    if (index > 0) paper.nextDocument(receiptContent(receipt).title)
    // Lets other requests be served.
    if (index % 20 === 19) await setImmediate()
    paper.drawCopies((part) => drawOn(part, receipt))
  }
  return { name: 'Recibos', pdf: await paper.finish() }
}

function stateOf({ cancelled, returned }: Pick<ReceiptContent, 'cancelled' | 'returned'>): string | null {
  if (cancelled !== null) return `ANULADO: ${cancelled}`
  return returned === null ? null : `DEVOLVIDO ${returned}`
}

function drawOn(paper: Paper, receipt: ReceiptFacts): void {
  const { title, cancelled, returned, facts, groups, total, words, notes, checkCode, checkUrl } =
    receiptContent(receipt)
  if (cancelled !== null) paper.stamp('ANULADO')
  if (returned !== null) paper.stamp('DEVOLVIDO')
  paper.heading(title)
  paper.facts([
    ...facts.map(({ label, value }): [string, string] => [label, value]),
    ['Estado', stateOf({ cancelled, returned })],
  ])
  paper.table(
    [
      { label: receiptColumns.text, share: 0.8 },
      { label: receiptColumns.amount, share: 0.2, isNumber: true },
    ],
    groups.flatMap(({ name, lines, subtotal }) => [
      ...(name === null ? [] : [{ group: name }]),
      ...lines.map(({ text, amount }) => [text, amount]),
      ...(subtotal === null ? [] : [{ subtotal: ['Subtotal', subtotal] }]),
    ]),
    ['Total', total],
  )
  paper.paragraph(words)
  for (const text of notes) paper.paragraph(text, { isDimmed: true, size: 9 })
  paper.link({
    url: checkUrl,
    title: 'Confirmar que este documento é válido',
    text: 'Aponte a câmara do telemóvel ao código, ou abra a página abaixo.',
    code: checkCode,
  })
  paper.signatures(['Assinatura'], { isDated: false })
}
