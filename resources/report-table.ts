import type { Chart } from './charts/chart.ts'
import { either, mapOf, oneOf, orNull } from './json-shape.ts'
import { formatAmount, formatNumber, toCents } from './rules/amount.ts'
import { formatDate } from './rules/dates.ts'

/** Types of columns: amounts are in euros, days `YYYY-MM-DD`. */
export const reportCellTypes = ['text', 'integer', 'euros', 'day'] as const
export type ReportCellType = (typeof reportCellTypes)[number]

export interface ReportColumn {
  name: string
  label: string
  type: ReportCellType
}

/** The list whose records a number counts or adds: its resource and filters, without the underscore of parameters. */
export interface ReportList {
  resource: string
  /** The field that adds up to the number; absent: it is the number of records. */
  sum?: string
  filters: Record<string, readonly string[]>
}

export interface ReportCell {
  value: string | number | null
  list?: ReportList
}

/** Rows under one title, with their total. */
export interface ReportSection {
  title: string | null
  rows: ReportCell[][]
  total: ReportCell[] | null
}

export interface ReportParameter {
  name: string
  label: string
  /** `day` is typed, others are chosen from the options. */
  kind: 'choice' | 'day'
  value: string
  options: { value: string; label: string }[]
}

/** What a chart of the table shows: columns and the rows of one section. */
export interface ReportChart {
  kind: Chart['kind']
  /** Indexes of columns: each is a series. */
  columns: number[]
  /** Index of the section. */
  section: number
  /** The first rows only; null: all. */
  rows: number | null
}

/** A report, as shown, exported and printed. The first column names the row. */
export interface ReportTable {
  name: string
  title: string
  question: string
  /** What the numbers are of, such as `2022 a 2026`. */
  period: string
  parameters: ReportParameter[]
  columns: ReportColumn[]
  sections: ReportSection[]
  total: ReportCell[] | null
  chart: ReportChart | null
  notes: string[]
}

const cellShape = {
  value: either(orNull('text'), 'number'),
  'list?': { resource: 'text', 'sum?': 'text', filters: mapOf('text[]') },
} as const
const rowShape = [cellShape] as const

/** `ReportTable`, for answers. */
export const reportTableShape = {
  name: 'text',
  title: 'text',
  question: 'text',
  period: 'text',
  parameters: [
    {
      name: 'text',
      label: 'text',
      kind: oneOf(['choice', 'day']),
      value: 'text',
      options: [{ value: 'text', label: 'text' }],
    },
  ],
  columns: [{ name: 'text', label: 'text', type: oneOf(reportCellTypes) }],
  sections: [{ title: 'text?', rows: [rowShape], total: orNull(rowShape) }],
  total: orNull(rowShape),
  chart: orNull({
    kind: oneOf(['bars', 'stacked', 'rows', 'lines']),
    columns: ['integer'],
    section: 'integer',
    rows: 'integer?',
  }),
  notes: ['text'],
} as const

/** The text of a cell, as people read it; empty for null. */
export function reportCellText({ value }: ReportCell, type: ReportCellType): string {
  if (value === null) return ''
  if (type === 'euros') return formatAmount(toCents(value))
  if (type === 'integer') return formatNumber(Number(value))
  return type === 'day' ? formatDate(String(value)) : String(value)
}

/** The chart of a report with the lists of its numbers; undefined when it has none or nothing to show. */
export function chartOf(table: ReportTable): (Chart & { lists: (ReportList | undefined)[][] }) | undefined {
  const { chart, columns, sections } = table
  const rows = chart && sections[chart.section]?.rows.slice(0, chart.rows ?? undefined)
  if (!chart || !rows || rows.length === 0) return undefined
  const isEmpty = (column: number) => rows.every((row) => !row[column]?.value)
  const shown = chart.columns.filter((column) => !isEmpty(column))
  const [first] = shown
  if (first === undefined) return undefined
  return {
    kind: chart.kind,
    unit: columns[first]?.type === 'euros' ? 'euros' : 'integer',
    categories: rows.map(([name]) => (name ? reportCellText(name, columns[0]?.type ?? 'text') : '')),
    series: shown.map((column) => ({
      label: columns[column]?.label ?? '',
      values: rows.map((row) => Number(row[column]?.value ?? 0)),
    })),
    lists: shown.map((column) => rows.map((row) => row[column]?.list)),
  }
}
