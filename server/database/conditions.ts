import type { Querying } from './querying.ts'
import type { Sql } from './sql.ts'
import { inline, join, many, sql } from './sql.ts'

/** The texts whose conditions are true, in their order, with one statement. */
export async function textsThatApply(
  db: Querying,
  cases: readonly (readonly [condition: Sql, text: string])[],
): Promise<string[]> {
  const rows = await many(
    db,
    sql`SELECT place FROM (VALUES ${join(
      cases.map(([condition], place) => sql`(${inline(place)}, ${condition})`),
      ', ',
    )}) AS known (place, applies) WHERE applies ORDER BY place`,
    { place: 'integer' },
  )
  return rows.flatMap(({ place }) => cases[place]?.[1] ?? [])
}
