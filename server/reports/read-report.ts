import type {
  ReportCell,
  ReportCellType,
  ReportColumn,
  ReportSection,
  ReportTable,
} from '@agremia/resources/report-table.ts'
import { reportTitles } from '@agremia/resources/report-titles.ts'
import { toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { addYears, formatDate } from '@agremia/resources/rules/dates.ts'
import { fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Querying } from '../database/querying.ts'
import { many } from '../database/sql.ts'
import type { Asked, DeclaredColumn, Part, Report, ReportRow } from './declare.ts'
import { isSpread, shapeOf } from './declare.ts'
import { describeParameters } from './parameters.ts'

/** Reads a report: one statement for each period that is shown. */
export async function readReport(db: Querying, report: Report, asked: Asked): Promise<ReportTable> {
  const fill = (text: string) => fillTerms(text, asked.terminology)
  const rows = withEmptyYears(report, asked, await readRows(db, report, asked))
  const table =
    asked.compare > 0
      ? await comparedTable(db, report, asked, rows)
      : tableOf(report, asked, columnsOf(report, asked, rows), rows)
  return {
    name: report.name,
    title: fill(reportTitles[report.name]),
    question: fill(report.question),
    period: report.period?.(asked) ?? periodOf(report, asked),
    parameters: await describeParameters(db, report, asked),
    ...table,
    columns: table.columns.map((column) => ({ ...column, label: fill(column.label) })),
    notes: (report.notes?.(asked, rows) ?? []).map(fill),
  }
}

/** The rows of a report, as its statement selects them. */
export async function readRows(db: Querying, report: Report, asked: Asked): Promise<ReportRow[]> {
  return (await many(db, report.statement(asked), shapeOf(report))) as unknown as ReportRow[]
}

/**
 * The rows of a report by year, with those that have no records, so that neither the chart nor the difference from the year before skips one.
 * None stands before the first row: the organisation's data may begin there.
 */
function withEmptyYears(
  { parameters, columns }: Report,
  { to, day, today }: Asked,
  rows: ReportRow[],
): ReportRow[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!parameters.includes('from') || !first || !last) return rows
  const on = parameters.includes('day') ? day : today
  const end = Math.max(Number(last.key), Math.min(to, Number(on.slice(0, 4))))
  const known = new Map(rows.map((row) => [row.key, row]))
  const empty = Object.fromEntries(
    columns.map((column) => (isSpread(column) ? [column.spread, []] : [column.name, 0])),
  )
  return Array.from({ length: end - Number(first.key) + 1 }, (_, index) => {
    const key = String(Number(first.key) + index)
    return known.get(key) ?? { key, label: key, ...empty }
  })
}

function periodOf({ parameters, ofFiscalYear }: Report, asked: Asked): string {
  const { year, from, to, day, today } = asked
  if (parameters.includes('from')) {
    const years = from === to ? String(from) : `${from} a ${to}`
    return parameters.includes('day') && day < today ? `${years}, em ${formatDate(day)}` : years
  }
  if (parameters.includes('year')) return ofFiscalYear ? fiscalYearText(asked, year) : String(year)
  return formatDate(parameters.includes('day') ? day : today)
}

/** A column with the cells of its rows; `total` is null when it has none. */
interface FilledColumn extends ReportColumn {
  /** Name in the declaration. */
  of: string
  cell: (row: ReportRow) => ReportCell
  total: (rows: readonly ReportRow[], section?: string) => ReportCell
}

type Table = Pick<ReportTable, 'columns' | 'sections' | 'total' | 'chart'>

function columnsOf(report: Report, asked: Asked, rows: readonly ReportRow[]): FilledColumn[] {
  const columns = report.columns.flatMap((column) => filledColumns(column, asked, rows))
  const compared = columns.find(({ of }) => of === report.compared)
  if (!compared || !report.parameters.includes('from')) return columns
  return [...columns, differenceFromRowBefore(compared, rows)]
}

function filledColumns(column: DeclaredColumn, asked: Asked, rows: readonly ReportRow[]): FilledColumn[] {
  const { type, list } = column
  if (!isSpread(column)) {
    const { name, label } = column
    const canAdd = !column.isNotSummed && (type === 'euros' || type === 'integer')
    return [
      {
        name,
        of: name,
        label,
        type,
        cell: (row) => cellOf(valueOf(row[name]), list && (() => list(row, asked, placeOf(row)))),
        total: (all, section) =>
          canAdd
            ? cellOf(
                sumOf(
                  all.map((row) => Number(row[name] ?? 0)),
                  type,
                ),
                list && (() => list(null, asked, { part: '', section })),
              )
            : { value: null },
      },
    ]
  }
  const partsOf = (row: ReportRow) => row[column.spread] as Part[]
  const parts = new Map<string, Part>()
  for (const part of rows.flatMap(partsOf)) if (!parts.has(part.key)) parts.set(part.key, part)
  const inOrder = [...parts.values()].toSorted(
    (one, other) => one.place - other.place || one.label.localeCompare(other.label, 'pt'),
  )
  return inOrder.map(({ key, label }) => {
    const valueIn = (row: ReportRow) => partsOf(row).find((part) => part.key === key)?.value ?? 0
    return {
      name: `${column.spread}.${key}`,
      of: column.spread,
      label,
      type,
      cell: (row) => cellOf(valueIn(row), list && (() => list(row, asked, { ...placeOf(row), part: key }))),
      total: (all, section) =>
        cellOf(sumOf(all.map(valueIn), type), list && (() => list(null, asked, { part: key, section }))),
    }
  })
}

