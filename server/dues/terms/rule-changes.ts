import { isId } from '@agremia/resources/coerce.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { memberCategories } from '@agremia/resources/definitions/member-categories.ts'
import { memberStateNames } from '@agremia/resources/definitions/member-states.ts'
import { quotaPlans } from '@agremia/resources/definitions/quota-plans.ts'
import { resourcePath } from '@agremia/resources/paths.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import type { Sql } from '../../database/sql.ts'
import { execute, many, raiseVersion, sql } from '../../database/sql.ts'
import { allowLongStatements } from '../../database/transaction.ts'
import { notFound } from '../../errors.ts'
import { actionOf, performAction } from '../../rest/actions.ts'
import { data, inputOf, type WithId } from '../../rest/api.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { Context, World } from '../../rest/modules.ts'
import { planOf } from '../../rest/modules.ts'
import { inputSchema } from '../../rest/openapi-schemas.ts'
import { requireAccess } from '../../rest/scope.ts'
import { saveRecord } from '../../rest/write.ts'
import { runAndRollBack } from '../../rest/write-request.ts'
import { raiseWorkMem } from '../generation/candidates.ts'
import { holdFromPeriods } from '../ledger/charges-on.ts'
import { lockLedger, refreshLedger } from '../ledger/ledger.ts'
import type { Writing } from './changed-charges.ts'
import { isGenerated } from './changed-charges.ts'
import { comparedSql, isOpen, refreshDifferences } from './charge-differences.ts'
import { previewedInput } from './corrections.ts'

/** Whose quotas a change of prices or rules concerns: of periods that end after a day (null: all), by the plans or categories. */
interface Concerned {
  day: string | null
  planIds?: string[]
  categoryIds?: string[]
}

interface Difference {
  chargeId: string
  memberId: string
  expected: number | null
  reason: string
  categoryId: string
}

/** The charges that differed from the rules before a change. Undefined when nothing that the change concerns is charged. */
interface BeforeChange {
  concerned: Concerned
  years: number[]
  known: ReadonlySet<string>
}

const markOf = ({ chargeId, expected, categoryId }: Difference) => [chargeId, expected, categoryId].join()

/** SQL: whether a member has, had or will have one of the plans or categories. */
const isUsed = ({ planIds, categoryIds }: Concerned): Sql => {
  const ids = sql`${planIds ?? categoryIds ?? []}::uuid[]`
  const ofPlan = sql`SELECT FROM member_quota_terms t JOIN category_spans k ON k.category_id = t.category_id WHERE coalesce(t.quota_plan_id, k.quota_plan_id) = ANY(${ids})`
  const ofCategory = sql`SELECT FROM member_quota_terms t WHERE t.category_id = ANY(${ids})`
  if (planIds) return sql`EXISTS (${ofPlan})`
  if (categoryIds) return sql`EXISTS (${ofCategory})`
  return sql`true`
}

/** Compares the charges with the rules before a change of prices or rules, which no other may cross. */
export async function beforeRuleChange(
  context: Writing,
  concerned: Concerned,
): Promise<BeforeChange | undefined> {
  const { db } = context
  const years = await many(
    db,
    sql`SELECT DISTINCT c.year FROM unsettled_payments c WHERE ${isGenerated} AND ${isOpen}
        AND ${isUsed(concerned)} AND (${concerned.day}::date IS NULL OR period_start(c.year, c.period) + make_interval(months => period_months(c.period)) > ${concerned.day}::date)
        ORDER BY 1`,
    { year: 'integer' },
  )
  if (years.length === 0) return undefined
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.meanings})`)
  await allowLongStatements(db)
  await raiseWorkMem(db)
  const before = { concerned, years: years.map(({ year }) => year), known: new Set<string>() }
  return { ...before, known: new Set((await differencesOf(context, before)).map(markOf)) }
}

async function differencesOf(
  { db, today, world }: Writing,
  { concerned: { planIds = [], categoryIds = [] }, years }: Omit<BeforeChange, 'known'>,
): Promise<Difference[]> {
  const terminology = await world.organisation.terminology()
  const found: Difference[] = []
  for (const year of years)
    found.push(
      ...(await many(
        db,
        sql`WITH ${comparedSql({ year, planIds, categoryIds, today, terminology })}
            SELECT charge_id AS "chargeId", member_id AS "memberId", expected, reason, category_id AS "categoryId" FROM compared`,
        { chargeId: 'uuid', memberId: 'uuid', expected: 'cents?', reason: 'text', categoryId: 'uuid' },
      )),
    )
  return found
}

/**
 * What becomes of the charges that a change of prices or rules makes different: they change, stay, or, without a word, are listed for
 * somebody to decide.
 */
export async function followRuleChange(
  context: Writing,
  before: BeforeChange | undefined,
  decision: unknown,
): Promise<void> {
  if (!before) return
  const { db, changes } = context
  const found = (await differencesOf(context, before)).filter((one) => !before.known.has(markOf(one)))
  const rows = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS x ("chargeId" uuid, "memberId" uuid, expected bigint, reason text, "categoryId" uuid)`
  if (found.length > 0 && decision === 'change') {
    const memberIds = [...new Set(found.map(({ memberId }) => memberId))]
    await lockLedger(db, memberIds)
    const changed = await many(
      db,
      sql`UPDATE unsettled_payments c SET amount = coalesce(x.expected, c.amount),
            category_id = CASE WHEN x.expected IS NULL THEN c.category_id ELSE x."categoryId" END,
            status = CASE WHEN x.expected IS NULL THEN 'cancelled' ELSE c.status END,
            cancelled_by = CASE WHEN x.expected IS NULL THEN 'undoing' END,
            cancel_reason = CASE WHEN x.expected IS NULL THEN 'Correção' END, ${raiseVersion('c')}
          FROM ${rows} WHERE c.id = x."chargeId" AND ${isOpen} RETURNING c.id, c.version`,
      idAndVersion,
    )
    changes.push(...changesOf('unsettledPayments', 'updated', changed))
    await holdFromPeriods(
      db,
      changed.map(({ id }) => id),
    )
    await refreshLedger(context, memberIds)
  } else if (found.length > 0 && decision !== 'leave') {
    const listed = await many(
      db,
      sql`INSERT INTO charge_differences AS d (id, member_id, unsettled_payment_id, expected_amount, reason, category_id)
          SELECT new_id(), x."memberId", x."chargeId", x.expected, x.reason, x."categoryId" FROM ${rows}
          ON CONFLICT (unsettled_payment_id) DO UPDATE SET expected_amount = excluded.expected_amount, reason = excluded.reason,
            category_id = excluded.category_id, state = 'pending', decided_by_name = NULL, decided_at = NULL, ${raiseVersion('d')}
          RETURNING id, version`,
      idAndVersion,
    )
    changes.push(...changesOf('chargeDifferences', 'created', listed))
  }
  await refreshDifferences(context)
}

