import { memberCategories } from '@agremia/resources/definitions/member-categories.ts'
import { memberStateNames } from '@agremia/resources/definitions/member-states.ts'
import { quotaPlans } from '@agremia/resources/definitions/quota-plans.ts'
import { todayIn } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Sql } from '../../database/sql.ts'
import { execute, exists, sql } from '../../database/sql.ts'
import type { HookContext } from '../../rest/modules.ts'
import { chargedByPlan } from '../generation/quota-plans.ts'
import type { FieldMessages } from '../../errors.ts'
import { beforeRuleChange } from './rule-changes.ts'

interface Ruling {
  /** The fields that decide quotas. */
  fields: readonly string[]
  /** SQL that returns rows if members have or had the record. */
  used: (id: string) => Sql
}

const rulings: Readonly<Record<string, Ruling>> = {
  [memberCategories.name]: {
    fields: ['paysQuota', 'quotaPlanId'],
    used: (id) => sql`SELECT FROM member_quota_terms WHERE category_id = ${id}::uuid`,
  },
  [quotaPlans.name]: { fields: ['periodicity', 'active'], used: chargedByPlan },
  [memberStateNames.name]: {
    fields: ['chargesQuota'],
    used: (id) => sql`SELECT FROM member_states WHERE state_name_id = ${id}::uuid`,
  },
}

/** The effective date of a change of periodicity: from it on, amounts are converted. */
export function dayOfChange({ values, today }: Pick<HookContext, 'values' | 'today'>): string {
  return typeof values.since === 'string' ? values.since : today
}

/**
 * The effective date of a write; undefined if the write holds for all periods: it creates the record, changes no field that decides quotas,
 * or no quota was charged.
 */
export async function effectiveDay(context: HookContext): Promise<string | undefined> {
  const { db, plan, id, before, values, today, settings } = context
  const ruling = rulings[plan.definition.name]
  if (!before || !ruling) return undefined
  if (typeof values.since === 'string') return values.since
  if (!ruling.fields.some((name) => name in values)) return undefined
  // Converted amounts are in force from today, so the new periodicity is too.
  if (values.amounts === 'convert') return today
  // A record created today has no former values: the change corrects a mistake.
  if (todayIn(settings.timeZone, new Date(before._created_at)) >= today) return undefined
  const isInForce = await exists(
    db,
    sql`SELECT FROM unsettled_payments c WHERE c.type = 'quota' AND c.origin IN ('generation', 'admission') AND c.status <> 'cancelled'
          AND EXISTS (${ruling.used(id)}) LIMIT 1`,
  )
  return isInForce ? today : undefined
}

/** Warns which periods the write applies to, if quotas were charged. */
export async function rulesWarnings(context: HookContext): Promise<FieldMessages> {
  if (typeof context.values.since === 'string' || !(await effectiveDay(context))) return {}
  const terminology = await context.world.organisation.terminology()
  const text =
    'Já se geraram {membershipPayments}: a mudança vale para os períodos que começam hoje ou depois, se não escolher outro dia.'
  return { since: [fillTerms(text, terminology)] }
}

/** The charges before a write changes what quotas the record charges; undefined when it changes none. */
export async function beforeRules(context: HookContext) {
  const { plan, id, before, values } = context
  const { name } = plan.definition
  const isDeciding = [...(rulings[name]?.fields ?? []), 'since'].some((field) => field in values)
  if (!before || !isDeciding) return undefined
  return beforeRuleChange(context, {
    day: (await effectiveDay(context)) ?? null,
    ...(name === memberCategories.name && { categoryIds: [id] }),
    ...(name === quotaPlans.name && { planIds: [id] }),
  })
}

/** Stores the former values of the record, in force until the effective date of the change. Deletes former values with a later end. */
export async function keepFormerRules(context: HookContext): Promise<void> {
  const { db, plan, id, before, merged } = context
  const day = await effectiveDay(context)
  if (day === undefined || !before) return
  const rulesOf = (record: Record<string, unknown>) =>
    JSON.stringify(
      Object.fromEntries(
        (rulings[plan.definition.name]?.fields ?? []).map((name) => [name, record[name] ?? null]),
      ),
    )
  await execute(
    db,
    sql`INSERT INTO former_rules (record_id, until_day, resource, rules)
        SELECT ${id}::uuid, ${day}::date, ${plan.definition.name}, coalesce(
          (SELECT rules FROM former_rules WHERE record_id = ${id}::uuid AND until_day >= ${day}::date ORDER BY until_day LIMIT 1), ${rulesOf(before)}::jsonb)
        ON CONFLICT DO NOTHING`,
  )
  await execute(
    db,
    sql`DELETE FROM former_rules WHERE record_id = ${id}::uuid
          AND (until_day > ${day}::date OR until_day = ${day}::date AND rules = ${rulesOf(merged)}::jsonb)`,
  )
}
