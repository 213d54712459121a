/** A clock that only moves when a test advances it. */
export interface TestClock {
  (): Date
  advance(time: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
}

/** Begins at the real time, because the database uses its own. */
export function testClock(): TestClock {
  let now = Date.now()
  const clock = () => new Date(now)
  return Object.assign(clock, {
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Parameters<TestClock['advance']>[0]) {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  })
}
