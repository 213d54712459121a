import type { PointerEvent } from 'react'
import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { formatCount } from '../../ui/format-count.ts'
import { useZoom } from '../../ui/device.ts'
import type { ListTableProps } from './list-table.tsx'
import type { ShownColumn } from './list-columns.ts'
import type { SelectionControls } from './selection.ts'
import classes from './list-table.module.css'

/** Column heads: sort on click, resize by dragging the edge. */
export function ListHead({ columns, title, sort, onSort, onResize, selection, rows }: ListTableProps) {
  return (
    <thead className={classes.head}>
      <tr className={classes.headRow} aria-rowindex={1}>
        {selection && <SelectAllHead selection={selection} total={rows.total ?? 0} />}
        {columns.map((column, position) => (
          <ColumnHead
            key={column.id}
            column={column}
            title={title}
            position={position + (selection ? 2 : 1)}
            sort={sort}
            onSort={onSort}
            onResize={onResize}
          />
        ))}
      </tr>
    </thead>
  )
}

function SelectAllHead({ selection, total }: { selection: SelectionControls; total: number }) {
  return (
    <th className={classes.selection} aria-colindex={1}>
      <Checkbox
        size="xs"
        checked={selection.isAll && total > 0}
        indeterminate={!selection.isAll && selection.count > 0}
        disabled={total === 0}
        onChange={() => (selection.count > 0 ? selection.clear() : selection.selectAll())}
        aria-label={selection.count > 0 ? 'Limpar a seleção' : `Selecionar as ${formatCount(total)} linhas`}
      />
    </th>
  )
}

interface ColumnHeadProps {
  column: ShownColumn
  title: string
  position: number
  sort: string
  onSort: (field: FieldDescriptor) => void
  onResize: (widths: Record<string, number>) => void
}

function ColumnHead({ column, title, position, sort, onSort, onResize }: ColumnHeadProps) {
  const { field } = column
  const direction = sort === column.id ? 'ascending' : sort === `-${column.id}` ? 'descending' : undefined
  return (
    <th
      className={classes.headCell}
      data-align={column.align}
      data-column={column.id}
      data-title={column.id === title || undefined}
      aria-colindex={position}
      aria-sort={column.sortable ? (direction ?? 'none') : undefined}
    >
      {field && column.sortable ? (
        <button type="button" className={classes.sort} onClick={() => onSort(field)}>
          <span className={classes.headLabel}>{column.label}</span>
          {direction === 'ascending' && <IconArrowUp size="0.875rem" aria-hidden />}
          {direction === 'descending' && <IconArrowDown size="0.875rem" aria-hidden />}
        </button>
      ) : (
        <span className={classes.headLabel}>{column.label}</span>
      )}
      <ResizeEdge onResize={onResize} />
    </th>
  )
}

/**
 * Resizes a column by pointer; the column settings do it by keyboard. Fixes the width of all columns before it,
 * which would otherwise change and move the edge away from the pointer.
 */
function ResizeEdge({ onResize }: Pick<ColumnHeadProps, 'onResize'>) {
  const rem = useZoom()

  function onPointerDown(event: PointerEvent<HTMLSpanElement>) {
    const edge = event.currentTarget
    const heads = [...(edge.closest('tr')?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
    const upToHere = heads.slice(0, heads.findIndex((head) => head.contains(edge)) + 1)
    const before = upToHere.map((head) => [head.dataset['column'] ?? '', head.offsetWidth / rem] as const)
    const [name, width] = before.at(-1) ?? ['', 0]
    const from = event.clientX
    const drag = (moved: globalThis.PointerEvent) =>
      onResize({ ...Object.fromEntries(before), [name]: width + (moved.clientX - from) / rem })
    event.preventDefault()
    edge.setPointerCapture(event.pointerId)
    edge.addEventListener('pointermove', drag)
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', drag), {
      once: true,
    })
  }

  return <span className={classes.edge} aria-hidden onPointerDown={onPointerDown} />
}
