import type { ConfidentialKind } from '@agremia/resources/access.ts'
import type { ResourceName } from '@agremia/resources/definitions/index.ts'
import type { PaymentMethod } from '@agremia/resources/payment-methods.ts'
import type { ReportCellType, ReportChart, ReportList } from '@agremia/resources/report-table.ts'
import type { ReportName } from '@agremia/resources/report-titles.ts'
import type { FiscalYearStart } from '@agremia/resources/rules/fiscal-year.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import type { ColumnType, Shape, Sql } from '../database/sql.ts'

/** What a report was asked for. Years are of the calendar, except in reports `ofFiscalYear`. */
export interface Asked extends FiscalYearStart {
  today: string
  /** The day on which the data are read: later than `today` when a kept report is compared with them. */
  now: string
  terminology: Terminology
  /** Year of a report of one period. */
  year: number
  /** First and last year of a report by year. */
  from: number
  to: number
  /** The day of a report of one day. */
  day: string
  /** Code of `groupings`. */
  by: string
  categoryId: string | undefined
  quotaPlanId: string | undefined
  /** Code of `paymentMethods`. */
  method: PaymentMethod | undefined
  /** How many earlier years are shown beside. */
  compare: number
}

export type ParameterName =
  | 'year'
  | 'from'
  | 'to'
  | 'day'
  | 'by'
  | 'categoryId'
  | 'quotaPlanId'
  | 'method'
  | 'compare'

/** A row of a statement: `key` identifies it among the rows of its section, `label` names it. */
export interface ReportRow {
  key: string
  label: string
  [column: string]: unknown
}

/** A value of a column that is known only from the data, such as a category. `place` orders the columns. */
export interface Part {
  key: string
  label: string
  value: number
  place: number
}

/**
 * The list of the records that a number counts or adds; undefined when there is none. `row` is null for a total, of all rows or of those of
 * `section`. `part` is the key of a spread column.
 */
type ListFor = (
  row: ReportRow | null,
  asked: Asked,
  of: { part: string; section: string | undefined },
) => ReportList | undefined

interface Column {
  name: string
  /** Portuguese, with terminology marks. */
  label: string
  type: ReportCellType
  list?: ListFor
  /** A number that cannot be added, such as one of different members. */
  isNotSummed?: true
}

/** Columns of a JSON list of `Part`: one for each key. */
interface SpreadColumns {
  spread: string
  type: ReportCellType
  list?: ListFor
}

export type DeclaredColumn = Column | SpreadColumns

/** A report: screen, table, files, PDF and API document are computed from it. Texts may have terminology marks. */
export interface Report {
  name: ReportName
  /** The question that it answers. */
  question: string
  /** The only type of organisation that has it; default: both. */
  onlyFor?: 'association' | 'cooperative'
  /** The setting of the module that it belongs to: shown only while that is on. */
  setting?: 'hasTreasury'
  /** Resources that a program must be allowed to read. */
  reads: readonly ResourceName[]
  /** Kinds of fields that settings may hide. */
  shows?: readonly ConfidentialKind[]
  parameters: readonly ParameterName[]
  /** Its years are the organisation's accounting years. */
  ofFiscalYear?: true
  /** Words of the years, day or year that the numbers are of; default: from the parameters. */
  period?: (asked: Asked) => string
  /** Values of the parameter `by`. */
  groupings?: Readonly<Record<string, string>>
  /** Label of the first column. */
  rowLabel: string | ((asked: Asked) => string)
  /**
   * Rows with `key`, `label` and one column for each that is declared; with `section` when `hasSections`, whose rows stand together with their
   * own total.
   */
  statement: (asked: Asked) => Sql
  hasSections?: true
  columns: readonly DeclaredColumn[]
  /** Columns of the statement that only lists use. */
  hidden?: Shape
  /** Without a row of totals: the rows do not add up. */
  hasNoTotal?: true
  /** The column whose earlier years stand beside, or whose difference from the row before is shown. */
  compared?: string
  chart?: Pick<ReportChart, 'kind'> & {
    /** Names of columns or of spread ones. */
    columns: readonly string[]
    rows?: number
    /** Title of the section; default: the first one. */
    section?: string
  }
  notes?: (asked: Asked, rows: readonly ReportRow[]) => string[]
}

/** The shape of the rows of a report's statement. */
export function shapeOf({ columns, hasSections, hidden }: Report): Shape {
  const types: Record<ReportCellType, ColumnType> = {
    text: 'text?',
    integer: 'integer?',
    euros: 'euros?',
    day: 'day?',
  }
  return {
    key: 'text',
    label: 'text',
    ...hidden,
    ...(hasSections && { section: 'text' as const }),
    ...Object.fromEntries(
      columns.map((column) =>
        'spread' in column ? [column.spread, 'json' as const] : [column.name, types[column.type]],
      ),
    ),
  }
}

export function isSpread(column: DeclaredColumn): column is SpreadColumns {
  return 'spread' in column
}
