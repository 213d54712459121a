import type { CashSheetLine } from '@agremia/resources/definitions/cash-sheets.ts'
import { cashSheets } from '@agremia/resources/definitions/cash-sheets.ts'
import { paymentMethods } from '@agremia/resources/payment-methods.ts'
import { formatAmount, formatNumber, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDateLong, formatDateTimeLong } from '@agremia/resources/rules/dates.ts'
import type { PaperRow } from '../../pdf/index.ts'
import { createPaper, readLetterhead } from '../../pdf/index.ts'
import { fullScope, findRecord } from '../../rest/find-record.ts'
import type { DrawnDocument, World } from '../../rest/modules.ts'
import { planOf } from '../../rest/modules.ts'
import { notFound } from '../../errors.ts'
import type { DayPayment } from '../payments/cash-days.ts'
import { readSheetPayments } from '../payments/cash-days.ts'

const { fields } = cashSheets

/** Draws a cash sheet: received, counted and expected amounts, its payments, and lines for signatures. */
export async function drawCashSheet(world: World, id: string): Promise<DrawnDocument> {
  const { pool } = world.database
  const sheet = await findRecord(pool, planOf(world, cashSheets.name), id, fullScope)
  if (!sheet) throw notFound()
  const { counted, late } = await readSheetPayments(pool, id)
  const settings = await world.organisation.settings()
  const letterhead = await readLetterhead(world)
  const day = formatDateLong(String(sheet['date']))
  const moment = (value: unknown) => formatDateTimeLong(String(value), settings.timeZone)
  const title = `Folha de caixa de ${day}`
  const paper = createPaper({ title, letterhead })
  const isReopened = sheet['status'] === 'reopened'
  if (isReopened) paper.stamp('REABERTA')
  paper.heading(title)
  paper.facts([
    [fields.closedByName.label, `${String(sheet['closedByName'])}, ${moment(sheet['closedAt'])}`],
    [
      fields.reopenedByName.label,
      isReopened
        ? `${String(sheet['reopenedByName'])}, ${moment(sheet['reopenedAt'])}: ${String(sheet['reopenReason'])}`
        : null,
    ],
    [fields.notes.label, sheet['notes'] as string | null],
  ])
  const { lines } = sheet['received'] as { lines: CashSheetLine[] }
  paper.subheading('Recebido, por meio e por pessoa')
  paper.table(
    [
      { label: 'Meio', share: 0.24 },
      { label: 'Recebido por', share: 0.4 },
      { label: 'Pagamentos', share: 0.16, isNumber: true },
      { label: 'Valor', share: 0.2, isNumber: true },
    ],
    [...Map.groupBy(lines, ({ method }) => method).values()].flatMap(rowsOfMethod),
    ['Total', '', formatNumber(Number(sheet['payments'])), euros(sheet['receivedTotal'])],
  )
  paper.subheading('Numerário')
  paper.table(
    [
      { label: 'Parcela', share: 0.8 },
      { label: 'Valor', share: 0.2, isNumber: true },
    ],
    (['floatAmount', 'receivedCash', 'refundedCash', 'expectedCash', 'countedCash'] as const).map(amountRow),
    amountRow('difference'),
  )
  paper.signatures(['Quem fechou', 'Quem conferiu'])
  if (counted.length > 0) {
    paper.subheading('Pagamentos contados')
    drawPayments(counted)
  }
  if (late.registered.length > 0) {
    paper.subheading('Registados depois do fecho, fora da contagem')
    drawPayments(late.registered)
  }
  return { name: `Folha de caixa ${String(sheet['date'])}`, pdf: await paper.finish() }

  function amountRow(name: keyof typeof fields): string[] {
    return [fields[name].label, euros(sheet?.[name])]
  }

  function drawPayments(payments: readonly DayPayment[]): void {
    paper.table(
      [
        { label: 'Recibo', share: 0.17 },
        { label: 'Nome', share: 0.32 },
        { label: 'Meio', share: 0.16 },
        { label: 'Recebido por', share: 0.2 },
        { label: 'Valor', share: 0.15, isNumber: true },
      ],
      payments.map((payment) => [
        payment.receiptNumber,
        payment.isCancelled ? `${payment.name} (anulado depois do fecho)` : payment.name,
        paymentMethods[payment.method],
        payment.receivedBy,
        euros(payment.amount),
      ]),
      ['Total', '', '', '', formatAmount(payments.reduce((sum, { amount }) => sum + toCents(amount), 0))],
    )
  }
}

/** The amounts of one method, with their sum when several people received it. */
function rowsOfMethod(lines: readonly CashSheetLine[]): PaperRow[] {
  const payments = lines.reduce((sum, line) => sum + line.payments, 0)
  const cents = lines.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const rows = lines.map((line) => [
    paymentMethods[line.method],
    line.receivedBy,
    formatNumber(line.payments),
    euros(line.amount),
  ])
  const total = ['', 'Soma', formatNumber(payments), formatAmount(cents)]
  return lines.length > 1 ? [...rows, { subtotal: total }] : rows
}

function euros(amount: unknown): string {
  return formatAmount(toCents(amount))
}
