import { pageSize } from './by-hand.ts'
import type { Organisation } from './organisation.ts'
import { perSecond, report } from './report.ts'
import { alternate, requestsPerSecond } from './timing.ts'

const connections = 16
const seconds = 2

/** Measures the list of a hundred members by name with the total, on 16 connections, against the baseline. */
export async function measureList({ api, headers, control, size }: Organisation): Promise<void> {
  const ours = `${api}/members?_sort=name&_limit=${pageSize}`
  const bare = `${control.url}/members`
  await checkSameData(ours, headers, bare)
  const medians = await alternate(5, {
    ours: () => requestsPerSecond({ url: ours, headers, connections, seconds }),
    bare: () => requestsPerSecond({ url: bare, connections, seconds }),
  })
  report({
    what: `Lista de ${pageSize} por nome com o total, ${connections} ligações, ${size} membros: pedidos por segundo face ao controlo`,
    ratio: medians.ours / medians.bare,
    target: { least: 0.28 },
    detail: `${perSecond(medians.ours)} contra ${perSecond(medians.bare)}`,
  })
}

/** Throws when the two responses do not have the same rows and columns. */
async function checkSameData(ours: string, headers: Record<string, string>, bare: string): Promise<void> {
  const [one, other] = (await Promise.all([
    fetch(ours, { headers }).then((response) => response.json()),
    fetch(bare).then((response) => response.json()),
  ])) as { data: Record<string, unknown>[] }[]
  const shape = (rows: Record<string, unknown>[] = []) =>
    JSON.stringify(rows.map((row) => [row['_id'], ...Object.keys(row)]))
  if (shape(one?.data) !== shape(other?.data)) throw new Error('the control does not bring the same data')
}
