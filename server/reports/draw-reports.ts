import type { ReportCell, ReportTable } from '@agremia/resources/report-table.ts'
import { chartOf, reportCellText } from '@agremia/resources/report-table.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { readLetterhead, reportPdf } from '../pdf/index.ts'
import type { PaperRow, ReportSection } from '../pdf/index.ts'
import { paperChart } from './paper-chart.ts'
import type { ReportTexts } from './report-texts.ts'
import type { World } from '../rest/modules.ts'

/** Tables with more columns are printed across the page. */
const portraitColumns = 7
/** Tables with more columns have a smaller font, in points. */
const usualColumns = 5
const smallSize = 8
/** Width of the text on A4, in points. */
const textWidths = { portrait: 483, landscape: 730 }

export const documentTitle = 'Relatórios'

/**
 * Draws reports as a PDF for the assembly: a title page, contents when there are several, and each report on pages of its own. `texts`: those of
 * the year, and who signs at the end.
 */
export async function drawReports(
  world: World,
  {
    tables,
    texts,
    period,
  }: { tables: readonly ReportTable[]; texts: ReportTexts | undefined; period: string },
): Promise<Buffer> {
  const [first] = tables as [ReportTable]
  const isWide = tables.some(({ columns }) => columns.length > portraitColumns)
  const layout = isWide ? 'landscape' : 'portrait'
  return reportPdf({
    title: tables.length === 1 ? first.title : documentTitle,
    period,
    date: formatDateLong(await world.organisation.today()),
    letterhead: await readLetterhead(world),
    layout,
    sections: [
      ...(texts?.general ? [{ heading: 'Apresentação', text: texts.general }] : []),
      ...tables.map((table) =>
        sectionOf(table, { width: textWidths[layout], note: texts?.notes.get(table.name) }),
      ),
    ],
    signatures: texts?.signatures ?? [],
  })
}

function sectionOf(
  table: ReportTable,
  { width, note }: { width: number; note: string | undefined },
): ReportSection {
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
    ...(note !== undefined && { comment: note }),
  }
}

const nothing = 'Não há dados para este período.'
