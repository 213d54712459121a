import type { members } from '@agremia/resources/definitions/members.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import { periodsOf } from '@agremia/resources/rules/quota-periods.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import type { Querying } from '../../database/querying.ts'
import type { Sql } from '../../database/sql.ts'
import { execute, inline, many, maybeOne, one, raiseVersion, raw, sql } from '../../database/sql.ts'
import { invalid } from '../../errors.ts'
import { recordAudit } from '../../rest/audit.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { HookContext, Hooks } from '../../rest/modules.ts'
import { beforeRules, dayOfChange, keepFormerRules, rulesWarnings } from './former-rules.ts'
import { termsJoin } from './in-force.ts'
import { followRuleChange } from './rule-changes.ts'
import type { FieldMessages } from '../../errors.ts'

/** A change of the periodicity in which amounts are charged. What is paid once has none. */
interface Rhythm {
  from: string
  to: string
}

/** What a change of periodicity concerns. */
interface Concerned {
  rhythm: Rhythm
  /** The plan whose prices it concerns. */
  planId: string | null
  /** SQL: whether the row with this alias, of members or of their terms, is charged by the changed plan. */
  isCharged: (alias: string) => Sql
}

const periodNames: Readonly<Record<string, string>> = {
  yearly: 'ano',
  halfYearly: 'semestre',
  quarterly: 'trimestre',
  monthly: 'mês',
}

function rhythmOf(from: unknown, to: unknown): Rhythm | undefined {
  const isPeriodic = (name: unknown): name is string => typeof name === 'string' && name in periodNames
  return isPeriodic(from) && isPeriodic(to) && from !== to ? { from, to } : undefined
}

/** SQL of an amount per period of the new periodicity, with cents rounded half up. */
function converted({ from, to }: Rhythm, amount: Sql): Sql {
  const [before, after] = [inline(periodsOf(from).length), inline(periodsOf(to).length)]
  return sql`((2 * ${amount} * ${before} + ${after}) / (2 * ${after}))`
}

/** An amount per period of the new periodicity, with cents rounded half up. */
function convert({ from, to }: Rhythm, amount: Cents): Cents {
  const [before, after] = [periodsOf(from).length, periodsOf(to).length]
  return Math.floor((2 * amount * before + after) / (2 * after)) as Cents
}

/** The prices of a plan: that of each category in force on `day` (`in_force`), and those that begin later (`later`). */
const pricesSql = (planId: string, day: string): Sql => sql`
  in_force AS (SELECT DISTINCT ON (category_id) * FROM quota_prices WHERE quota_plan_id = ${planId}::uuid AND valid_from <= ${day}::date
    ORDER BY category_id, valid_from DESC),
  later AS (SELECT * FROM quota_prices WHERE quota_plan_id = ${planId}::uuid AND valid_from > ${day}::date)`

/** Why the write must say what becomes of the amounts; empty when it says so, or when there are none. */
async function amountsProblems(
  context: HookContext,
  concerned: Concerned | undefined,
): Promise<FieldMessages> {
  const { db, values, world, isOfThePast } = context
  if (!concerned || values.amounts || isOfThePast) return {}
  const { rhythm, planId, isCharged } = concerned
  const day = dayOfChange(context)
  const prices =
    planId === null
      ? sql`SELECT 0 AS count`
      : sql`WITH ${pricesSql(planId, day)} SELECT count(*) FROM (SELECT amount FROM in_force UNION ALL SELECT amount FROM later) q WHERE amount > 0`
  const found = await one(
    db,
    sql`SELECT (${prices})::integer AS prices, (SELECT count(*) FROM members m WHERE m.custom_quota > 0 AND ${isCharged('m')}
          OR EXISTS (SELECT FROM member_quota_terms t WHERE t.member_id = m.id AND t.start_date > ${day}::date AND t.custom_quota > 0
            AND ${isCharged('t')}))::integer AS members`,
    { prices: 'integer', members: 'integer' },
  )
  const { memberSingular, memberPlural } = await world.organisation.terminology()
  return question(rhythm, [
    found.prices > 0 && counted(found.prices, 'preço', 'preços'),
    found.members > 0 && `o valor individual de ${counted(found.members, memberSingular, memberPlural)}`,
  ])
}

function question({ from, to }: Rhythm, what: (string | false)[]): FieldMessages {
  const named = what.filter((one) => one !== false)
  if (named.length === 0) return {}
  const [before, after] = [periodNames[from], periodNames[to]]
  return {
    amounts: [
      `Por ${before}: ${joinList(named)}. Escolha se os valores se mantêm ou se passam a ser por ${after}.`,
    ],
  }
}

