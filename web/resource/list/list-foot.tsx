import type { StoredRecord } from '../../api/client.ts'
import type { ShownColumn } from './list-columns.ts'
import { CellContent } from './list-row.tsx'
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
            {position === 0 && !column.field?.summed ? 'Total' : <ColumnSum column={column} rows={rows} />}
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls on narrow screens, also by keyboard
    <dl className={classes.sums} tabIndex={0}>
      {summed.map((column) => (
        <div key={column.id}>
          <dt>{column.label}</dt>
          <dd>
            <ColumnSum column={column} rows={rows} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Sum of a column, drawn by the cell of the column; nothing if the column has no sum. */
export function ColumnSum({ column, rows: { sums } }: { column: ShownColumn; rows: ListRows }) {
  if (!column.field?.summed || !sums) return null
  return <CellContent column={column} record={sums as unknown as StoredRecord} />
}
