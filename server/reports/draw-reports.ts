import type { ReportCell, ReportTable } from '@agremia/resources/report-table.ts'
import { chartOf, reportCellText } from '@agremia/resources/report-table.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { readLetterhead, reportPdf } from '../pdf/index.ts'
import type { PaperRow, ReportSection } from '../pdf/index.ts'
import type { Engine } from '../rest/modules.ts'
import { paperChart } from './paper-chart.ts'

/** Tables with more columns are printed across the page. */
const portraitColumns = 7
/** Tables with more columns have a smaller font, in points. */
const usualColumns = 5
const smallSize = 8
/** Width of the text on A4, in points. */
const textWidths = { portrait: 483, landscape: 730 }

/** Draws reports as a PDF for the assembly: a title page, contents when there are several, and each report on pages of its own. */
export async function drawReports(
  { world }: Engine,
  tables: readonly ReportTable[],
  period: string,
): Promise<Buffer> {
  const [first] = tables as [ReportTable]
  const isWide = tables.some(({ columns }) => columns.length > portraitColumns)
  const layout = isWide ? 'landscape' : 'portrait'
  return reportPdf({
    title: tables.length === 1 ? first.title : 'Relatórios',
    period,
    date: formatDateLong(await world.organisation.today()),
    letterhead: await readLetterhead(world),
    layout,
    sections: tables.map((table) => sectionOf(table, textWidths[layout])),
  })
}

function sectionOf(table: ReportTable, width: number): ReportSection {
  const { title, question, period, columns, sections, total, notes } = table
  const chart = chartOf(table)
  const textsOf = (row: readonly ReportCell[]) =>
    row.map((cell, index) => reportCellText(cell, columns[index]?.type ?? 'text'))
  const rows = sections.flatMap((section): PaperRow[] => [
    ...(section.title === null ? [] : [{ group: section.title }]),
    ...section.rows.map(textsOf),
    ...(section.total ? [{ subtotal: textsOf(section.total) }] : []),
  ])
  const isEmpty = rows.length === 0
  return {
    heading: `${title}, ${period}`,
    text: isEmpty ? `${question}\n\n${nothing}` : question,
    ...(chart && {
      chart: paperChart(chart, { alt: `Gráfico. ${title}, ${period}: os números da tabela.`, width }),
    }),
    ...(!isEmpty && {
      table: {
        columns: columns.map(({ label, type }, index) => ({
          label,
          share: index === 0 ? 1.6 : 1,
          isNumber: type === 'euros' || type === 'integer',
        })),
        rows,
        totals: total ? textsOf(total) : undefined,
        look: { keepsRepeats: true, ...(columns.length > usualColumns && { size: smallSize }) },
      },
    }),
    notes,
  }
}

const nothing = 'Não há dados para este período.'
