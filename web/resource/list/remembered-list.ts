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
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(path)) ?? '{}') as RememberedList | null) ?? {}
  } catch {
    return {}
  }
}

export function rememberList(path: string, part: RememberedList): void {
  sessionStorage.setItem(keyOf(path), JSON.stringify({ ...recallList(path), ...part }))
}

function keyOf(path: string): string {
  return `list:${path}`
}
