import { documentLink } from '../../pdf/index.ts'
import type { DrawDocument, World } from '../../rest/modules.ts'
import { drawAdvice } from './draw-advice.ts'
import { drawDeclaration } from './draw-declaration.ts'
import { drawCashSheet } from './draw-cash-sheet.ts'
import { drawPrintedReceipt, drawReceipt, drawReceipts } from './draw-receipt.ts'
import { drawRefund } from './draw-refund.ts'
import { drawStatement } from './statement.ts'

/** Documents that are drawn on request. */
export type DocumentKind =
  | 'receipt'
  | 'printedReceipt'
  | 'receipts'
  | 'advice'
  | 'statement'
  | 'cashSheet'
  | 'declaration'
  | 'refund'

export interface DocumentPlace {
  kind: DocumentKind
  /** Id of the payment, receipt run, member, cash sheet or refund, or public id of the advice. */
  id: string
}

export const documentsPath = '/documents'

/** A signed link to a document. The caller has checked access. */
export function documentUrl(world: World, { kind, id }: DocumentPlace): Promise<string> {
  return documentLink(world, documentsPath, { id, variant: kind })
}

/** The function that draws each document, for links and for attachments. */
export const drawings: Record<DocumentKind, DrawDocument> = {
  receipt: drawReceipt,
  printedReceipt: drawPrintedReceipt,
  receipts: drawReceipts,
  advice: drawAdvice,
  statement: drawStatement,
  cashSheet: drawCashSheet,
  declaration: drawDeclaration,
  refund: drawRefund,
}
