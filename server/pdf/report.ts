import { setImmediate } from 'node:timers/promises'
import type { PaperChart } from './chart.ts'
import type { Letterhead } from './letterhead.ts'
import { createPaper } from './paper.ts'
import type { PaperColumn, PaperRow } from './table.ts'
import type { TableLook } from './paper.ts'

export interface PaperReport {
  title: string
  subtitle?: string
  /** Formatted for people, such as `Ano de 2026`. */
  period: string
  /** Formatted for people. */
  date: string
  letterhead: Letterhead
  sections: ReportSection[]
  layout?: 'portrait' | 'landscape'
  /** Offices that sign at the end. */
  signatures?: string[]
}

export interface ReportSection {
  heading: string
  /** Paragraphs are separated by empty lines. */
  text?: string
  chart?: PaperChart
  table?: {
    columns: readonly PaperColumn[]
    rows: readonly PaperRow[]
    totals?: readonly string[] | undefined
    look?: TableLook
  }
  /** Paragraphs below the table. */
  notes?: readonly string[]
  /** Text of the organisation about the section, below the notes. Paragraphs are separated by empty lines. */
  comment?: string
}

/** Draws a report for an assembly: a title page, contents when there are several sections, and each section on new pages. */
export async function reportPdf(report: PaperReport): Promise<Buffer> {
  const { title, subtitle, period, date, letterhead, sections, layout, signatures = [] } = report
  const cover = {
    subtitle,
    lines: [period, date].filter(Boolean),
    sections: sections.map(({ heading }) => heading),
  }
  const paper = createPaper({ title, letterhead, cover, ...(layout && { layout }) })
  for (const { heading, text, chart, table, notes = [], comment } of sections) {
    paper.section(heading)
    for (const paragraph of paragraphsOf(text)) paper.paragraph(paragraph)
    if (chart) paper.chart(chart)
    if (table) paper.table(table.columns, table.rows, table.totals, table.look)
    for (const note of notes) paper.paragraph(note, { isDimmed: true, size: 9 })
    for (const paragraph of paragraphsOf(comment)) paper.paragraph(paragraph)
    // Lets other requests be served.
    await setImmediate()
  }
  if (signatures.length > 0) paper.signatures(signatures)
  return paper.finish()
}

const paragraphsOf = (text: string | undefined) => text?.split(/\n{2,}/) ?? []
