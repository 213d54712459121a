import { formatNumber } from '@agremia/resources/rules/amount.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type CSSProperties, type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { StoredRecord } from '../../api/client.ts'
import { useDelayed } from '../../ui/busy-indicators.tsx'
import { useDensity, useZoom } from '../../ui/device.ts'
import { rowHeight } from '../../ui/display-settings.ts'
import { Tick } from '../../ui/tick.tsx'
import { columnTracks, type ShownColumn, tableWidth } from './list-columns.ts'
import { ListFoot } from './list-foot.tsx'
import { ListRow } from './list-row.tsx'
import type { SelectionControls } from './selection.ts'
import type { ListRows } from './use-list-rows.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowWindow } from './use-row-window.ts'
import classes from './list-table.module.css'

interface ListTableProps {
  label: string
  columns: readonly ShownColumn[]
  /** The title field; its cell is the link. */
  title: string
  rows: ListRows
  sort: string
  onSort: (field: FieldDescriptor) => void
  /** Widths in rem, by column id. */
  onResize: (widths: Record<string, number>) => void
  /** Undefined when there are no bulk actions. */
  selection: SelectionControls | undefined
  pathOf: (record: StoredRecord) => string | undefined
  /** The field whose value is in the record's path. */
  pathBy: string
  onOpen: (record: StoredRecord, options: { newTab: boolean }) => void
  /** Key of the stored scroll position. */
  memory: string
  /** The list is the page. */
  ownsPage: boolean
  /** Called with the width of the table in rem; undefined in a wide window. */
  onRoom: (room: number | undefined) => void
}

/** A virtualised table with keyboard navigation: only visible rows are rendered. */
export function ListTable(props: ListTableProps) {
  const { columns, rows, selection, memory, onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isDelayOver = useDelayed(150)
  useDensity()
  useRoom(scroller, props.onRoom)
  const count = rows.total ?? placeholderRows
  const isSummed = rows.sums !== undefined && columns.some(({ field }) => field?.summed)
  const window = useRowWindow({
    holder: scroller,
    rowHeight: rowHeight(),
    headHeight: isSummed ? headHeight + footHeight : headHeight,
    count,
    rows,
    memory,
  })
  const { opening, onClickCapture } = useReturnFocus({
    holder: scroller,
    rows,
    window,
    memory,
    pathBy: props.pathBy,
    pathOf: props.pathOf,
  })
  const keys = useRowKeys({
    holder: scroller,
    count: rows.total ?? 0,
    window,
    selection,
    onOpen: openAt,
    ownsPage: props.ownsPage,
  })

  function openAt(index: number, newTab = false) {
    const record = rows.rowAt(index)
    if (!record) return
    opening(index)
    onOpen(record, { newTab })
  }

  return (
    <div ref={scroller} className={classes.scroller} data-awaiting={rows.isAwaiting}>
      <table
        className={classes.table}
        style={tableStyle(columns, selection !== undefined)}
        {...gridAttributes(props, isSummed ? 2 : 1)}
      >
        <ListHead {...props} />
        <tbody
          className={classes.body}
          style={{ height: window.height }}
          data-late={rows.total !== undefined || isDelayOver}
          onClickCapture={onClickCapture}
          {...keys.handlers}
        >
          {window.items.map(({ index, top }) => {
            const record = rows.rowAt(index)
            return (
              <ListRow
                key={index}
                index={index}
                top={top}
                record={record}
                columns={columns}
                title={props.title}
                path={record && props.pathOf(record)}
                isSelectable={selection !== undefined}
                isSelected={record !== undefined && (selection?.has(record._id) ?? false)}
                isActive={keys.active === index}
                onOpen={keys.openAt}
                onToggle={keys.toggleAt}
                onActivate={keys.activate}
              />
            )
          })}
        </tbody>
        {isSummed && <ListFoot columns={columns} rows={rows} isSelectable={selection !== undefined} />}
      </table>
    </div>
  )
}

/** Tells the width of the table, in rem. */
function useRoom(scroller: RefObject<HTMLElement | null>, onRoom: ListTableProps['onRoom']): void {
  const rem = useZoom()
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const measure = () => onRoom(element.clientWidth > 0 ? element.clientWidth / rem : undefined)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, rem, onRoom])
}

const placeholderRows = 14
/** In rem; must match the stylesheet. */
const headHeight = 2.1875
const footHeight = 2.375

/** ARIA attributes of a grid. `extraRows`: number of head and foot rows. */
function gridAttributes({ label, columns, rows, selection }: ListTableProps, extraRows: number) {
  return {
    role: 'grid',
    'aria-label': label,
    'aria-rowcount': rows.total === undefined ? -1 : rows.total + extraRows,
    'aria-colcount': columns.length + (selection ? 1 : 0),
    'aria-multiselectable': selection !== undefined,
    'aria-busy': rows.total === undefined || rows.isAwaiting,
  }
}

function tableStyle(columns: readonly ShownColumn[], withSelection: boolean) {
  return {
    '--columns': columnTracks(columns, withSelection),
    minWidth: tableWidth(columns, withSelection),
  } as CSSProperties
}

/** Column heads: sort on click, resize by dragging the edge. */
function ListHead({ columns, title, sort, onSort, onResize, selection, rows }: ListTableProps) {
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
      <Tick
        label={selection.count > 0 ? 'Limpar a seleção' : `Selecionar as ${formatNumber(total)} linhas`}
        checked={selection.isAll && total > 0}
        indeterminate={!selection.isAll && selection.count > 0}
        disabled={total === 0}
        onChange={() => (selection.count > 0 ? selection.clear() : selection.selectAll())}
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
