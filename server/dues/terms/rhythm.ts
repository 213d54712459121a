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

/** The state of the rules before they are saved. */
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

/** The change of periodicity of an individual amount that continues when the plan or the category changes on `day`. */
async function rhythmBetween(
  db: Querying,
  day: Sql,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<Rhythm | undefined> {
  const periodicity = async ({ quotaPlanId, categoryId }: Record<string, unknown>) =>
    (
      await maybeOne(
        db,
        sql`SELECT r.periodicity FROM category_spans k
            JOIN plan_spans r ON r.plan_id = coalesce(${quotaPlanId ?? null}::uuid, k.quota_plan_id) AND r.from_day <= ${day} AND r.to_day > ${day}
            WHERE k.category_id = ${categoryId ?? null}::uuid AND k.from_day <= ${day} AND k.to_day > ${day}`,
        { periodicity: 'text' },
      )
    )?.periodicity
  return rhythmOf(await periodicity(before), await periodicity(after))
}

/** Whether a save moves to another plan or category while the individual amount stays. */
function keepsAmount({ before, values }: HookContext): boolean {
  const isMoved = 'quotaPlanId' in values || 'categoryId' in values
  return isMoved && !('customQuota' in values) && toCents(before?.customQuota ?? 0) > 0
}

async function memberRhythm(context: HookContext): Promise<Rhythm | undefined> {
  const { db, before, merged, today } = context
  return before && keepsAmount(context) ? rhythmBetween(db, sql`${today}::date`, before, merged) : undefined
}

/** A new row continues the amount of the one that it follows when it has the same. */
async function termsRhythm(context: HookContext): Promise<Rhythm | undefined> {
  const { db, before, merged } = context
  const memberId = merged.memberId ?? null
  const day = sql`coalesce(${merged.startDate ?? null}::date, (SELECT m.admission_date FROM members m WHERE m.id = ${memberId}::uuid))`
  if (before) return keepsAmount(context) ? rhythmBetween(db, day, before, merged) : undefined
  const amount = merged.customQuota ?? null
  const followed = await maybeOne(
    db,
    sql`SELECT t.category_id AS "categoryId", t.quota_plan_id AS "quotaPlanId" FROM quota_terms t
        WHERE t.member_id = ${memberId}::uuid AND t.from_day <= ${day} AND t.to_day > ${day} AND t.custom_quota = ${amount}::bigint AND t.custom_quota > 0`,
    { categoryId: 'uuid', quotaPlanId: 'uuid?' },
  )
  return followed && rhythmBetween(db, day, followed, merged)
}

/** Decides on the individual amount of a record whose plan gets another periodicity, which `find` returns. */
function ownAmount(find: (context: HookContext) => Promise<Rhythm | undefined>) {
  return {
    /** Errors of a save that gives the amount another periodicity without a word on it. */
    async problems(context: HookContext): Promise<FieldMessages> {
      const rhythm = context.values.amounts || context.isOfThePast ? undefined : await find(context)
      return rhythm ? question(rhythm, ['o valor individual']) : {}
    },
    /** Converts the amount if that was decided. */
    async convert(context: HookContext): Promise<void> {
      const { merged, values, set } = context
      const rhythm = values.amounts === 'convert' ? await find(context) : undefined
      if (rhythm) set({ customQuota: convert(rhythm, merged.customQuota as Cents) })
    },
  }
}
export const memberAmount = ownAmount(memberRhythm)
export const termsAmount = ownAmount(termsRhythm)

/**
 * SQL: the individual amount of the member `m`, per period of the plan of its category (`fromPlan`), per period of the plan of another one
 * (`toPlan`). A plan of the member's own stays.
 */
export function movedAmount(fromPlan: Sql, toPlan: Sql): Sql {
  const counts = Object.keys(periodNames).map((name) => [name, periodsOf(name).length])
  const perYear = (plan: Sql) =>
    sql`(SELECT (${JSON.stringify(Object.fromEntries(counts))}::jsonb ->> p.periodicity)::integer FROM quota_plans p WHERE p.id = ${plan})`
  const [before, after] = [perYear(fromPlan), perYear(toPlan)]
  return sql`(CASE WHEN m.quota_plan_id IS NULL
    THEN coalesce((2 * m.custom_quota * ${before} + ${after}) / (2 * ${after}), m.custom_quota) ELSE m.custom_quota END)`
}
