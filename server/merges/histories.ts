import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { Querying } from '../database/querying.ts'
import { execute, many, maybeOne, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { Subjects } from './subjects.ts'

interface Fused {
  kept: string
  lost: string
  /** Days of admission. */
  keptSince: string
  lostSince: string
}

/** The two memberships that become one; undefined when none do. */
async function readFused(db: Querying, { kept, lost }: Subjects): Promise<Fused | undefined> {
  if (kept.memberId === null || lost.memberId === null) return undefined
  return maybeOne(
    db,
    sql`SELECT k.id AS kept, l.id AS lost, k.admission_date AS "keptSince", l.admission_date AS "lostSince"
        FROM members k, members l WHERE k.id = ${kept.memberId} AND l.id = ${lost.memberId}`,
    { kept: 'uuid', lost: 'uuid', keptSince: 'day', lostSince: 'day' },
  )
}

/**
 * Gives the membership that stays what the histories of the other one say of days of which its own say nothing: every exemption, and the states
 * and conditions before its admission, if the earlier admission counts.
 */
export async function keepHistories(
  db: Tx,
  subjects: Subjects,
  { isEarlier }: { isEarlier: boolean },
): Promise<void> {
  const fused = await readFused(db, subjects)
  if (!fused) return
  const { keptSince, lostSince } = fused
  await keepExemptions(db, fused)
  if (!isEarlier || lostSince >= keptSince) return
  await keepEarlierStates(db, fused)
  await keepEarlierTerms(db, fused)
}

/** A day that one of the two is exempt on is exempt. One without a first day began with its own admission. */
async function keepExemptions(db: Tx, { kept, lost, keptSince, lostSince }: Fused): Promise<void> {
  await execute(
    db,
    sql`UPDATE member_exemptions SET start_date = ${keptSince}::date, ${raiseVersion()}
        WHERE member_id = ${kept} AND start_date IS NULL AND end_date >= ${keptSince}::date AND ${lostSince}::date < ${keptSince}::date`,
  )
  await execute(
    db,
    sql`INSERT INTO member_exemptions (id, member_id, person_id, start_date, end_date, reason, created_by_name)
        SELECT new_id(), k.id, k.person_id, lower(free.days), upper(free.days) - 1, e.reason, e.created_by_name
        FROM member_exemptions e JOIN members k ON k.id = ${kept}
          CROSS JOIN (SELECT coalesce(range_agg(daterange(start_date, end_date, '[]')), '{}') AS days FROM member_exemptions WHERE member_id = ${kept}) own
          CROSS JOIN unnest(datemultirange(daterange(least(coalesce(e.start_date, ${lostSince}::date), e.end_date), e.end_date, '[]')) - own.days) AS free (days)
        WHERE e.member_id = ${lost}`,
  )
}

/** The last earlier state ends when that of the membership that stays begins; the same state goes on. */
async function keepEarlierStates(db: Tx, { kept, lost, keptSince }: Fused): Promise<void> {
  const [same] = await many(
    db,
    sql`WITH same AS (
          SELECT l.id, l.start_date, l.state_name_id FROM member_states l JOIN member_states k ON k.member_id = ${kept} AND k.state_name_id = l.state_name_id
            AND k.start_date = ${keptSince}::date
          WHERE l.member_id = ${lost} AND l.start_date < ${keptSince}::date AND coalesce(l.end_date, 'infinity') >= ${keptSince}::date LIMIT 1),
        moved AS (UPDATE member_states k SET start_date = same.start_date, ${raiseVersion('k')} FROM same
          WHERE k.member_id = ${kept} AND k.start_date = ${keptSince}::date AND k.state_name_id = same.state_name_id),
        since AS (UPDATE members m SET state_since = same.start_date, ${raiseVersion('m')} FROM same
          WHERE m.id = ${kept} AND m.state_since = ${keptSince}::date AND m.current_state_id = same.state_name_id)
        SELECT id FROM same`,
    { id: 'uuid' },
  )
  await execute(
    db,
    sql`UPDATE member_states SET member_id = ${kept}, end_date = least(coalesce(end_date, 'infinity'), ${keptSince}::date), ${raiseVersion()}
        WHERE member_id = ${lost} AND start_date < ${keptSince}::date AND id IS DISTINCT FROM ${same?.id ?? null}::uuid`,
  )
}

async function keepEarlierTerms(db: Tx, { kept, lost, keptSince }: Fused): Promise<void> {
  await execute(
    db,
    sql`UPDATE member_quota_terms SET start_date = ${keptSince}::date, ${raiseVersion()} WHERE member_id = ${kept} AND start_date IS NULL`,
  )
  await execute(
    db,
    sql`UPDATE member_quota_terms SET member_id = ${kept}, ${raiseVersion()}
        WHERE member_id = ${lost} AND coalesce(start_date, '-infinity') < ${keptSince}::date`,
  )
}

/** What the histories of the merged membership say that does not stay, in words: of days of which the other one says something else. */
export async function lostHistories(db: Querying, subjects: Subjects): Promise<string[]> {
  const fused = await readFused(db, subjects)
  if (!fused) return []
  const { kept, lost, keptSince } = fused
  const rows = await many(
    db,
    sql`SELECT what, greatest(from_day, CASE WHEN ${fused.lostSince}::date < ${keptSince}::date THEN ${keptSince}::date ELSE ${fused.lostSince}::date END) AS from_day, nullif(to_day, 'infinity')::date AS to_day FROM (
          SELECT 'o estado «' || n.name || '»' AS what, s.start_date AS from_day, coalesce(s.end_date, 'infinity') AS to_day
          FROM member_states s JOIN member_state_names n ON n.id = s.state_name_id
          WHERE s.member_id = ${lost} AND NOT EXISTS (SELECT FROM member_states k WHERE k.member_id = ${kept} AND k.state_name_id = s.state_name_id
            AND k.start_date <= greatest(s.start_date, ${keptSince}::date) AND coalesce(k.end_date, 'infinity') >= coalesce(s.end_date, 'infinity'))
          UNION ALL
          SELECT 'as condições da categoria «' || c.name || '»', t.from_day, t.to_day FROM quota_terms t JOIN member_categories c ON c.id = t.category_id
          WHERE t.member_id = ${lost} AND NOT EXISTS (SELECT FROM quota_terms k WHERE k.member_id = ${kept}
            AND (k.category_id, k.quota_plan_id, k.custom_quota) IS NOT DISTINCT FROM (t.category_id, t.quota_plan_id, t.custom_quota)
            AND k.from_day <= greatest(t.from_day, ${keptSince}::date) AND k.to_day >= t.to_day)) x
        WHERE to_day > ${keptSince}::date OR ${fused.lostSince}::date >= ${keptSince}::date ORDER BY 2, 1`,
    { what: 'text', from_day: 'day', to_day: 'day?' },
  )
  return rows.map(({ what, from_day, to_day }) => {
    const days =
      to_day === null ? `desde ${formatDate(from_day)}` : `de ${formatDate(from_day)} a ${formatDate(to_day)}`
    return `Da ficha que se funde não passa ${what}, ${days}: fica o que a outra diz desses dias.`
  })
}
