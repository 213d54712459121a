import type { StoredRecord } from '../../api/client.ts'
import type { FirstQuestion } from './first-question.ts'
import type { ColumnSetup } from './list-columns.ts'

/** A list whose first rows can be drawn before the application's code is loaded. */
export interface FirstList {
  question: FirstQuestion
  columns: readonly Omit<ColumnSetup, 'Cell' | 'reads'>[]
  /** Cells other than the field's text. */
  cells: Record<string, (record: StoredRecord) => Node | string>
  /** Path of a record. */
  pathOf: (id: string) => string
  /** Whether rows can be selected, so that there is a checkbox column. */
  isSelectable: (actions: readonly string[]) => boolean
}
