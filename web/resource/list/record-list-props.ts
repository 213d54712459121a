import type { ReactNode } from 'react'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { Constraint, StoredRecord } from '../../api/client.ts'
import type { FilterSetup } from './filter-text.ts'
import type { CardSetup } from './list-cards.tsx'
import type { ColumnSetup } from './list-columns.ts'
import type { Filters } from './list-state.ts'
import type { BulkAction } from './selection-bar.tsx'

/** An amount of each record that chosen ones are added up by. The same object each time. */
export interface SelectionSum {
  /** The field that holds it, whose sum over the whole search the list brings. */
  field: string
  reads: readonly string[]
  /** Of a record, in cents: what counts of it. */
  centsOf: (record: StoredRecord) => number
}

export interface RecordListProps {
  resource: string
  title?: string
  /** The columns in their usual order; those of single fields may bring another cell. */
  columns?: readonly ColumnSetup[]
  /** What can be done with several records at once. */
  actions?: readonly BulkAction[]
  /** What the chosen records come to is said beside how many they are. */
  selectionSum?: SelectionSum
  /** The filters that always have a chip. */
  filters?: readonly FilterSetup[]
  /** Filters that stand until somebody takes them away. The same object each time. */
  defaultFilters?: Filters
  /** Constraints that nobody can take away. The same object each time. */
  where?: Record<string, Constraint>
  /** Where a record is opened. */
  pathOf?: (id: string) => string
  /** The reference whose record is opened in the place of this one's. */
  pathBy?: string
  /** What opening a record does, where it has no address of its own. */
  onOpen?: (record: StoredRecord) => void
  newPath?: string
  /** The main action, where it is another than creating a record. */
  action?: ReactNode
  /** What puts the first record into the list, where the main action does not; offered while it is empty. */
  firstAction?: ReactNode
  /** More tools at the head of the page. */
  toolbar?: ReactNode
  /** Below the rows; on phones above them. */
  foot?: ReactNode
  /** How a record looks on phones. */
  cardOf?: CardSetup
  searchPlaceholder?: string
  /** What the list is for, said while it is empty. */
  purpose?: string
}

/** A list whose resource the explainer has described. */
export interface ExplainedListProps extends RecordListProps {
  descriptor: ResourceDescriptor
  fields: FieldMap
}