/** Numbers that are zero lead nowhere. */
function cellOf(
  value: ReportCell['value'],
  list: (() => ReportCell['list'] | undefined) | undefined,
): ReportCell {
  const found = value === null || value === 0 ? undefined : list?.()
  return found ? { value, list: found } : { value }
}

function placeOf(row: ReportRow) {
  const { section } = row
  return { part: '', section: section === undefined ? undefined : String(section) }
}

function valueOf(value: unknown): ReportCell['value'] {
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

function sumOf(values: readonly number[], type: ReportCellType): number {
  if (type !== 'euros') return values.reduce((sum, value) => sum + value, 0)
  return toEuros(values.reduce((sum, value) => sum + toCents(value), 0))
}

function differenceFromRowBefore(column: FilledColumn, rows: readonly ReportRow[]): FilledColumn {
  const values = rows.map((row) => Number(column.cell(row).value ?? 0))
  const differences = new Map(
    rows.map((row, index) => {
      const before = values[index - 1]
      return [row, before === undefined ? null : sumOf([values[index] ?? 0, -before], column.type)]
    }),
  )
  return {
    name: 'difference',
    of: 'difference',
    label: 'Variação',
    type: column.type,
    cell: (row) => ({ value: differences.get(row) ?? null }),
    total: () => ({ value: null }),
  }
}

function tableOf(
  report: Report,
  asked: Asked,
  columns: readonly FilledColumn[],
  rows: readonly ReportRow[],
): Table {
  const { hasSections, hasNoTotal, rowLabel, chart } = report
  const totalOf = (some: readonly ReportRow[], section?: string): ReportCell[] | null =>
    hasNoTotal || some.length === 0
      ? null
      : [{ value: 'Total' }, ...columns.map((column) => column.total(some, section))]
  const sectionOf = (title: string | null, some: readonly ReportRow[], total: ReportCell[] | null) => ({
    title,
    rows: some.map((row) => [{ value: row.label }, ...columns.map((column) => column.cell(row))]),
    total,
  })
  const titles = [...new Set(rows.map((row) => String(row['section'])))]
  const sections: ReportSection[] = hasSections
    ? titles.map((title) => {
        const own = rows.filter((row) => row['section'] === title)
        return sectionOf(title, own, totalOf(own, title))
      })
    : [sectionOf(null, rows, null)]
  const charted = columns.flatMap(({ of }, index) => (chart?.columns.includes(of) ? [index + 1] : []))
  return {
    columns: [
      {
        name: 'label',
        label: typeof rowLabel === 'string' ? rowLabel : rowLabel(asked),
        type: 'text',
      },
      ...columns.map(({ name, label, type }) => ({ name, label, type })),
    ],
    sections,
    total: hasSections ? null : totalOf(rows),
    chart:
      chart && charted.length > 0
        ? {
            kind: chart.kind,
            columns: charted,
            section: Math.max(
              0,
              sections.findIndex(({ title }) => title === chart.section),
            ),
            rows: chart.rows ?? null,
          }
        : null,
  }
}

/** The compared column of the period and of earlier ones, and the difference from the one before. */
async function comparedTable(
  db: Querying,
  report: Report,
  asked: Asked,
  rows: readonly ReportRow[],
): Promise<Table> {
  const earlier = Array.from({ length: asked.compare }, (_, index) => yearsBefore(asked, index + 1))
  const periods = [
    { asked, rows },
    ...(await Promise.all(
      earlier.map(async (one) => ({ asked: one, rows: await readRows(db, report, one) })),
    )),
  ]
  const declared = report.columns.find((column) => !isSpread(column) && column.name === report.compared)
  if (!declared) throw new Error(`${report.name} compares no column`)
  const identity = (row: ReportRow) => JSON.stringify([row['section'], row.key])
  const all = new Map(periods.flatMap((period) => period.rows).map((row) => [identity(row), row]))
  for (const row of rows) all.set(identity(row), row)
  const columns = periods.map((period): FilledColumn => {
    const [column] = filledColumns(declared, period.asked, period.rows) as [FilledColumn]
    const own = new Map(period.rows.map((row) => [identity(row), row]))
    return {
      ...column,
      name: `${column.of}.${periodOf(report, period.asked)}`,
      label: periodOf(report, period.asked),
      cell(row) {
        const found = own.get(identity(row))
        return found ? column.cell(found) : { value: 0 }
      },
      total: (some, section) =>
        column.total(
          some.flatMap((row) => own.get(identity(row)) ?? []),
          section,
        ),
    }
  })
  const [now, before] = columns as [FilledColumn, FilledColumn]
  const difference = (one: ReportCell, other: ReportCell): ReportCell => ({
    value: sumOf([Number(one.value ?? 0), -Number(other.value ?? 0)], now.type),
  })
  const withDifference: FilledColumn = {
    name: 'difference',
    of: 'difference',
    label: `Variação desde ${before.label}`,
    type: now.type,
    cell: (row) => difference(now.cell(row), before.cell(row)),
    total: (some) => difference(now.total(some), before.total(some)),
  }
  const ordered = [...all.values()]
  if (report.hasSections) {
    const places = [...new Set(ordered.map((row) => row['section']))]
    ordered.sort((one, other) => places.indexOf(one['section']) - places.indexOf(other['section']))
  }
  const chart = report.chart && { ...report.chart, kind: 'bars' as const, columns: [now.of] }
  return tableOf({ ...report, ...(chart && { chart }) }, asked, [...columns, withDifference], ordered)
}

/** The same period some years before. */
function yearsBefore(asked: Asked, years: number): Asked {
  return { ...asked, year: asked.year - years, day: addYears(asked.day, -years) }
}
