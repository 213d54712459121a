import type { FastifyInstance } from 'fastify'
import type { Engine } from '../rest/modules.ts'
import { documentUrl } from './documents.ts'
import { readStatement } from './statement.ts'
import { visibleId } from './visible-id.ts'

/** `GET /members/:id/statement`: a member's account, in euros, with a link to the same on paper. */
export function statementRoutes(app: FastifyInstance, engine: Engine): void {
  app.get<{ Params: { id: string } }>('/members/:id/statement', async (request) => {
    const id = await visibleId(engine, 'members', request)
    const { balance, overdueAmount, credit, entries } = await readStatement(engine, id)
    return {
      data: {
        url: await documentUrl(engine.world, { kind: 'statement', id }),
        balance: balance / 100,
        overdueAmount: overdueAmount / 100,
        credit: credit / 100,
        entries: entries.map(inEuros),
      },
    }
  })
}

/** An entry with each of its amounts in euros. */
function inEuros<Entry extends object>(entry: Entry): Entry {
  const amounts = ['charged', 'paid', 'balance', 'open', 'credit']
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      amounts.includes(name) && typeof value === 'number' ? value / 100 : value,
    ]),
  ) as Entry
}