/** Converts the prices that are in force, from the day of the change on, and those that begin later. */
async function convertPrices(context: HookContext, rhythm: Rhythm, planId: string): Promise<void> {
  const { db, changes } = context
  const day = dayOfChange(context)
  const rows = await many(
    db,
    sql`WITH ${pricesSql(planId, day)},
        added AS (
          INSERT INTO quota_prices AS q (id, quota_plan_id, valid_from, category_id, amount, joia)
          SELECT new_id(), quota_plan_id, ${day}::date, category_id, ${converted(rhythm, sql`amount`)}, joia FROM in_force WHERE amount > 0
          ON CONFLICT (quota_plan_id, category_id, valid_from) DO UPDATE SET amount = excluded.amount, ${raiseVersion('q')}
          RETURNING id, version, category_id, amount),
        changed AS (
          UPDATE quota_prices q SET amount = ${converted(rhythm, sql`q.amount`)}, ${raiseVersion('q')}
          FROM later WHERE q.id = later.id AND later.amount > 0 RETURNING q.id, q.version, q.amount, later.amount AS before)
        SELECT a.id, a.version, a.amount, i.amount AS before FROM added a JOIN in_force i ON i.category_id IS NOT DISTINCT FROM a.category_id
        UNION ALL SELECT id, version, amount, before FROM changed`,
    { id: 'uuid', version: 'integer', amount: 'cents', before: 'cents' },
  )
  changes.push(...changesOf('quotaPrices', 'updated', rows))
  await recordAudit(
    context,
    rows.map(({ id, amount, before }) => ({
      resource: 'quotaPrices',
      id,
      action: 'updated',
      changes: [{ field: 'amount', from: toEuros(before), to: toEuros(amount) }],
    })),
  )
}

/** Converts the individual amounts of members, from the day of the change on, and those that begin later. */
async function convertIndividual(context: HookContext, { rhythm, isCharged }: Concerned): Promise<void> {
  const { db, today, caller, changes } = context
  const day = sql`${dayOfChange(context)}::date`
  // Locks the members before their terms, as a save of a member does, to avoid deadlocks.
  const concerned = await many(
    db,
    sql`SELECT m.id FROM members m WHERE EXISTS (SELECT FROM member_quota_terms t WHERE t.member_id = m.id AND t.custom_quota > 0 AND ${isCharged('t')})
        ORDER BY m.id FOR NO KEY UPDATE`,
    { id: 'uuid' },
  )
  const memberIds = concerned.map(({ id }) => id)
  const ofThese = sql`t.member_id = ANY(${memberIds}::uuid[]) AND t.custom_quota > 0 AND ${isCharged('t')}`
  const amount = converted(rhythm, sql`t.custom_quota`)
  const later = await many(
    db,
    sql`UPDATE member_quota_terms t SET custom_quota = ${amount}, ${raiseVersion('t')}
        WHERE t.start_date > ${day} AND ${ofThese} RETURNING t.id, t.version`,
    idAndVersion,
  )
  const begun = await many(
    db,
    sql`INSERT INTO member_quota_terms AS old (id, member_id, person_id, start_date, category_id, quota_plan_id, custom_quota, capital_titles, created_by_name)
        SELECT new_id(), t.member_id, t.person_id, CASE WHEN ${day} > m.admission_date THEN ${day} END, t.category_id, t.quota_plan_id, ${amount},
          t.capital_titles, ${caller.name}::text
        FROM members m ${termsJoin(day)} WHERE ${ofThese}
        ON CONFLICT (member_id, start_date) DO UPDATE SET custom_quota = excluded.custom_quota, created_by_name = excluded.created_by_name, ${raiseVersion('old')}
        RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('memberQuotaTerms', 'updated', [...later, ...begun]))
  const rows = await many(
    db,
    sql`UPDATE members w SET custom_quota = s.amount, ${raiseVersion('w')}
        FROM (SELECT m.id, t.custom_quota AS amount, m.custom_quota AS before FROM members m ${termsJoin(sql`${today}::date`)}
          WHERE m.id = ANY(${memberIds}::uuid[]) AND t.custom_quota IS DISTINCT FROM m.custom_quota) s
        WHERE w.id = s.id RETURNING w.id, w.version, s.amount, s.before`,
    { id: 'uuid', version: 'integer', amount: 'cents', before: 'cents' },
  )
  changes.push(...changesOf('members', 'updated', rows))
  await recordAudit(
    context,
    rows.map(({ id, amount, before }) => ({
      resource: 'members',
      id,
      action: 'updated',
      changes: [{ field: 'customQuota', from: toEuros(before), to: toEuros(amount) }],
    })),
  )
}

/** What is known before a save of rules. */
export interface Prepared {
  concerned: Concerned | undefined
  charged: Awaited<ReturnType<typeof beforeRules>>
}

/**
 * Hooks of a resource whose fields decide quotas: store its former values, and keep or convert amounts when the periodicity changes. Lock
 * out new individual amounts meanwhile. Throw 422 on `amounts`.
 */
function amountsHooks(find: (context: HookContext) => Promise<Concerned | undefined>) {
  return {
    validate: async (context) => ({
      errors: await amountsProblems(context, await find(context)),
      warnings: await rulesWarnings(context),
    }),
    async beforeSave(context) {
      const concerned = await find(context)
      if (concerned) {
        await execute(context.db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.meanings})`)
        const errors = await amountsProblems(context, concerned)
        if (Object.keys(errors).length > 0) throw invalid(errors)
      }
      return { concerned, charged: await beforeRules(context) }
    },
    async afterSave(context, { concerned, charged }) {
      await keepFormerRules(context)
      if (concerned && context.values.amounts === 'convert') {
        if (concerned.planId !== null) await convertPrices(context, concerned.rhythm, concerned.planId)
        await convertIndividual(context, concerned)
      }
      await followRuleChange(context, charged, context.values.charges)
    },
  } satisfies Hooks<Definition, Prepared>
}

