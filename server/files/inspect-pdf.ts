import { readFile } from 'node:fs/promises'
import type { PDFObject } from '@cantoo/pdf-lib'
import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib'

export interface InspectedPdf {
  pages: number
}

export type PdfProblem = 'locked' | 'script' | 'unreadable'

/**
 * Counts the pages of a PDF. Rejects those that need a password, cannot be read, or bring a program: JavaScript, or an action that starts
 * another program (ISO 32000-1, 12.6.4.5 and 12.6.4.16). Attached files are harmless: nothing here opens them, and electronic invoices
 * bring one.
 */
export async function inspectPdf(path: string): Promise<InspectedPdf | { problem: PdfProblem }> {
  try {
    const document = await openPdf(await readFile(path))
    const pages = document.getPageCount()
    if (pages === 0) return { problem: 'unreadable' }
    const objects = document.context.enumerateIndirectObjects()
    return objects.some(([, object]) => hasScript(object)) ? { problem: 'script' } : { pages }
  } catch (error) {
    return { problem: isLocked(error) ? 'locked' : 'unreadable' }
  }
}

/** Opens a PDF, also one that is encrypted without a password to open it. */
export function openPdf(content: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(content, { password: '', updateMetadata: false, throwOnInvalidObject: false })
}

function isLocked(error: unknown): boolean {
  return error instanceof EncryptedPDFError || /password/i.test((error as Error).message)
}

const [action, script, javaScript, launch] = ['S', 'JS', 'JavaScript', 'Launch'].map((name) =>
  PDFName.of(name),
) as [PDFName, PDFName, PDFName, PDFName]

/** Whether an object has such an action, itself or in a part that is no object of its own. */
function hasScript(object: PDFObject): boolean {
  if (object instanceof PDFStream) return hasScript(object.dict)
  if (object instanceof PDFArray) return object.asArray().some(hasScript)
  if (!(object instanceof PDFDict)) return false
  const type = object.get(action)
  if (type === javaScript || type === launch || object.has(script)) return true
  return object.values().some(hasScript)
}
