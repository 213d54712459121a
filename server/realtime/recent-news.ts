import type { ChangeNotice } from '../rest/changes.ts'

/** Longer than a page takes from its first request to its socket, on a slow phone too. */
const keptFor = 60_000
/** A notice on its way through PostgreSQL and a clock that ticks between two readings. */
const margin = 2_000
/** One import changes thousands of records at once, and all of them are in the last notices. */
const mostKept = 500

/** What was heard of late, for the pages whose socket comes later than the first thing they read. */
export interface RecentNews {
  add(notice: ChangeNotice): void
  /** What was heard in the last `age` milliseconds, oldest first, of the last minute at most; nothing when it is 0. */
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
