import type { LeftOutGroup } from '../../resource/preview/left-out.tsx'

/** Which quotas to generate; an empty list means all. */
export interface Selection {
  year: number | null
  /** `ano` for the whole year, `S1`, `T1`, `01`. */
  periods: string[]
  planIds: string[]
  categoryIds: string[]
}

/** The answer of `POST /quota_runs/preview`. Amounts in euros. */
export interface RunPreview {
  count: number
  total: number
  byCategory: { categoryId: string; categoryLabel: string; count: number; total: number }[]
  leftOut: LeftOutGroup[]
}

/** Separates members who already have their quotas from members who get none for another reason. */
export function splitExcluded({ leftOut }: RunPreview): { already: number; others: LeftOutGroup[] } {
  return {
    already: leftOut.find(({ reason }) => reason === 'exists')?.count ?? 0,
    others: leftOut.filter(({ reason }) => reason !== 'exists'),
  }
}
