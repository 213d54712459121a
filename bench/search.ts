import { pageSize, searchCount, searchPage } from './by-hand.ts'
import type { Organisation } from './organisation.ts'
import { milliseconds, report } from './report.ts'
import { alternate, time, timeOne } from './timing.ts'

const names = ['maria', 'joao', 'ana', 'paulo', 'sofia', 'jose', 'rita', 'carlos', 'helena', 'nuno']
const surnames = ['silva', 'ferreira', 'pereira', 'nogueira']
/** A first name and a surname, or a town: each asked once, so that no total is already known. */
const pairs = names.flatMap((name) => [...surnames, 'porto', 'lisboa'].map((other) => [name, other] as const))

/** Two words, with the page and the total, against the same two queries by hand, one after the other. */
export async function measureSearch({ api, headers, pool, size }: Organisation): Promise<void> {
  const pairOf = (round: number) => pairs[round] ?? ['maria', 'silva']
  const found = await alternate(pairs.length, {
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
    ratio: found.ours / found.byHand,
    target: { most: 0.75 },
    detail: `${milliseconds(found.ours)} contra ${milliseconds(found.byHand)}`,
  })
}
