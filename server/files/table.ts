/** What a column of a table holds; it decides how the cell is written in each kind of file. */
export type CellKind = 'text' | 'integer' | 'money' | 'date' | 'datetime'

export interface TableColumn {
  label: string
  kind: CellKind
  /** In characters of a worksheet. */
  width?: number
}

/** A table to be written as a file: its name (of the worksheet) and its columns. */
export interface Table {
  name: string
  columns: readonly TableColumn[]
}

/**
 * One cell for each column, as text: money `12.50`, days `2026-03-07`, moments `2026-03-07T14:05` on the organisation's
 * clock. Null is an empty cell.
 */
export type Row = readonly (string | null)[]

/** Rows in batches, so that a long table is neither kept whole nor waited for line by line. */
export type Batches = AsyncIterable<readonly Row[]>
