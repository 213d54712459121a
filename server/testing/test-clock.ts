/** A clock that stands still until it is told to go on. */
export interface TestClock {
  (): Date
  advance(time: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
}

/** It begins at the real time, which is what the database writes by itself. */
export function testClock(): TestClock {
  let now = Date.now()
  const clock = () => new Date(now)
  return Object.assign(clock, {
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Parameters<TestClock['advance']>[0]) {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  })
}
