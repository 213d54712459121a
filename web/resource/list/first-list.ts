import type { StoredRecord } from '../../api/client.ts'
import type { ColumnSetup } from './list-columns.ts'
import type { Filters } from './list-state.ts'

/** A list that can be asked for, and its first rows drawn, before the application's code has arrived. */
export interface FirstList {
  resource: string
  /** The usual order, which the explainer says too, but later. */
  sort: string
  columns: readonly Omit<ColumnSetup, 'Cell'>[]
  /** Columns that are more than their field's words. */
  cells: Record<string, (record: StoredRecord) => Node | string>
  /** A look-up that the usual filters depend on, below `/api/`, and the filters that follow from it. */
  lookUp: string
  filtersFrom: (records: readonly StoredRecord[]) => Filters
  /** Where a record is opened. */
  pathOf: (id: string) => string
  /** Whether rows can be chosen: there is a column for it then. */
  isSelectable: (actions: readonly string[]) => boolean
}
