import { useEffect, useMemo, useState } from 'react'
import {
  type ColumnSetup,
  completeArrangement,
  type ListColumn,
  listColumns,
  narrowestColumn,
  type ShownColumn,
  shownColumns,
  widestColumn,
} from './list-columns.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { faceOf } from '../../fields/index.ts'
import { useAddress } from '../../ui/router.tsx'
import { readStoredList, storeList, type ColumnArrangement } from './list-state.ts'

export interface Columns {
  /** All columns in order. */
  all: (ListColumn & { visible: boolean })[]
  shown: ShownColumn[]
  setVisible: (id: string, visible: boolean) => void
  move: (id: string, to: number) => void
  /** Widths in rem, by column id. */
  resize: (widths: Record<string, number>) => void
  reset: () => void
  isArranged: boolean
  /** Ids of the columns that the person chose. */
  kept: readonly string[]
}

/** Columns of the list with order, visibility and width, stored for the path. */
export function useColumns(fields: FieldMap, setups: readonly ColumnSetup[] | undefined): Columns {
  const { pathname } = useAddress()
  const columns = useMemo(() => listColumns(fields, faceOf, setups), [fields, setups])
  const [arranged, setArranged] = useState(() => readStoredList(pathname).columns)
  const arrangement = useMemo(() => completeArrangement(arranged, columns), [arranged, columns])
  useEffect(() => storeList(pathname, { columns: arranged }), [pathname, arranged])

  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    const change = (part: (current: ColumnArrangement) => Partial<ColumnArrangement>) =>
      setArranged((before) => {
        const current = completeArrangement(before, columns)
        return { ...current, ...part(current) }
      })
    return {
      all: arrangement.order.map((id) => ({
        ...(byId.get(id) as ListColumn),
        visible: arrangement.visible[id] === true,
      })),
      shown: shownColumns(columns, arrangement),
      setVisible: (id, isVisible) =>
        change(({ visible, kept = [] }) => ({
          visible: { ...visible, [id]: isVisible },
          kept: [...kept.filter((one) => one !== id), ...(isVisible ? [id] : [])],
        })),
      move: (id, to) => change(({ order }) => ({ order: moveColumn(order, id, to) })),
      resize: (changed) =>
        change(({ widths }) => {
          const clamped = Object.entries(changed).map(([id, width]) => [id, clampWidth(width)] as const)
          return { widths: { ...widths, ...Object.fromEntries(clamped) } }
        }),
      reset: () => setArranged(undefined),
      isArranged: arranged !== undefined,
      kept: arrangement.kept ?? noneKept,
    }
  }, [columns, arrangement, arranged])
}

const noneKept: readonly string[] = []

/** The order with one column moved. */
export function moveColumn(order: readonly string[], id: string, to: number): string[] {
  const others = order.filter((one) => one !== id)
  const place = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, place), id, ...others.slice(place)]
}

function clampWidth(width: number): number {
  return Math.min(widestColumn, Math.max(narrowestColumn, Math.round(width * 16) / 16))
}
