import { isId } from '@agremia/resources/coerce.ts'
import { many, sql } from '../database/sql.ts'
import { conflict, invalid } from '../errors.ts'
import type { Plan } from './plan.ts'
import type { Writing } from './write.ts'
import { saveRecord } from './write.ts'

/** Whether people put the records in order by hand. */
export function isOrderedByHand({ definition }: Plan): boolean {
  return definition.list?.sort === 'order'
}

/** Between one place and the next: what is created later finds room by hand. */
const step = 10

/**
 * Gives all records of a short list their places, in one transaction. Locks them first, in the order of their ids, so that two
 * orders given at once follow each other. Throws 409 when the ids are not those that there are: the list changed meanwhile.
 */
export async function reorder(writing: Writing, plan: Plan, ids: unknown): Promise<void> {
  if (!Array.isArray(ids) || !ids.every((id): id is string => typeof id === 'string' && isId(id)))
    throw invalid({ ids: ['Indique os registos, pela ordem que devem ter.'] })
  const rows = await many(
    writing.db,
    sql`SELECT id, "order" AS place FROM ${plan.table} ORDER BY id FOR UPDATE`,
    { id: 'uuid', place: 'integer' },
  )
  const places = new Map(rows.map(({ id, place }) => [id, place]))
  const asked = new Set(ids.map((id) => id.toLowerCase()))
  if (asked.size !== ids.length || asked.size !== places.size || ![...asked].every((id) => places.has(id)))
    throw conflict('A lista mudou entretanto. Veja-a de novo e volte a ordenar.')
  for (const [index, id] of [...asked].entries()) {
    const order = (index + 1) * step
    if (places.get(id) !== order) await saveRecord(writing, plan, { id, input: { order }, mode: 'modify' })
  }
}
