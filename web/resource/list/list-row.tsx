import { memo, type MouseEvent } from 'react'
import type { StoredRecord } from '../../api/client.ts'
import { FieldCell } from '../../fields/field-cell.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Tick } from '../../ui/tick.tsx'
import { isDigits, isInk, type ShownColumn } from './list-columns.ts'
import classes from './list-table.module.css'

interface ListRowProps {
  index: number
  /** Distance from the first row, in px. */
  top: number
  /** Undefined while its page loads. */
  record: StoredRecord | undefined
  columns: readonly ShownColumn[]
  title: string
  path: string | undefined
  isSelectable: boolean
  isSelected: boolean
  isActive: boolean
  onOpen: (index: number, newTab: boolean) => void
  onToggle: (index: number, range: boolean) => void
  onActivate: (index: number) => void
}

export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { index, top, record, columns, isSelectable, isSelected, isActive, onOpen, onActivate } = props
  const offset = isSelectable ? 2 : 1
  return (
    <tr
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      aria-selected={isSelectable ? isSelected : undefined}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActivate(index)}
      onClick={(event) => record && isOpening(event) && onOpen(index, event.ctrlKey || event.metaKey)}
    >
      {isSelectable && <SelectionCell {...props} />}
      {columns.map((column, position) => (
        <td
          key={column.id}
          className={classes.cell}
          data-align={column.align}
          data-title={column.id === props.title || undefined}
          data-ink={isInk(column) || undefined}
          data-digits={isDigits(column) || undefined}
          aria-colindex={position + offset}
        >
          {record ? (
            <Content
              column={column}
              record={record}
              path={column.id === props.title ? props.path : undefined}
            />
          ) : (
            <span className={classes.bone} />
          )}
        </td>
      ))}
    </tr>
  )
})

function SelectionCell({ index, record, isSelected, title, onToggle }: ListRowProps) {
  const name = typeof record?.[title] === 'string' ? record[title] : `linha ${index + 1}`
  return (
    <td
      className={classes.selection}
      aria-colindex={1}
      data-opens="no"
      onClick={(event) => record && onToggle(index, event.shiftKey)}
    >
      <Tick
        label={`Selecionar ${name}`}
        tabIndex={-1}
        checked={isSelected}
        disabled={record === undefined}
        readOnly
      />
    </td>
  )
}

interface ContentProps {
  column: ShownColumn
  record: StoredRecord
  path: string | undefined
}

function Content({ column, record, path }: ContentProps) {
  const content = <CellContent column={column} record={record} />
  if (path === undefined) return content
  return (
    <AppLink to={path} className={classes.link} tabIndex={-1} data-opens="no">
      {content}
    </AppLink>
  )
}

interface CellContentProps {
  column: Pick<ShownColumn, 'Cell' | 'field' | 'id'>
  record: StoredRecord
}

/** The cell of a record. */
export function CellContent({ column: { Cell, field, id }, record }: CellContentProps) {
  if (Cell) return <Cell record={record} />
  if (!field) return null
  // The field of a column that was just shown is still loading.
  if (!(id in record)) return <span className={classes.bone} />
  return <FieldCell field={field} value={record[id]} record={record} />
}

/** Whether a click opens the record: not on links and controls, and not at the end of a text selection. */
function isOpening(event: MouseEvent<HTMLElement>): boolean {
  if (event.target instanceof Element && event.target.closest('[data-opens="no"], a, button, input'))
    return false
  return getSelection()?.isCollapsed ?? true
}
