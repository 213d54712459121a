/** Type of a column; decides how each file format writes its cells. */
export type CellKind = 'text' | 'integer' | 'money' | 'date' | 'datetime'

export interface TableColumn {
  label: string
  kind: CellKind
  /** Width in characters. */
  width?: number
  /** Its cells are the states of years, `2025: paga, 2026: em dívida`, which paper shows as tiles. */
  isStrip?: true
}

/** A table to export; `name` is the worksheet's. */
export interface Table {
  name: string
  columns: readonly TableColumn[]
}

/**
 * One text per column: money `12.50`, dates `2026-03-07`, timestamps `2026-03-07T14:05` in the organisation's time zone. Null is an
 * empty cell.
 */
export type Row = readonly (string | null)[]

/** Rows in batches, so that a long table is not in memory as a whole. */
export type Batches = AsyncIterable<readonly Row[]>
