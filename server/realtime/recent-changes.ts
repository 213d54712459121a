import type { ChangeNotice } from '../rest/changes.ts'

/** Longer than from a page's first request to its socket, also on a slow phone. In ms. */
const keptFor = 60_000
/** For delays of notifications and clock granularity. In ms. */
const margin = 2_000
/** An import changes thousands of records, but in few notices. */
const mostKept = 500

/** Recent changes, for pages whose socket connects after their first reads. */
export interface RecentNews {
  add(notice: ChangeNotice): void
  /** Changes of the last `age` milliseconds (at most a minute), oldest first; empty when `age` is 0. */
  since(age: number): ChangeNotice[]
}

export function createRecentNews(now: () => number): RecentNews {
  let kept: { at: number; notice: ChangeNotice }[] = []
  const sinceTime = (time: number) => kept.filter(({ at }) => at >= time)
  return {
    add(notice) {
      if (kept.length >= mostKept) kept = sinceTime(now() - keptFor).slice(-mostKept / 2)
      kept.push({ at: now(), notice })
    },
    since(age) {
      if (age <= 0) return []
      return sinceTime(now() - Math.min(age + margin, keptFor)).map(({ notice }) => notice)
    },
  }
}
