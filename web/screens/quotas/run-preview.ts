import type { LeftOutGroup } from '../../resource/preview/left-out.tsx'

/** Which quotas are generated: where nothing is named, all. */
export interface Selection {
  year: number | null
  /** `ano` for the whole year, `S1`, `T1`, `01`. */
  periods: string[]
  planIds: string[]
  categoryIds: string[]
}

/** What a generation would make, as the server tells; amounts in euros. */
export interface RunPreview {
  count: number
  total: number
  byCategory: { categoryId: string; categoryLabel: string; count: number; total: number }[]
  leftOut: LeftOutGroup[]
}

/** Those who have theirs already, apart from those who get none. */
export function partLeftOut({ leftOut }: RunPreview): { already: number; others: LeftOutGroup[] } {
  return {
    already: leftOut.find(({ reason }) => reason === 'exists')?.count ?? 0,
    others: leftOut.filter(({ reason }) => reason !== 'exists'),
  }
}
