import { duplicates } from '@agremia/resources/definitions/duplicates.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Sql } from '../database/sql.ts'
import { execute, inline, many, one, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { allowLongStatements } from '../database/transaction.ts'
import { isRestricted } from '../erased.ts'
import { refreshSearchTextSql } from '../rest/write-row.ts'
import type { Change } from '../rest/change.ts'

/** A value that more people share identifies nobody: the email of a section, a common name. */
const mostAlike = 5
/** Similarity of trigrams, from 0 to 1: «Ana Silva» and «Ana Maria Silva» have 0.6. */
const similarNames = 0.5
/** Of first names: twins share birth date and last names. */
const similarFirstNames = 0.3

const isComparable = (alias: Sql) =>
  sql`${alias}.anonymised_at IS NULL AND NOT EXISTS (SELECT FROM (SELECT ${alias}.id) p WHERE ${isRestricted})`

/**
 * SELECT of the people who have the same `value` as the checked person `p`, unless too many do: counted before `also` selects some, so that
 * both people of a pair find it.
 */
const sharing = (reason: string, value: Sql, condition: Sql, also = sql`true`) => sql`
  SELECT p.id AS one, q.id AS other, ${reason}::text AS reason
  FROM checked c JOIN people p ON p.id = c.id CROSS JOIN LATERAL (SELECT DISTINCT value FROM unnest(${value}) AS value WHERE value IS NOT NULL) v
  CROSS JOIN LATERAL (SELECT *, count(*) OVER () AS alike FROM (
    SELECT q.id, q.birth_date FROM people q WHERE ${condition} AND q.id <> p.id LIMIT ${inline(mostAlike)}) found) q
  WHERE q.alike < ${inline(mostAlike)} AND ${also}`

/** SQL: whether two names are alike: the same first and last one, or similar ones. The aliases have the folded `name` and its `ends`. */
const isSimilar = (
  one: Sql,
  other: Sql,
) => sql`(${one}.ends = ${other}.ends OR similarity(${one}.name, ${other}.name) >= ${similarNames}::real
  AND similarity(split_part(${one}.name, ' ', 1), split_part(${other}.name, ' ', 1)) >= ${similarFirstNames}::real)`

/** Pairs by each reason, of the people in `checked`. */
const pairsSql = sql`
  ${sharing('document', sql`ARRAY[p.id_document_number]`, sql`q.id_document_number = v.value`)}
  UNION ALL ${sharing('email', sql`ARRAY[lower(p.email)]`, sql`lower(q.email) = v.value`)}
  UNION ALL ${sharing('phone', sql`ARRAY[p.mobile, p.phone]`, sql`(q.mobile = v.value OR q.phone = v.value)`)}
  UNION ALL ${sharing('name', sql`ARRAY[fold_text(p.name)]`, sql`fold_text(q.name) = v.value`, sql`(q.birth_date IS NULL OR p.birth_date IS NULL)`)}
  UNION ALL SELECT p.id, q.id, 'nameBirth' FROM checked c JOIN people p ON p.id = c.id
    JOIN people q ON fold_text(q.name) = fold_text(p.name) AND q.birth_date = p.birth_date AND q.id <> p.id
  UNION ALL SELECT one.id, other.id, 'similarBirth' FROM born one JOIN checked c ON c.id = one.id
    JOIN born other ON other.birth_date = one.birth_date AND other.id <> one.id AND other.name <> one.name AND ${isSimilar(sql`one`, sql`other`)}
  UNION ALL SELECT m.person_id, s.person_id, 'iban' FROM checked c JOIN members m ON m.person_id = c.id CROSS JOIN LATERAL (
      SELECT person_id, count(*) OVER () AS alike FROM (
        SELECT o.person_id FROM members o WHERE o.iban = m.iban AND o.person_id <> m.person_id LIMIT ${inline(mostAlike)}) found) s
    WHERE s.alike < ${inline(mostAlike)}
  UNION ALL SELECT m.person_id, m.person_id, 'memberships' FROM checked c JOIN members m ON m.person_id = c.id
    JOIN member_state_names n ON n.id = m.current_state_id AND NOT n.marks_end GROUP BY m.person_id HAVING count(*) > 1`

/**
 * Strength of a pair with these reasons; null when other values contradict it: relatives share telephones, emails and accounts.
 */
const strengthSql = sql`CASE
  WHEN reasons = '{memberships}' THEN 'certain'
  WHEN differs AND NOT (reasons && '{document,nameBirth}') AND NOT (shares AND is_similar) THEN NULL
  WHEN differs THEN 'possible'
  WHEN reasons && '{document,nameBirth}' OR (shares AND is_similar) THEN 'certain'
  WHEN reasons && '{similarBirth,name}' THEN 'likely'
  ELSE 'possible' END`

const numberOf = (
  person: Sql,
) => sql`(SELECT m.member_number FROM members m JOIN member_state_names n ON n.id = m.current_state_id
  WHERE m.person_id = ${person} ORDER BY n.marks_end, m.admission_date DESC, m.id LIMIT 1)`

/** Compares these people with all others, and writes the pairs. Pairs that somebody dismissed stay so. Returns the changes. */
async function comparePeople(db: Tx, ids: readonly string[]): Promise<Change[]> {
  const rows = await many(
    db,
    sql`
    WITH checked AS MATERIALIZED (SELECT p.id, p.birth_date FROM people p WHERE p.id = ANY(${ids}::uuid[]) AND ${isComparable(sql`p`)}),
    born AS MATERIALIZED (SELECT p.id, p.birth_date, fold_text(p.name) AS name, name_ends(p.name) AS ends FROM people p
      WHERE p.birth_date = ANY(ARRAY(SELECT DISTINCT birth_date FROM checked WHERE birth_date IS NOT NULL))),
    pairs AS (
      SELECT least(one, other) AS one, greatest(one, other) AS other, array_agg(DISTINCT reason ORDER BY reason) AS reasons
      FROM (${pairsSql}) every GROUP BY 1, 2),
    known AS (
      SELECT p.id AS one, q.id AS other, x.reasons, p.name, q.name AS other_name,
        coalesce(p.nif <> q.nif, false) OR coalesce(p.birth_date <> q.birth_date, false) AS differs,
        x.reasons && '{email,phone,iban}' AS shares,
        ${isSimilar(sql`a`, sql`b`)} AS is_similar
      FROM pairs x JOIN people p ON p.id = x.one JOIN people q ON q.id = x.other
        CROSS JOIN LATERAL (SELECT fold_text(p.name) AS name, name_ends(p.name) AS ends) a CROSS JOIN LATERAL (SELECT fold_text(q.name) AS name, name_ends(q.name) AS ends) b
      WHERE ${isComparable(sql`q`)} AND ${isComparable(sql`p`)}),
    found AS MATERIALIZED (
      SELECT one, other, reasons, name, other_name, strength, ${numberOf(sql`one`)} AS number,
        CASE WHEN one = other THEN (SELECT max(m.member_number) FROM members m WHERE m.person_id = one AND m.member_number <> ${numberOf(sql`one`)}) ELSE ${numberOf(sql`other`)} END AS other_number
      FROM (SELECT *, ${strengthSql} AS strength FROM known) rated WHERE strength IS NOT NULL),
    gone AS (
      DELETE FROM duplicates d WHERE (d.person_id = ANY(${ids}::uuid[]) OR d.other_person_id = ANY(${ids}::uuid[])) AND d.state = 'open'
        AND NOT EXISTS (SELECT FROM found f WHERE f.one = d.person_id AND f.other = d.other_person_id) RETURNING d.id),
    written AS (
      INSERT INTO duplicates AS d (person_id, other_person_id, name, member_number, other_name, other_number, reasons, strength)
      SELECT one, other, name, number, other_name, other_number, reasons, strength FROM found ORDER BY one, other
      ON CONFLICT (person_id, other_person_id) DO UPDATE SET name = excluded.name, member_number = excluded.member_number,
        other_name = excluded.other_name, other_number = excluded.other_number, reasons = excluded.reasons, strength = excluded.strength, ${raiseVersion('d')}
      WHERE (d.name, d.member_number, d.other_name, d.other_number, d.reasons, d.strength)
        IS DISTINCT FROM (excluded.name, excluded.member_number, excluded.other_name, excluded.other_number, excluded.reasons, excluded.strength)
      RETURNING d.id)
    SELECT id, true AS written FROM written UNION ALL SELECT id, false FROM gone`,
    { id: 'uuid', written: 'boolean' },
  )
  if (rows.length === 0) return []
  const written = rows.filter((row) => row.written).map(({ id }) => id)
  await execute(db, refreshSearchTextSql(duplicates, { where: sql`t.id = ANY(${written}::uuid[])` }))
  return [{ resource: 'duplicates', action: 'updated', id: '', version: 0 }]
}

/**
 * Compares the people whose identity changed since the last time with all others. A second process waits for the first, and then finds
 * nothing to do. Returns the changes.
 */
export async function findDuplicates(db: Tx): Promise<Change[]> {
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.duplicates})`)
  await allowLongStatements(db)
  const { ids } = await one(
    db,
    sql`WITH taken AS (DELETE FROM duplicate_checks RETURNING person_id)
        SELECT coalesce(array_agg(DISTINCT person_id), '{}') AS ids FROM taken`,
    { ids: 'uuid[]' },
  )
  return ids.length === 0 ? [] : comparePeople(db, ids)
}
