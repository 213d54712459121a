import { faceOf } from '../../fields/index.ts'
import type { ShownColumn } from './list-columns.ts'
import type { ListRows } from './use-list-rows.ts'
import classes from './list-table.module.css'

interface ListFootProps {
  columns: readonly ShownColumn[]
  rows: ListRows
  isSelectable: boolean
}

/** Sums of the whole search below money columns. */
export function ListFoot({ columns, rows, isSelectable }: ListFootProps) {
  const offset = isSelectable ? 2 : 1
  return (
    <tfoot className={classes.foot} data-awaiting={rows.isAwaiting}>
      <tr className={classes.headRow} aria-rowindex={(rows.total ?? 0) + 2}>
        {isSelectable && <td aria-colindex={1}>{'\u00A0'}</td>}
        {columns.map((column, position) => (
          <td
            key={column.id}
            className={classes.footCell}
            data-align={column.align}
            aria-colindex={position + offset}
          >
            {position === 0 && !column.field?.summed ? 'Total' : sumText(column, rows)}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** The sums for phones, where there are no columns. */
export function ListSums({ columns, rows }: Pick<ListFootProps, 'columns' | 'rows'>) {
  const summed = columns.filter(({ field }) => field?.summed)
  if (!rows.sums || summed.length === 0) return null
  return (
    <dl className={classes.sums}>
      {summed.map((column) => (
        <div key={column.id}>
          <dt>{column.label}</dt>
          <dd>{sumText(column, rows)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Sum of a column as text; empty if the column has no sum. */
export function sumText({ id, field }: ShownColumn, { sums }: ListRows): string {
  return field?.summed ? faceOf(field).toText(sums?.[id], field, {}) : ''
}
