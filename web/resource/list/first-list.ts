import type { StoredRecord } from '../../api/client.ts'
import type { FirstQuestion } from './first-question.ts'
import type { ColumnSetup } from './list-columns.ts'

/** A list that can be asked for, and its first rows drawn, before the application's code has arrived. */
export interface FirstList {
  question: FirstQuestion
  columns: readonly Omit<ColumnSetup, 'Cell' | 'reads'>[]
  /** Columns that are more than their field's words. */
  cells: Record<string, (record: StoredRecord) => Node | string>
  /** Where a record is opened. */
  pathOf: (id: string) => string
  /** Whether rows can be chosen: there is a column for it then. */
  isSelectable: (actions: readonly string[]) => boolean
}
