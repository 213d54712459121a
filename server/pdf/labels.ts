import type { LabelPaper } from '@agremia/resources/label-papers.ts'
import { labelPapers, labelsPerSheet } from '@agremia/resources/label-papers.ts'
import { setImmediate } from 'node:timers/promises'
import { drawAddress } from './address.ts'
import { blankDocument, endOutput, readOutput } from './document.ts'

const mm = 72 / 25.4
const a4 = { width: 210, height: 297 }
/** Millimetres between the edge of a label and its text: printers do not reach the edge of the sheet. */
const inset = { x: 6, y: 4 }
const noMargins = { top: 0, left: 0, right: 0, bottom: 0 }

/** Draws labels from the position `first` (from 1) of the first sheet on, row by row, and yields the PDF sheet by sheet. */
export async function* drawLabels(
  { title, author, paper, first }: { title: string; author: string; paper: LabelPaper; first: number },
  labels: Iterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  const doc = blankDocument({ title, author }, { autoFirstPage: false, margins: noMargins })
  const perSheet = labelsPerSheet(paper)
  let position = first - 1
  for (const lines of labels) {
    const place = position % perSheet
    if (place === 0 || position === first - 1) {
      doc.flushPages()
      yield* readOutput(doc)
      // Lets other requests be served.
      await setImmediate()
      doc.addPage()
    }
    drawAddress(doc, lines, textBox(paper, place), { isCentred: true })
    position++
  }
  yield* endOutput(doc)
}

/** The area of the text of a label, in points. */
function textBox(paper: LabelPaper, place: number) {
  const { width, height, columns, rows } = labelPapers[paper]
  const left = (a4.width - columns * width) / 2 + (place % columns) * width
  const top = (a4.height - rows * height) / 2 + Math.floor(place / columns) * height
  return {
    left: (left + inset.x) * mm,
    top: (top + inset.y) * mm,
    width: (width - 2 * inset.x) * mm,
    height: (height - 2 * inset.y) * mm,
  }
}
