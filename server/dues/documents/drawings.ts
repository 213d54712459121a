import type { DrawDocument } from '../../rest/modules.ts'
import type { DocumentKind } from './documents.ts'
import { drawAdvice } from './draw-advice.ts'
import { drawCashSheet } from './draw-cash-sheet.ts'
import { drawReceipt, drawReceipts } from './draw-receipt.ts'
import { drawStatement } from './statement.ts'

/** How each document of what members owe and pay is drawn, for links and for messages. */
export const drawings: Record<DocumentKind, DrawDocument> = {
  receipt: drawReceipt,
  receipts: drawReceipts,
  advice: drawAdvice,
  statement: drawStatement,
  cashSheet: drawCashSheet,
}
