import { keepInTab, recallInTab } from '../../api/tab-storage.ts'
import type { ListState } from './list-state.ts'

/** How somebody arranged the columns. Widths are in rem. */
export interface ColumnArrangement {
  order: string[]
  visible: Record<string, boolean>
  widths: Record<string, number>
}

export interface RememberedList {
  state?: ListState
  columns?: ColumnArrangement
}

/** What this tab remembers of the list at a path: its order, search, filters and columns. */
export function recallList(path: string): RememberedList {
  return recallInTab<RememberedList>(keyOf(path)) ?? {}
}

export function rememberList(path: string, part: RememberedList): void {
  keepInTab(keyOf(path), { ...recallList(path), ...part })
}

function keyOf(path: string): string {
  return `list:${path}`
}
