import type { ReactNode } from 'react'
import type { FieldMap, ResourceDescriptor } from '@agremia/resources/descriptor.ts'
import type { Constraint, StoredRecord } from '../../api/client.ts'
import type { FilterSetup } from './filters.ts'
import type { CardSetup } from './list-cards.tsx'
import type { ColumnSetup } from './list-columns.ts'
import type { Filters } from './list-state.ts'
import type { BulkAction } from './selection-bar.tsx'

/** How to sum the selected records. Must be a stable object. */
export interface SelectionSum {
  /** The summed field; its sum over the whole search is in the list's answer. */
  field: string
  reads: readonly string[]
  /** Amount of a record in cents. */
  centsOf: (record: StoredRecord) => number
}

export interface RecordListProps {
  resource: string
  title?: string
  /** Columns in their default order, optionally with custom cells. */
  columns?: readonly ColumnSetup[]
  /** Bulk actions. */
  actions?: readonly BulkAction[]
  /** Shows the sum of the selected records. */
  selectionSum?: SelectionSum
  /** Filters that always have a chip. */
  filters?: readonly FilterSetup[]
  /** Filters that apply until the person removes them. Must be a stable object. */
  defaultFilters?: Filters
  /** Fixed constraints. Must be a stable object. */
  where?: Record<string, Constraint>
  /** Path of a record. */
  pathOf?: (id: string) => string
  /** Field with the id for `pathOf`, default `_id`: a reference opens the referenced record. */
  pathBy?: string
  /** Called instead, when records have no path. */
  onOpen?: (record: StoredRecord) => void
  newPath?: string
  /** Main action, instead of creating a record. */
  action?: ReactNode
  /** Action in the empty state that creates the first record, if the main action does not. */
  firstAction?: ReactNode
  /** More tools. */
  toolbar?: ReactNode
  /** Content below the rows, on phones above them. */
  foot?: ReactNode
  /** Custom card for phones. */
  cardOf?: CardSetup
  searchPlaceholder?: string
  /** What the list is for, shown while it is empty. */
  purpose?: string
}

/** Props of a list after the explainer is loaded. */
export interface ExplainedListProps extends RecordListProps {
  descriptor: ResourceDescriptor
  fields: FieldMap
}
