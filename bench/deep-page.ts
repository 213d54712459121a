import { deepPage, deepPageByName, pageSize } from './by-hand.ts'
import type { Organisation } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { alternate, time, timeOne } from './timing.ts'

/** A page deep in the list, as when somebody drags its scrollbar to the middle. */
export async function measureDeepPage({ api, headers, pool, size }: Organisation): Promise<void> {
  const url = `${api}/members?_sort=name&_limit=${pageSize}&_page=${deepPage}`
  await timeOne(url, { headers })
  const found = await alternate(15, {
    ours: () => timeOne(url, { headers }),
    byHand: () => time(() => pool.query(deepPageByName)),
  })
  report({
    what: `Página ${deepPage} por nome, ${size} membros: tempo face ao do seu SQL`,
    ratio: found.ours / found.byHand,
    target: { most: 20 / 450 },
    detail: `${milliseconds(found.ours)} contra ${milliseconds(found.byHand)}`,
  })
}
