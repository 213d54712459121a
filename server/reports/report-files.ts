import type { ReportCell, ReportCellType, ReportTable } from '@agremia/resources/report-table.ts'
import { centsToDecimalText, toCents } from '@agremia/resources/rules/amount.ts'
import type { Batches, CellKind, Row, Table } from '../files/table.ts'

const kinds: Record<ReportCellType, CellKind> = {
  text: 'text',
  integer: 'integer',
  euros: 'money',
  day: 'date',
}
const widths: Record<CellKind, number> = { text: 28, integer: 12, money: 15, date: 12, datetime: 17 }

/** A report as the table of a file: sections are a column, and totals are rows. */
export function fileTable({ title, columns, sections, total }: ReportTable): { table: Table; rows: Row[] } {
  const hasSections = sections.some((section) => section.title !== null)
  const cellsOf = (row: readonly ReportCell[]): Row =>
    row.map(({ value }, index) =>
      value === null
        ? null
        : columns[index]?.type === 'euros'
          ? centsToDecimalText(toCents(value))
          : String(value),
    )
  const withSection = (section: string | null, row: readonly ReportCell[]): Row =>
    hasSections ? [section, ...cellsOf(row)] : cellsOf(row)
  return {
    table: {
      name: title,
      columns: [
        ...(hasSections ? [{ label: 'Parte', kind: 'text' as const, width: 20 }] : []),
        ...columns.map(({ label, type }) => ({
          label,
          kind: kinds[type],
          width: Math.max(widths[kinds[type]], Math.min(label.length + 4, 40)),
        })),
      ],
    },
    rows: [
      ...sections.flatMap((section) => [
        ...section.rows.map((row) => withSection(section.title, row)),
        ...(section.total ? [withSection(section.title, section.total)] : []),
      ]),
      ...(total ? [withSection(null, total)] : []),
    ],
  }
}

/** Rows in one batch. */
export async function* inOneBatch(rows: readonly Row[]): Batches {
  yield rows
}
