import type { ListColumn } from './list-columns.ts'
import type { ColumnArrangement } from './remembered-list.ts'

export interface ShownColumn extends ListColumn {
  /** Dragged to this width by somebody. */
  isSized: boolean
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

/** The columns in sight, in their order and as wide as they were made. */
export function shownColumns(columns: readonly ListColumn[], arrangement: ColumnArrangement): ShownColumn[] {
  return arrangement.order.flatMap((id) => {
    const column = columns.find((each) => each.id === id)
    const width = arrangement.widths[id]
    if (!column || !arrangement.visible[id]) return []
    return { ...column, width: width ?? column.width, isSized: width !== undefined }
  })
}

const noWidths: Record<string, number> = {}
