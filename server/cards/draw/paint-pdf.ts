import type { Mark, StoredImage } from './marks.ts'
import { pointsPerMm, silhouetteOf } from './marks.ts'
import { letterFonts } from './text.ts'

/** Returns an image that the document embeds once, also when it is drawn many times. */
export type OpenImage = (image: StoredImage) => PDFKit.Mixins.ImageSrc | undefined

/** Draws the marks of a side. The document must be scaled to millimetres. */
export function paintPdf(doc: PDFKit.PDFDocument, marks: readonly Mark[], open: OpenImage): void {
  for (const mark of marks) paintMark(doc, mark, open)
}

function paintMark(doc: PDFKit.PDFDocument, mark: Mark, open: OpenImage): void {
  switch (mark.kind) {
    case 'box':
      doc.roundedRect(mark.x, mark.y, mark.w, mark.h, mark.radius).fill(mark.colour)
      return
    case 'bars':
      for (const { x, y, w, h } of mark.bars) doc.rect(x, y, w, h)
      doc.fill('#000000')
      return
    case 'silhouette': {
      const { ground, figure, head, shoulders } = silhouetteOf(mark)
      doc.rect(mark.x, mark.y, mark.w, mark.h).fill(ground)
      doc.circle(head.x, head.y, head.radius).fill(figure)
      doc.path(shoulders).fill(figure)
      return
    }
    case 'image': {
      const source = open(mark.image)
      if (!source) return
      doc.save()
      doc.rect(mark.x, mark.y, mark.w, mark.h).clip()
      const size: [number, number] = [mark.w, mark.h]
      const way = mark.isWhole ? { fit: size } : { cover: size }
      doc.image(source, mark.x, mark.y, { ...way, align: 'center', valign: 'center' })
      doc.restore()
      return
    }
    case 'text':
      doc
        .font(letterFonts[mark.weight])
        .fontSize(mark.size / pointsPerMm)
        .fillColor(mark.colour)
        .text(mark.text, mark.x, mark.y, { lineBreak: false, baseline: 'alphabetic' })
  }
}
