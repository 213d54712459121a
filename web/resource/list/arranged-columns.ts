import type { ListColumn } from './list-columns.ts'
import type { ColumnArrangement } from './remembered-list.ts'

export interface ShownColumn extends ListColumn {
  /** The person set this width. */
  isSized: boolean
}

/** Completes a stored arrangement: new columns go to the end, removed ones are dropped. */
export function completeArrangement(
  stored: ColumnArrangement | undefined,
  columns: readonly ListColumn[],
): ColumnArrangement {
  const ids = columns.map(({ id }) => id)
  const knownIds = stored?.order.filter((id) => ids.includes(id)) ?? []
  return {
    order: [...knownIds, ...ids.filter((id) => !knownIds.includes(id))],
    visible: Object.fromEntries(columns.map(({ id, listed }) => [id, stored?.visible[id] ?? listed])),
    widths: stored?.widths ?? noWidths,
  }
}

/** The visible columns, in order and with their widths. */
export function shownColumns(columns: readonly ListColumn[], arrangement: ColumnArrangement): ShownColumn[] {
  return arrangement.order.flatMap((id) => {
    const column = columns.find((each) => each.id === id)
    const width = arrangement.widths[id]
    if (!column || !arrangement.visible[id]) return []
    return { ...column, width: width ?? column.width, isSized: width !== undefined }
  })
}

const noWidths: Record<string, number> = {}