/** Hooks of plans: a change of the periodicity concerns the prices and the individual amounts of those who pay by the plan. */
export const planAmounts = amountsHooks(async ({ id, before, merged }) => {
  const rhythm = rhythmOf(before?.periodicity, merged.periodicity)
  const isCharged = (alias: string) =>
    sql`coalesce(${raw(alias)}.quota_plan_id, (SELECT k.quota_plan_id FROM member_categories k WHERE k.id = ${raw(alias)}.category_id)) = ${id}::uuid`
  return rhythm && { rhythm, planId: id, isCharged }
})

/** Hooks of categories: another plan concerns the individual amounts of those who have no plan of their own. */
export const categoryAmounts = amountsHooks(async ({ db, id, before, merged, values }) => {
  if (!before || !('quotaPlanId' in values)) return undefined
  const rhythm = rhythmOf(
    await periodicityOf(db, before.quotaPlanId),
    await periodicityOf(db, merged.quotaPlanId),
  )
  const isCharged = (alias: string) =>
    sql`${raw(alias)}.category_id = ${id}::uuid AND ${raw(alias)}.quota_plan_id IS NULL`
  return rhythm && { rhythm, planId: null, isCharged }
})

async function periodicityOf(db: Querying, planId: unknown): Promise<string | undefined> {
  if (typeof planId !== 'string') return undefined
  const plan = await maybeOne(db, sql`SELECT periodicity FROM quota_plans WHERE id = ${planId}::uuid`, {
    periodicity: 'text',
  })
  return plan?.periodicity
}

/** The change of periodicity of a member whose plan or category changes while the individual amount stays. */
async function ownRhythm({
  db,
  before,
  merged,
  values,
}: HookContext<typeof members>): Promise<Rhythm | undefined> {
  if (!before || !('quotaPlanId' in values || 'categoryId' in values) || 'customQuota' in values)
    return undefined
  if (toCents(before.customQuota ?? 0) === 0) return undefined
  const periodicity = async ({ quotaPlanId, categoryId }: Record<string, unknown>) => {
    if (quotaPlanId) return periodicityOf(db, quotaPlanId)
    const category = await maybeOne(
      db,
      sql`SELECT quota_plan_id FROM member_categories WHERE id = ${categoryId}::uuid`,
      { quota_plan_id: 'uuid?' },
    )
    return periodicityOf(db, category?.quota_plan_id)
  }
  return rhythmOf(await periodicity(before), await periodicity(merged))
}

/** Errors of a member whose individual amount gets another periodicity without a word on it. */
export async function ownAmountProblems(context: HookContext<typeof members>): Promise<FieldMessages> {
  const rhythm = context.values.amounts || context.isOfThePast ? undefined : await ownRhythm(context)
  return rhythm ? question(rhythm, ['o valor individual']) : {}
}

/** Converts the individual amount of a member whose plan gets another periodicity, if that was decided. */
export async function convertOwnAmount(context: HookContext<typeof members>): Promise<void> {
  const { before, values, set } = context
  const rhythm = values.amounts === 'convert' ? await ownRhythm(context) : undefined
  if (rhythm) set({ customQuota: convert(rhythm, toCents(before?.customQuota)) })
}
