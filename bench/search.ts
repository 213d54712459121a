import { pageSize, searchCount, searchPage } from './by-hand.ts'
import type { Organisation } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { alternate, time, timeOne } from './timing.ts'

const names = ['maria', 'joao', 'ana', 'paulo', 'sofia', 'jose', 'rita', 'carlos', 'helena', 'nuno']
const surnames = ['silva', 'ferreira', 'pereira', 'nogueira']
/** First name with surname or town. Each pair is searched once, so that its total is not cached. */
const pairs = names.flatMap((name) => [...surnames, 'porto', 'lisboa'].map((other) => [name, other] as const))

/** Measures a search of two words, with page and total, against the same two queries in plain SQL. */
export async function measureSearch({ api, headers, pool, size }: Organisation): Promise<void> {
  const pairOf = (round: number) => pairs[round] ?? ['maria', 'silva']
  const medians = await alternate(pairs.length, {
    ours: (round) =>
      timeOne(`${api}/members?_search=${pairOf(round).join('+')}&_sort=name&_limit=${pageSize}`, { headers }),
    byHand: (round) => {
      const patterns = pairOf(round).map((word) => `%${word}%`)
      return time(async () => {
        await pool.query(searchPage, patterns)
        await pool.query(searchCount, patterns)
      })
    },
  })
  report({
    what: `Pesquisa de duas palavras com o total, ${size} membros: tempo face ao do seu SQL`,
    ratio: medians.ours / medians.byHand,
    target: { most: 1.5 },
    detail: `${milliseconds(medians.ours)} contra ${milliseconds(medians.byHand)}`,
  })
}
