import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { complete, shownColumns, type ShownColumn } from './arranged-columns.ts'
import {
  listColumns,
  narrowestColumn,
  widestColumn,
  type ColumnSetup,
  type ListColumn,
} from './list-columns.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { faceOf } from '../../fields/index.ts'
import { recallList, rememberList, type ColumnArrangement } from './remembered-list.ts'

export interface Columns {
  /** All of them, in order, shown or not. */
  all: (ListColumn & { visible: boolean })[]
  shown: ShownColumn[]
  setVisible: (id: string, visible: boolean) => void
  move: (id: string, to: number) => void
  /** In rem, by column. */
  resize: (widths: Record<string, number>) => void
  reset: () => void
  isArranged: boolean
}

/** Which columns the list shows, in what order and how wide, remembered for the path. */
export function useColumns(fields: FieldMap, setups: readonly ColumnSetup[] | undefined): Columns {
  const { pathname } = useLocation()
  const columns = useMemo(() => listColumns(fields, faceOf, setups), [fields, setups])
  const [arranged, setArranged] = useState(() => recallList(pathname).columns)
  const arrangement = useMemo(() => complete(arranged, columns), [arranged, columns])
  useEffect(() => rememberList(pathname, { columns: arranged }), [pathname, arranged])

  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    const change = (part: (now: ColumnArrangement) => Partial<ColumnArrangement>) =>
      setArranged((before) => {
        const now = complete(before, columns)
        return { ...now, ...part(now) }
      })
    return {
      all: arrangement.order.map((id) => ({
        ...(byId.get(id) as ListColumn),
        visible: arrangement.visible[id] === true,
      })),
      shown: shownColumns(columns, arrangement),
      setVisible: (id, isVisible) => change(({ visible }) => ({ visible: { ...visible, [id]: isVisible } })),
      move: (id, to) => change(({ order }) => ({ order: moved(order, id, to) })),
      resize: (given) =>
        change(({ widths }) => {
          const clamped = Object.entries(given).map(([id, width]) => [id, clampWidth(width)] as const)
          return { widths: { ...widths, ...Object.fromEntries(clamped) } }
        }),
      reset: () => setArranged(undefined),
      isArranged: arranged !== undefined,
    }
  }, [columns, arrangement, arranged])
}

/** The order with one column taken to another place. */
export function moved(order: readonly string[], id: string, to: number): string[] {
  const others = order.filter((one) => one !== id)
  const place = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, place), id, ...others.slice(place)]
}

function clampWidth(width: number): number {
  return Math.min(widestColumn, Math.max(narrowestColumn, Math.round(width * 16) / 16))
}
