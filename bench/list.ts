import { pageSize } from './by-hand.ts'
import type { Organisation } from './organisation.ts'
import { perSecond, report } from './report.ts'
import { alternate, requestsPerSecond } from './timing.ts'

const connections = 16
const seconds = 2

/** A hundred members by name with their total, as many at once as the connections of a small office. */
export async function measureList({ api, headers, control, size }: Organisation): Promise<void> {
  const ours = `${api}/members?_sort=name&_limit=${pageSize}`
  const bare = `${control.url}/members`
  await checkSameData(ours, headers, bare)
  const found = await alternate(5, {
    ours: () => requestsPerSecond({ url: ours, headers, connections, seconds }),
    bare: () => requestsPerSecond({ url: bare, connections, seconds }),
  })
  report({
    what: `Lista de ${pageSize} por nome com o total, ${connections} ligações, ${size} membros: pedidos por segundo face ao controlo`,
    ratio: found.ours / found.bare,
    target: { least: 0.28 },
    detail: `${perSecond(found.ours)} contra ${perSecond(found.bare)}`,
  })
}

/** Comparing answers that do not bring the same would mean nothing. */
async function checkSameData(ours: string, headers: Record<string, string>, bare: string): Promise<void> {
  const [one, other] = (await Promise.all([
    fetch(ours, { headers }).then((answer) => answer.json()),
    fetch(bare).then((answer) => answer.json()),
  ])) as { data: Record<string, unknown>[] }[]
  const shape = (rows: Record<string, unknown>[] = []) =>
    JSON.stringify(rows.map((row) => [row['_id'], ...Object.keys(row)]))
  if (shape(one?.data) !== shape(other?.data)) throw new Error('the control does not bring the same data')
}
