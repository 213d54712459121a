import { merges } from '@agremia/resources/definitions/merges.ts'
import { many, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { planOf } from '../rest/modules.ts'
import { createContext } from '../rest/write-request.ts'
import { saveRecord } from '../rest/write.ts'
import { findDuplicates } from './find-duplicates.ts'
import type { World } from '../rest/modules.ts'

/** Inserts second records of members of the demonstration, as an old list leaves them: one still to be seen, the other merged. */
export async function insertSampleDuplicates(
  world: World,
  db: Tx,
  { author }: { author: { id: string; name: string } },
): Promise<void> {
  const pairs = await many(
    db,
    sql`WITH originals AS (
          SELECT p.*, new_id() AS copy FROM people p JOIN members m ON m.person_id = p.id JOIN member_state_names s ON s.id = m.current_state_id
          WHERE NOT s.marks_end AND p.kind = 'natural' AND p.birth_date IS NOT NULL AND p.guardian_name IS NULL AND p.mobile IS NOT NULL
            AND NOT EXISTS (SELECT FROM users u WHERE u.person_id = p.id) AND NOT EXISTS (SELECT FROM round_visits v WHERE v.member_id = m.id)
            AND NOT EXISTS (SELECT FROM debit_collections c WHERE c.member_id = m.id)
          ORDER BY m.member_number OFFSET 11 LIMIT 2),
        copies AS (
          INSERT INTO people (id, name, birth_date, mobile, city, profession, person_notes)
          SELECT copy, split_part(name, ' ', 1) || ' ' || reverse(split_part(reverse(name), ' ', 1)), birth_date, mobile, city, 'Comerciante', 'Da lista da festa de verão.' FROM originals)
        SELECT id AS "personId", copy AS "lostPersonId" FROM originals`,
    { personId: 'uuid', lostPersonId: 'uuid' },
  )
  const [, merged] = pairs
  if (!merged) throw new Error('the demonstration has too few members')
  const writing = await createContext(world, db, {
    caller: { ...author, role: 'admin', personId: null },
    address: null,
  })
  await saveRecord(writing, planOf(world, merges.name), { id: null, input: merged, mode: 'create' })
  await findDuplicates(db)
}
