import { drawRule, look } from './document.ts'
import type { Letterhead } from './letterhead.ts'
import { drawLogo } from './letterhead.ts'
import type { TaggedDocument } from './tagged-document.ts'

const { margin, footerHeight, ink, dimmed, line } = look

/** What the title page says, and the sections of the contents that follow it. */
export interface Cover {
  subtitle?: string | undefined
  /** Lines below the title, such as period and date. */
  lines: string[]
  /** Headings of all sections, in their order. With fewer than two there are no contents. */
  sections: string[]
}

/** The contents, whose page numbers are known at the end. */
export interface Contents {
  /** Notes that the next section begins here, also for the reader's bookmarks. */
  enter(): void
  fill(): void
}

const logoPlace = { width: 220, height: 90 }
const titleTop = 300
const lineHeight = 26

/** Draws the title page and reserves the pages of the contents. The document is at the first empty page then. */
export function drawCover(
  doc: TaggedDocument,
  { title, letterhead, cover }: { title: string; letterhead: Letterhead; cover: Cover },
): Contents {
  const width = doc.page.width - 2 * margin
  drawTitlePage(doc, { title, letterhead, cover })
  const { sections } = cover
  const perPage = Math.floor((doc.page.height - 2 * margin - footerHeight - 50) / lineHeight)
  const first = doc.bufferedPageRange().count
  const pages = sections.length < 2 ? 0 : Math.ceil(sections.length / perPage)
  const fillContents = pages > 0 ? doc.reserveGroup('Sect') : undefined
  for (let page = 0; page < pages; page++) doc.addPage()
  doc.addPage()
  const starts: number[] = []

  function drawEntry(index: number): void {
    const y = margin + 44 + (index % perPage) * lineHeight
    if (index % perPage === 0) doc.switchToPage(first + index / perPage)
    const goTo = destinationOf(index)
    const number = String((starts[index] ?? 0) + 1)
    const shape = { lineBreak: false, goTo }
    const draw = () => {
      doc.font('regular').fontSize(11).fillColor(ink)
      doc.text(sections[index] ?? '', margin, y, { ...shape, width: width - 50, height: 14, ellipsis: true })
      doc.text(number, margin, y, { ...shape, width, align: 'right' })
    }
    doc.group('TOCI', () =>
      doc.group('Reference', () => doc.tag('Link', draw, { alt: `${sections[index]}, página ${number}` })),
    )
    doc.y = y + 18
    drawRule(doc, { colour: line, thickness: 0.5 })
  }

  return {
    enter() {
      const { start, count } = doc.bufferedPageRange()
      doc.outline.addItem(sections[starts.length] ?? '')
      doc.addNamedDestination(destinationOf(starts.length), 'XYZ', 0, doc.y, null)
      starts.push(start + count - 1)
    },
    fill() {
      fillContents?.(() => {
        doc.switchToPage(first)
        doc.font('bold').fontSize(18).fillColor(ink)
        doc.tag('H2', () => doc.text('Índice', margin, margin, { width }))
        doc.group('TOC', () => {
          for (const index of sections.keys()) drawEntry(index)
        })
      })
    },
  }
}

function destinationOf(index: number): string {
  return `section-${index + 1}`
}

function drawTitlePage(
  doc: TaggedDocument,
  { title, letterhead, cover }: { title: string; letterhead: Letterhead; cover: Cover },
): void {
  const { name, nif, address, logo, colour } = letterhead
  const width = doc.page.width - 2 * margin
  const shape = { width }
  doc.y = margin
  if (logo) {
    drawLogo(doc, { logo, name, place: logoPlace })
    doc.y = margin + logoPlace.height + 18
  }
  doc.font('bold').fontSize(15).fillColor(ink)
  doc.tag('P', () => doc.text(name, margin, doc.y, shape))
  const below = [nif && `NIPC ${nif}`, address].filter(Boolean).join(' · ')
  doc.font('regular').fontSize(10).fillColor(dimmed)
  if (below) doc.tag('P', () => doc.text(below, margin, doc.y + 2, shape))
  doc.y = Math.max(doc.y + 40, titleTop)
  drawRule(doc, { colour: colour ?? ink, thickness: 3, width: 64 })
  doc.font('bold').fontSize(30).fillColor(ink)
  doc.tag('H1', () => doc.text(title, margin, doc.y + 18, shape))
  doc.font('regular').fontSize(15)
  const { subtitle, lines } = cover
  if (subtitle) doc.tag('P', () => doc.text(subtitle, margin, doc.y + 6, shape))
  doc.y += 18
  doc.fontSize(11).fillColor(dimmed)
  for (const text of lines) doc.tag('P', () => doc.text(text, margin, doc.y + 4, shape))
}
