import type { Querying } from './database/querying.ts'
import { execute, exists, sql } from './database/sql.ts'
import { isRestricted } from './erased.ts'
import type { FieldMessages } from './errors.ts'

/** SQL: whether the person `p` is deceased, by the date of death or by the state of any membership. */
export const isDeceased = sql`(p.death_date IS NOT NULL OR EXISTS (SELECT FROM members d
  JOIN member_state_names ds ON ds.id = d.current_state_id WHERE d.person_id = p.id AND ds.marks_death))`

/** The error of a new membership for a person who is deceased or whose data were erased. */
export async function admissionObstacles(db: Querying, personId: string): Promise<FieldMessages> {
  // Waits for an erasure that is under way.
  await execute(db, sql`SELECT FROM people WHERE id = ${personId} FOR KEY SHARE`)
  const closed = await exists(
    db,
    sql`SELECT FROM people p WHERE p.id = ${personId} AND (p.anonymised_at IS NOT NULL OR ${isRestricted})`,
  )
  if (closed) return { personId: ['Os dados desta pessoa foram eliminados, ou o tratamento está limitado.'] }
  return (await exists(db, sql`SELECT FROM people p WHERE p.id = ${personId} AND ${isDeceased}`))
    ? { personId: ['Faleceu: corrija-o primeiro na ficha, se for engano.'] }
    : {}
}
