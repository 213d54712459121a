import { keepInTab, recallInTab } from '../../api/browser-storage.ts'
import type { ListState } from './list-state.ts'

/** The person's arrangement of columns. Widths in rem. */
export interface ColumnArrangement {
  order: string[]
  visible: Record<string, boolean>
  widths: Record<string, number>
}

export interface StoredList {
  state?: ListState
  columns?: ColumnArrangement
}

/** State and columns of the list at a path, stored in the tab. */
export function readStoredList(path: string): StoredList {
  return recallInTab<StoredList>(keyOf(path)) ?? {}
}

export function storeList(path: string, part: StoredList): void {
  keepInTab(keyOf(path), { ...readStoredList(path), ...part })
}

function keyOf(path: string): string {
  return `list:${path}`
}
