import { execute, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { Subjects } from './subjects.ts'

/**
 * Of two answers to a purpose the stricter stays: who withdrew or refused on one record and did not give it again there has withdrawn, though the
 * other record has a later answer. Its last answer is written again, as the latest.
 */
export async function keepStricterConsents(db: Tx, { kept, lost }: Subjects, now: Date): Promise<void> {
  const people = sql`ARRAY[${kept.personId}, ${lost.personId}]::uuid[]`
  const latest = (person: ReturnType<typeof sql>) =>
    sql`SELECT c.* FROM consents c WHERE c.person_id = ANY(${person}) AND c.purpose = asked.purpose
      AND (c.channel IS NULL OR c.channel = asked.channel) ORDER BY c.at DESC, c.id DESC LIMIT 1`
  await execute(
    db,
    sql`INSERT INTO consents (id, person_id, purpose, channel, status, at, method, given_by, text_version, evidence)
        SELECT DISTINCT ON (asked.purpose, asked.channel) new_id(), ${kept.personId}, asked.purpose, asked.channel, own.status, ${now}::timestamptz,
          own.method, own.given_by, own.text_version, left(concat_ws(' ', 'Da fusão de duas fichas: era a resposta numa delas.', own.evidence), 300)
        FROM (SELECT DISTINCT purpose, channel FROM consents WHERE person_id = ANY(${people})) asked
          CROSS JOIN unnest(${people}) AS side (person_id)
          CROSS JOIN LATERAL (${latest(sql`ARRAY[side.person_id]`)}) own
          CROSS JOIN LATERAL (${latest(people)}) both_sides
        WHERE own.status <> 'given' AND both_sides.status = 'given'
        ORDER BY asked.purpose, asked.channel, own.status = 'withdrawn' DESC, own.at DESC`,
  )
}
