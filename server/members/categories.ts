import type { members } from '@agremia/resources/definitions/members.ts'
import { exceededLimit } from '@agremia/resources/rules/age-limits.ts'
import { toEuros } from '@agremia/resources/rules/amount.ts'
import { birthdayAt, laterOf } from '@agremia/resources/rules/dates.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { lookUp, many, maybeOne, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { byProgram, recordAudit } from '../rest/audit.ts'
import { changesOf } from '../rest/changes.ts'
import { categoryOn, movedAmount, recordTerms } from '../dues/index.ts'
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
 * day of an admission that is still to come. In an update only when one of them changes. A corrected admission is checked with the category of its
 * day.
 */
export async function categoryProblems(
  context: Pick<HookContext<typeof members>, 'db' | 'before' | 'values' | 'merged' | 'today' | 'isOfThePast'>,
): Promise<FieldMessages> {
  const { db, before, values, merged, today, isOfThePast } = context
  const { categoryId, admissionDate } = merged
  // Imports give the category of today.
  const isOfAdmission = !isOfThePast && typeof admissionDate === 'string'
  const isCorrected = isOfAdmission && before !== null && 'admissionDate' in values
  const errors: FieldMessages = {}
  const deciding = ['categoryId', 'birthDate', 'kind', ...(isCorrected ? [] : ['admissionDate'])]
  if (typeof categoryId === 'string' && (!before || deciding.some((name) => name in values))) {
    const category = await findCategory(db, sql`${categoryId}::uuid`)
    const day = isOfAdmission && !before ? admissionDate : laterOf(today, admissionDate)
    const limit = limitOf(context, category, day)
    if (merged.kind === 'legal' && category?.allows_collective === false)
      errors['categoryId'] = [`A categoria «${category.name}» não admite pessoas coletivas.`]
    else if (category && limit) {
      const wayOut =
        ', contados no dia da admissão: indique a categoria desse dia, e depois a de hoje em «Condições»'
      errors['categoryId'] = [`«${category.name}» é ${limit}${day < today ? wayOut : ''}.`]
    }
  }
  // The category that is given is also that of an admission still to come.
  if (before && isCorrected && !('categoryId' in values && admissionDate >= today)) {
    const category = await findCategory(db, categoryOn(sql`${before._id}`, sql`${admissionDate}::date`))
    const limit = limitOf(context, category, admissionDate)
    if (category && limit)
      errors['admissionDate'] = [
        `«${category.name}», a categoria desse dia, é ${limit}: indique outro dia, ou corrija antes a categoria em «Condições».`,
      ]
  }
  return errors
}

type LimitedCategory = RowOf<typeof categoryShape>
const categoryShape = {
  name: 'text',
  minAge: 'integer?',
  maxAge: 'integer?',
  allows_collective: 'boolean',
} as const

const findCategory = (db: Tx, id: Sql): Promise<LimitedCategory | undefined> =>
  maybeOne(
    db,
    lookUp(
      sql`SELECT name, min_age AS "minAge", max_age AS "maxAge", allows_collective FROM member_categories WHERE id = ${id}`,
    ),
    categoryShape,
  )

/** The age limit that a person does not meet on `day`, in words; undefined when it is within both, or has no age. */
function limitOf(
  { merged }: Pick<HookContext<typeof members>, 'merged'>,
  category: LimitedCategory | undefined,
  day: string,
): string | undefined {
  if (!category || merged.kind === 'legal' || typeof merged.birthDate !== 'string') return undefined
  const limit = exceededLimit(merged.birthDate, category, day)
  return limit && `${limit === 'minAge' ? 'a partir dos' : 'até aos'} ${category[limit]} anos`
}
