import { pageSize } from './by-hand.ts'
import { timeOpening, timeSaving } from './open-and-save.ts'
import type { Organisation } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { alternate, timeOne } from './timing.ts'

/** What ten times as many members cost: both organisations are up, and are asked in turn. */
export async function measureGrowth(small: Organisation, large: Organisation): Promise<void> {
  await compare('Lista', 40, small, large, ({ api, headers }) =>
    timeOne(`${api}/members?_sort=name&_limit=${pageSize}`, headers),
  )
  await compare('Abrir', 5, small, large, timeOpening)
  await compare('Gravar', 5, small, large, timeSaving)
}

async function compare(
  what: string,
  rounds: number,
  small: Organisation,
  large: Organisation,
  measure: (organisation: Organisation) => Promise<number>,
): Promise<void> {
  const found = await alternate(rounds, { small: () => measure(small), large: () => measure(large) })
  report({
    what: `${what}: tempo com ${large.size} membros face a ${small.size}`,
    ratio: found.large / found.small,
    target: { most: 1.5 },
    detail: `${milliseconds(found.large)} contra ${milliseconds(found.small)}`,
  })
}
