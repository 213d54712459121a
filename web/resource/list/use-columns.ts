import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
  type Updater,
} from '@tanstack/react-table'
import {
  listColumns,
  narrowestColumn,
  widestColumn,
  type ColumnSetup,
  type ListColumn,
} from './list-columns.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { recallList, rememberList, type ColumnArrangement } from './remembered-list.ts'

export interface ShownColumn extends ListColumn {
  /** Dragged to this width by somebody. */
  isSized: boolean
}

export interface Columns {
  /** All of them, in order, shown or not. */
  all: (ListColumn & { visible: boolean })[]
  shown: ShownColumn[]
  setVisible: (id: string, visible: boolean) => void
  move: (id: string, to: number) => void
  resize: (id: string, width: number) => void
  reset: () => void
  isArranged: boolean
}

/** Which columns the list shows, in what order and how wide, remembered for the path. */
export function useColumns(fields: FieldMap, setups: readonly ColumnSetup[] | undefined): Columns {
  const { pathname } = useLocation()
  const columns = useMemo(() => listColumns(fields, setups), [fields, setups])
  const [arranged, setArranged] = useState(() => recallList(pathname).columns)
  const arrangement = useMemo(() => complete(arranged, columns), [arranged, columns])
  useEffect(() => rememberList(pathname, { columns: arranged }), [pathname, arranged])

  const change = <Key extends keyof ColumnArrangement>(key: Key, updater: Updater<ColumnArrangement[Key]>) =>
    setArranged((before) => {
      const now = complete(before, columns)
      return { ...now, [key]: functionalUpdate(updater, now[key]) }
    })

  const table = useTable({
    features,
    data: noRows,
    columns: useMemo(() => columns.map(definitionOf), [columns]),
    state: {
      columnOrder: arrangement.order,
      columnVisibility: arrangement.visible,
      columnSizing: arrangement.widths,
    },
    onColumnOrderChange: (updater) => change('order', updater),
    onColumnVisibilityChange: (updater) => change('visible', updater),
    onColumnSizingChange: (updater) => change('widths', updater),
  })

  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    const known = (id: string) => byId.get(id) as ListColumn
    return {
      all: arrangement.order.map((id) => ({ ...known(id), visible: arrangement.visible[id] === true })),
      shown: table.getVisibleLeafColumns().map((column) => ({
        ...known(column.id),
        width: column.getSize(),
        isSized: arrangement.widths[column.id] !== undefined,
      })),
      setVisible: (id, visible) => table.getColumn(id)?.toggleVisibility(visible),
      move: (id, to) => table.setColumnOrder(moved(arrangement.order, id, to)),
      resize: (id, width) => table.setColumnSizing((widths) => ({ ...widths, [id]: clampWidth(width) })),
      reset: () => setArranged(undefined),
      isArranged: arranged !== undefined,
    }
  }, [table, columns, arrangement, arranged])
}

/** The order with one column taken to another place. */
export function moved(order: readonly string[], id: string, to: number): string[] {
  const others = order.filter((one) => one !== id)
  const place = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, place), id, ...others.slice(place)]
}

/**
 * An arrangement that names every column there is: those that came since take their usual place at the end, those
 * that are gone are forgotten.
 */
export function complete(
  arranged: ColumnArrangement | undefined,
  columns: readonly ListColumn[],
): ColumnArrangement {
  const ids = columns.map(({ id }) => id)
  const kept = arranged?.order.filter((id) => ids.includes(id)) ?? []
  return {
    order: [...kept, ...ids.filter((id) => !kept.includes(id))],
    visible: Object.fromEntries(columns.map(({ id, listed }) => [id, arranged?.visible[id] ?? listed])),
    widths: arranged?.widths ?? noWidths,
  }
}

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature, columnSizingFeature })
const noRows: Record<string, unknown>[] = []
const noWidths: Record<string, number> = {}

function definitionOf({ id, width }: ListColumn) {
  return { id, size: width, minSize: narrowestColumn, maxSize: widestColumn }
}

function clampWidth(width: number): number {
  return Math.min(widestColumn, Math.max(narrowestColumn, Math.round(width * 16) / 16))
}
