import type { Querying } from './database/querying.ts'
import type { Sql } from './database/sql.ts'
import { lookUp, maybeOne, raw, sql } from './database/sql.ts'
import type { Succession } from './rest/modules.ts'

function succession(kept: 'person_id' | 'member_id'): Succession {
  const [column, lost] = [raw(kept), raw(`lost_${kept}`)]
  return {
    async successorOf(db, id) {
      const merge = await maybeOne(
        db,
        sql`SELECT ${column} AS id FROM merges WHERE ${lost} = ${id} AND state = 'done' AND ${column}::text <> ${id} ORDER BY created_at DESC LIMIT 1`,
        { id: 'uuid?' },
      )
      return merge?.id ?? undefined
    },
    mergedInto: (ids) =>
      sql`SELECT ${lost}::uuid FROM merges WHERE ${column} = ANY(${ids}::uuid[]) AND ${lost} IS NOT NULL`,
  }
}

/** People who were merged into others. */
export const mergedPeople = succession('person_id')
/** Members who were merged into others. */
export const mergedMembers = succession('member_id')

/** SELECT of the member numbers that a merge ended: no new member gets them. */
export const formerNumbersSql = sql`SELECT former_number AS number FROM merges WHERE state = 'done' AND former_number IS NOT NULL`

/** The name of the record in which a merge ended this number. */
export async function holderOfFormerNumber(
  db: Querying,
  number: number,
): Promise<{ name: string; memberId: string | null } | undefined> {
  return maybeOne(
    db,
    lookUp(
      sql`SELECT name, member_id AS "memberId" FROM merges WHERE state = 'done' AND former_number = ${number}::integer LIMIT 1`,
    ),
    { name: 'text', memberId: 'uuid?' },
  )
}

/** SQL: the name that a receipt has for the member, also of one who was merged into the member since. */
export const nameInReceipt = (receipt: Sql, memberId: Sql): Sql =>
  sql`coalesce(${receipt} -> 'names' ->> ${memberId}::text, (SELECT ${receipt} -> 'names' ->> g.lost_member_id FROM merges g
    WHERE g.member_id = ${memberId} AND g.state = 'done' AND ${receipt} -> 'names' ? g.lost_member_id LIMIT 1))`
