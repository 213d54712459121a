import type { members } from '@agremia/resources/definitions/members.ts'
import { v7 as newId } from 'uuid'
import { execute, insertion, many, raiseVersion, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/transaction.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { Context, HookContext } from '../../rest/modules.ts'
import type { Change } from '../../rest/change.ts'

/** Fields of a member with a history: what decides its quotas, and its capital titles. Each row has all of them. */
const termFields = ['categoryId', 'quotaPlanId', 'customQuota', 'capitalTitles']

/**
 * Writes to the history that what these members have now is in force from `day` on, or from the admission if that is not earlier. A row
 * that changes nothing is deleted.
 */
export async function recordTerms(
  { db, changes }: Pick<Context, 'db' | 'changes'>,
  memberIds: readonly string[],
  { day, by }: { day: string; by: string | null },
): Promise<void> {
  const written = await many(
    db,
    sql`INSERT INTO member_quota_terms AS t (id, member_id, person_id, start_date, category_id, quota_plan_id, custom_quota, capital_titles, created_by_name)
        SELECT new_id(), m.id, m.person_id, CASE WHEN ${day}::date > m.admission_date THEN ${day}::date END, m.category_id, m.quota_plan_id, m.custom_quota, m.capital_titles, ${by}::text
        FROM members m WHERE m.id = ANY(${memberIds}::uuid[])
        ON CONFLICT (member_id, start_date) DO UPDATE SET category_id = excluded.category_id, quota_plan_id = excluded.quota_plan_id,
          custom_quota = excluded.custom_quota, capital_titles = excluded.capital_titles, created_by_name = excluded.created_by_name, ${raiseVersion('t')}
        RETURNING id, version`,
    idAndVersion,
  )
  await execute(
    db,
    sql`DELETE FROM member_quota_terms t USING quota_terms p
        WHERE t.member_id = ANY(${memberIds}::uuid[]) AND t.start_date = ${day}::date AND p.member_id = t.member_id AND p.to_day = t.start_date
          AND (p.category_id, p.quota_plan_id, p.custom_quota, p.capital_titles) IS NOT DISTINCT FROM (t.category_id, t.quota_plan_id, t.custom_quota, t.capital_titles)`,
  )
  changes.push(...changesOf('memberQuotaTerms', 'updated', written))
}

/** Writes the history of a member that was saved: its beginning, or a change of today. */
export async function keepTerms(context: HookContext<typeof members>): Promise<void> {
  const { db, id, before, values, merged, today, caller, changes } = context
  if (before) {
    if (termFields.some((name) => name in values))
      await recordTerms(context, [id], { day: today, by: caller.name })
    return
  }
  const termsId = newId()
  await execute(
    db,
    insertion(sql`INSERT INTO member_quota_terms (id, member_id, person_id, category_id, quota_plan_id, custom_quota, capital_titles, created_by_name)
        VALUES (${termsId}, ${id}, ${merged.personId}, ${merged.categoryId}, ${merged.quotaPlanId ?? null}, ${merged.customQuota ?? null}, ${merged.capitalTitles ?? null}, ${caller.name})`),
  )
  changes.push({ resource: 'memberQuotaTerms', action: 'created', id: termsId, version: 1 })
}

/** Gives one or all members the terms of their history that are in force today. Safe to repeat. Returns the changes. */
export async function applyDueTerms(
  db: Tx,
  today: string,
  memberId: string | null = null,
): Promise<Change[]> {
  const rows = await many(
    db,
    sql`UPDATE members m SET category_id = t.category_id, quota_plan_id = t.quota_plan_id, custom_quota = t.custom_quota, capital_titles = t.capital_titles, ${raiseVersion('m')}
        FROM quota_terms t WHERE t.member_id = m.id AND t.from_day <= ${today}::date AND t.to_day > ${today}::date
          AND (${memberId}::uuid IS NULL OR t.member_id = ${memberId})
          AND (m.category_id, m.quota_plan_id, m.custom_quota, m.capital_titles) IS DISTINCT FROM (t.category_id, t.quota_plan_id, t.custom_quota, t.capital_titles)
        RETURNING m.id, m.version`,
    idAndVersion,
  )
  return changesOf('members', 'updated', rows)
}
