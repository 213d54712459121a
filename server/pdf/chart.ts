import { look } from './document.ts'
import type { TaggedDocument } from './tagged-document.ts'

/** A chart, drawn as on the screen: in units of its own, which are scaled to the width of the text. */
export interface PaperChart {
  /** What the chart shows, for people who do not see it. */
  alt: string
  width: number
  height: number
  draw(pen: ChartPen): void
}

export interface ChartPen {
  /** Draws an SVG path; `width` and `dash` in units of the chart. */
  path(d: string, look: { fill?: string; stroke?: string; width?: number; dash?: [number, number] }): void
  /** Draws one line of text; `y` is its baseline. */
  text(
    text: string,
    place: {
      x: number
      y: number
      size: number
      anchor?: 'start' | 'middle' | 'end'
      colour?: string
      isBold?: boolean
    },
  ): void
}

const { margin, ink } = look

/** Height of a chart in points at this width of the page. */
export function chartHeight(doc: TaggedDocument, { width, height }: PaperChart): number {
  return (height * (doc.page.width - 2 * margin)) / width
}

/** Draws a chart as vectors at the document's position, from margin to margin. */
export function drawChart(doc: TaggedDocument, chart: PaperChart): void {
  const scale = (doc.page.width - 2 * margin) / chart.width
  const top = doc.y
  const bottom = top + chartHeight(doc, chart)
  const pen: ChartPen = {
    path(d, { fill, stroke, width = 1, dash }) {
      doc.path(d).lineWidth(width)
      if (dash) doc.dash(dash[0], { space: dash[1] })
      if (fill && stroke) doc.fillAndStroke(fill, stroke)
      else if (fill) doc.fill(fill)
      else doc.stroke(stroke ?? ink)
      if (dash) doc.undash()
    },
    text(text, { x, y, size, anchor = 'start', colour = ink, isBold }) {
      doc
        .font(isBold ? 'bold' : 'regular')
        .fontSize(size)
        .fillColor(colour)
      const before = { start: 0, middle: 0.5, end: 1 }[anchor] * doc.widthOfString(text)
      doc.text(text, x - before, y, { lineBreak: false, baseline: 'alphabetic' })
    },
  }
  doc.save().translate(margin, top).scale(scale)
  doc.tag('Figure', () => chart.draw(pen), {
    alt: chart.alt,
    box: [margin, top, doc.page.width - margin, bottom],
  })
  doc.restore()
  doc.x = margin
  doc.y = bottom
}
