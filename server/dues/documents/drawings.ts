import type { DrawDocument } from '../../rest/modules.ts'
import type { DocumentKind } from './documents.ts'
import { drawAdvice } from './draw-advice.ts'
import { drawCashSheet } from './draw-cash-sheet.ts'
import { drawReceipt, drawReceipts } from './draw-receipt.ts'
import { drawStatement } from './statement.ts'

/** The function that draws each document, for links and for attachments. */
export const drawings: Record<DocumentKind, DrawDocument> = {
  receipt: drawReceipt,
  receipts: drawReceipts,
  advice: drawAdvice,
  statement: drawStatement,
  cashSheet: drawCashSheet,
}
