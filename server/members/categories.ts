import type { members } from '@agremia/resources/definitions/members.ts'
import { exceededLimit } from '@agremia/resources/rules/age-limits.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import { birthdayAt, laterOf } from '@agremia/resources/rules/dates.ts'
import { many, maybeOne, raiseVersion, prepared, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { byProgram, recordAudit } from '../rest/audit.ts'
import { changesOf } from '../rest/changes.ts'
import { movedAmount, recordTerms } from '../dues/index.ts'
import type { HookContext } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'
import type { FieldMessages } from '../errors.ts'

/**
 * Moves one or all members over the maximum age of their category to the category that follows it, such as Juvenil to Efetivo at 18, from
 * the birthday on, or from today if their history changed since. Does not move former members. An individual amount becomes one per period of
 * the new category's plan. Safe to repeat. Returns the changes.
 */
export async function promoteByAge(db: Tx, today: string, memberId: string | null = null): Promise<Change[]> {
  const promoted = await many(
    db,
    sql`
      UPDATE members m SET category_id = c.auto_promote_to_id, custom_quota = ${movedAmount(sql`c.quota_plan_id`, sql`next.quota_plan_id`)}, ${raiseVersion('m')}
      FROM member_categories c, member_categories next, people p, members was
      WHERE was.id = m.id AND c.id = m.category_id AND next.id = c.auto_promote_to_id AND p.id = m.person_id AND m.end_date IS NULL
        AND p.birth_date <= (${today}::date - (c.max_age + 1) * interval '1 year')::date
        AND (${memberId}::uuid IS NULL OR m.id = ${memberId})
      RETURNING m.id, m.version, c.name AS "from", next.name AS "to", p.birth_date AS "birthDate", c.max_age + 1 AS age, was.custom_quota AS before, m.custom_quota AS amount,
        greatest(m.admission_date, (SELECT max(start_date) FROM member_quota_terms t WHERE t.member_id = m.id AND t.start_date <= ${today}::date)) AS since`,
    {
      id: 'uuid',
      version: 'integer',
      from: 'text',
      to: 'text',
      birthDate: 'day',
      age: 'integer',
      since: 'day',
      before: 'cents?',
      amount: 'cents?',
    },
  )
  for (const { id, from, to, before, amount } of promoted) {
    const changes: { field: string; from: unknown; to: unknown }[] = [{ field: 'categoryId', from, to }]
    if (before !== null && amount !== null && before !== amount)
      changes.push({ field: 'customQuota', from: toEuros(before), to: toEuros(amount) })
    await recordAudit({ db, ...byProgram }, [{ resource: 'members', id, action: 'updated', changes }])
  }
  const changes = changesOf('members', 'updated', promoted)
  const dayOf = ({ birthDate, age, since }: (typeof promoted)[number]) => {
    const birthday = birthdayAt(birthDate, age)
    return birthday > since ? birthday : today
  }
  for (const [day, some] of Map.groupBy(promoted, dayOf)) {
    const memberIds = some.map(({ id }) => id)
    await recordTerms({ db, changes }, memberIds, { day, by: byProgram.caller.name })
  }
  return changes
}

/**
 * Checks the person's age and kind against the category: the age of a new member on the day of admission, otherwise that of today, or of the
 * day of an admission that is still to come. In an update only when one of them changes.
 */
export async function categoryProblems({
  db,
  before,
  values,
  merged,
  today,
  isOfThePast,
}: Pick<
  HookContext<typeof members>,
  'db' | 'before' | 'values' | 'merged' | 'today' | 'isOfThePast'
>): Promise<FieldMessages> {
  if (before && !['categoryId', 'birthDate', 'kind', 'admissionDate'].some((name) => name in values))
    return {}
  if (typeof merged.categoryId !== 'string') return {}
  const category = await maybeOne(
    db,
    prepared(
      sql`SELECT name, min_age AS "minAge", max_age AS "maxAge", allows_collective FROM member_categories WHERE id = ${merged.categoryId}`,
    ),
    { name: 'text', minAge: 'integer?', maxAge: 'integer?', allows_collective: 'boolean' },
  )
  if (!category) return {}
  if (merged.kind === 'legal') {
    if (category.allows_collective) return {}
    return { categoryId: [`A categoria «${category.name}» não admite pessoas coletivas.`] }
  }
  if (typeof merged.birthDate !== 'string') return {}
  const { admissionDate } = merged
  // Imports give the category of today.
  const isOfAdmission = !before && !isOfThePast && typeof admissionDate === 'string'
  const day = isOfAdmission ? admissionDate : laterOf(today, admissionDate)
  const limit = exceededLimit(merged.birthDate, category, day)
  if (!limit) return {}
  const from = limit === 'minAge' ? 'a partir dos' : 'até aos'
  const counted = day < today ? ', contados no dia da admissão' : ''
  return { categoryId: [`«${category.name}» é ${from} ${category[limit]} anos${counted}.`] }
}
