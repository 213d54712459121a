import type { ChangeNotice } from '../rest/changes.ts'

/** Longer than from a page's first request to its socket, also on a slow phone. In ms. */
const maxAgeMs = 60_000
/** For delays of notifications and clock granularity. In ms. */
const marginMs = 2_000
/** An import changes thousands of records, but in few notices. */
const maxNotices = 500

/** Recent changes, for pages whose socket connects after their first reads. */
export interface RecentChanges {
  add(notice: ChangeNotice): void
  /** Changes of the last `age` milliseconds (at most a minute), oldest first; empty when `age` is 0. */
  since(age: number): ChangeNotice[]
}

export function createRecentChanges(now: () => number): RecentChanges {
  let notices: { at: number; notice: ChangeNotice }[] = []
  const sinceTime = (time: number) => notices.filter(({ at }) => at >= time)
  return {
    add(notice) {
      if (notices.length >= maxNotices) notices = sinceTime(now() - maxAgeMs).slice(-maxNotices / 2)
      notices.push({ at: now(), notice })
    },
    since(age) {
      if (age <= 0) return []
      return sinceTime(now() - Math.min(age + marginMs, maxAgeMs)).map(({ notice }) => notice)
    },
  }
}