const api = {
  answers: {
    200: data({ charges: [{ description: 'text', count: 'integer', from: 'euros', to: 'euros?' }] }),
  },
  refuses: [404, 409, 422],
} as const

/** The charges that a write would list, by description. */
async function listedBy(context: Context, change: () => Promise<unknown>) {
  await change()
  return many(
    context.db,
    sql`SELECT c.description, count(*)::integer AS count, sum(c.amount)::bigint / 100.0 AS "from", sum(d.expected_amount)::bigint / 100.0 AS "to"
        FROM charge_differences d JOIN unsettled_payments c ON c.id = d.unsettled_payment_id WHERE d.xmin = pg_current_xact_id()::xid
        GROUP BY c.description, c.year, period_start(c.year, c.period), d.expected_amount IS NULL
        ORDER BY c.year, period_start(c.year, c.period), c.description, d.expected_amount IS NULL`,
    { description: 'text', count: 'integer', from: 'number', to: 'number?' },
  )
}

/**
 * `POST {resource}/:id/charges/preview` of categories, plans and states, and `POST /quota_plans/:id/prices/preview`: the unpaid charges that
 * a change of rules or prices would make different, added up by period. The body is that of the change.
 */
export function ruleChangeRoutes(app: FastifyInstance, world: World): void {
  type Request = FastifyRequest<WithId>
  const preview = async (request: Request, change: (writing: Context, id: string) => Promise<unknown>) => {
    const { id } = request.params
    if (!isId(id)) throw notFound()
    const charges = await runAndRollBack(world, request, (writing) =>
      listedBy(writing, () => change(writing, id)),
    )
    return { data: { charges } }
  }
  for (const definition of [memberCategories, quotaPlans, memberStateNames] as readonly Definition[]) {
    const { name, label, access } = definition
    const config = {
      api: {
        ...api,
        name: `preview${name[0]!.toUpperCase()}${name.slice(1)}Charges`,
        summary: `Prever as cobranças que uma mudança de ${label.many} torna diferentes`,
        body: inputOf(definition),
      },
    }
    app.post<WithId>(`/${resourcePath(name)}/:id/charges/preview`, { config }, (request) => {
      requireAccess(access.update(request.caller), request.caller)
      const input = { ...previewedInput(request), charges: 'list' }
      return preview(request, (writing, id) =>
        saveRecord(writing, planOf(world, name), { id, input, mode: 'modify' }),
      )
    })
  }
  const { access, fields } = quotaPlans.actions!.setPrices
  const config = {
    api: {
      ...api,
      name: 'previewPricesCharges',
      summary: 'Prever as cobranças que novos preços tornam diferentes',
      body: (context: Parameters<typeof inputSchema>[1]) => inputSchema(fields, context),
    },
  }
  app.post<WithId>('/quota_plans/:id/prices/preview', { config }, (request) => {
    requireAccess(access(request.caller), request.caller)
    const input = { ...previewedInput(request), charges: 'list' }
    return preview(request, (writing, id) =>
      performAction(writing, actionOf(world, quotaPlans.name, 'setPrices'), { id, input }),
    )
  })
}
