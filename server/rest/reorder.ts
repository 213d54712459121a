import { isId } from '@agremia/resources/coerce.ts'
import { many, sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import type { Plan } from './plan.ts'
import { saveRecord } from './write.ts'
import type { Context } from './modules.ts'

/** Whether people sort the records by hand. */
export function isOrderedByHand({ definition }: Plan): boolean {
  return definition.list?.sort === 'order'
}

/** Distance between positions, which leaves room for new records in between. */
const step = 10

/**
 * Sorts all records of a short list in one transaction. Locks them first, by id, so that concurrent orders do not deadlock. Throws 409 when
 * `ids` are not exactly the records of the list: it changed meanwhile.
 */
export async function reorder(writing: Context, plan: Plan, ids: unknown): Promise<void> {
  if (!Array.isArray(ids) || !ids.every((id): id is string => isId(id)))
    throw invalid({ ids: ['Indique os registos, pela ordem que devem ter.'] })
  const rows = await many(
    writing.db,
    sql`SELECT id, "order" AS place FROM ${plan.table} ORDER BY id FOR UPDATE`,
    { id: 'uuid', place: 'integer' },
  )
  const places = new Map(rows.map(({ id, place }) => [id, place]))
  const requested = new Set(ids.map((id) => id.toLowerCase()))
  if (
    requested.size !== ids.length ||
    requested.size !== places.size ||
    ![...requested].every((id) => places.has(id))
  )
    throw conflict('A lista mudou entretanto. Veja-a de novo e volte a ordenar.')
  for (const [index, id] of [...requested].entries()) {
    const order = (index + 1) * step
    if (places.get(id) !== order) await saveRecord(writing, plan, { id, input: { order }, mode: 'modify' })
  }
}
