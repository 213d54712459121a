import { deepPage, deepPageByName, pageSize } from './by-hand.ts'
import type { Organisation } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { alternate, time, timeOne } from './timing.ts'

/** A page far down the list, as when somebody drags the scrollbar to the middle. */
export async function measureDeepPage({ api, headers, pool, size }: Organisation): Promise<void> {
  const url = `${api}/members?_sort=name&_limit=${pageSize}&_page=${deepPage}`
  await timeOne(url, { headers })
  const medians = await alternate(15, {
    ours: () => timeOne(url, { headers }),
    byHand: () => time(() => pool.query(deepPageByName)),
  })
  report({
    what: `Página ${deepPage} por nome, ${size} membros: tempo face ao do seu SQL`,
    ratio: medians.ours / medians.byHand,
    target: { most: 1.1 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.byHand)}`,
  })
}
