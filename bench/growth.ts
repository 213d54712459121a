import { pageSize } from './by-hand.ts'
import { timeOpening, timeSaving } from './open-and-save.ts'
import type { Organisation } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { alternate, timeOne } from './timing.ts'

/** Measures the cost of ten times as many members; both organisations run, and requests alternate. */
export async function measureGrowth(small: Organisation, large: Organisation): Promise<void> {
  const ofBoth = { small, large }
  await compare('Lista', ofBoth, ({ api, headers }) =>
    timeOne(`${api}/members?_sort=name&_limit=${pageSize}`, { headers }),
  )
  await compare('Abrir', ofBoth, timeOpening)
  await compare('Gravar', ofBoth, timeSaving)
}

const rounds = 200

async function compare(
  what: string,
  { small, large }: { small: Organisation; large: Organisation },
  measure: (organisation: Organisation, round: number) => Promise<number>,
): Promise<void> {
  const medians = await alternate(rounds, {
    small: (round) => measure(small, round),
    large: (round) => measure(large, round),
  })
  report({
    what: `${what}: tempo com ${large.size} membros face a ${small.size}`,
    ratio: medians.large / medians.small,
    target: { most: 1.5 },
    detail: `${milliseconds(medians.large)} contra ${milliseconds(medians.small)}`,
  })
}
