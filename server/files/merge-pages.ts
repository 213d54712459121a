import { readFile, writeFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { openPdf } from './inspect-pdf.ts'

/** A PDF or a photograph, as it was stored. */
export interface MergedFile {
  path: string
  mediaType: string
}

export interface MergeTask {
  files: readonly MergedFile[]
  title: string
  /** Where the PDF is written. */
  target: string
}

/** A4 in points, and the white around a photograph on it. */
const [paperWidth, paperHeight, margin] = [595.28, 841.89, 28.35]

/** Writes one PDF with the pages of all, in their order. A photograph becomes a page of A4. */
export async function mergePages({ files, title, target }: MergeTask): Promise<{ pages: number }> {
  const merged = await PDFDocument.create()
  merged.setTitle(title, { showInWindowTitleBar: true })
  merged.setLanguage('pt-PT')
  for (const { path, mediaType } of files) {
    const content = await readFile(path)
    if (mediaType === 'application/pdf') {
      const document = await openPdf(content)
      for (const page of await merged.copyPages(document, document.getPageIndices())) merged.addPage(page)
    } else await addPhotograph(merged, content)
  }
  await writeFile(target, await merged.save())
  return { pages: merged.getPageCount() }
}

async function addPhotograph(merged: PDFDocument, content: Uint8Array): Promise<void> {
  const image = await merged.embedJpg(content)
  const isWide = image.width > image.height
  const [width, height] = isWide ? [paperHeight, paperWidth] : [paperWidth, paperHeight]
  const fitted = image.scaleToFit(width - 2 * margin, height - 2 * margin)
  merged.addPage([width, height]).drawImage(image, {
    x: (width - fitted.width) / 2,
    y: (height - fitted.height) / 2,
    width: fitted.width,
    height: fitted.height,
  })
}
