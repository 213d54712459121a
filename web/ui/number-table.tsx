import type { ReactNode } from 'react'
import classes from './number-table.module.css'
import { scrolling } from './scrolling.ts'

interface NumberColumn<Row> {
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** What the last line has in this column. */
  total?: ReactNode
  /** Hidden where there is no room. */
  isSpare?: boolean
  className?: string | undefined
}

interface NumberTableProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string | number
  /** The cells of the first one are the headings of the rows. */
  columns: readonly (NumberColumn<Row> | false)[]
  /** The headings of the rows are digits, one below the other. */
  hasFigures?: true
  /** There is nothing to focus in it: the keyboard scrolls it. */
  isPlain?: true
  /** Whether the line of totals is shown, where columns declare some. */
  hasTotals?: boolean
  className?: string | undefined
}

/** A table of numbers; a last line has the totals that columns declare. */
export function NumberTable<Row>({
  label,
  rows,
  keyOf,
  hasFigures,
  isPlain,
  hasTotals = true,
  ...props
}: NumberTableProps<Row>) {
  const columns = props.columns.filter((column) => column !== false)
  const look = ({ isSpare, className }: NumberColumn<Row>) => ({
    className: isSpare ? classes.spare : className,
  })
  const cells = (contentOf: (column: NumberColumn<Row>) => ReactNode, figures?: true) =>
    columns.map((column, place) =>
      place === 0 ? (
        <th key={place} scope="row" data-figures={figures} {...look(column)}>
          {contentOf(column)}
        </th>
      ) : (
        <td key={place} {...look(column)}>
          {contentOf(column)}
        </td>
      ),
    )
  return (
    <div className={classes.scroller} {...(isPlain && scrolling)}>
      <table className={[classes.table, props.className].filter(Boolean).join(' ')} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <th key={place} scope="col" {...look(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>{cells(({ cell }) => cell(row), hasFigures)}</tr>
          ))}
        </tbody>
        {hasTotals && columns.some(({ total }) => total !== undefined) && (
          <tfoot>
            <tr>{cells(({ total }) => total)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
