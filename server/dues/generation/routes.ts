import type { Euros } from '@agremia/resources/rules/amount.ts'
import type { LeftOutReason } from '@agremia/resources/definitions/quota-runs.ts'
import { leftOutReasons, quotaRuns } from '@agremia/resources/definitions/quota-runs.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction } from '../../database/transaction.ts'
import { invalid } from '../../errors.ts'
import { data, inputOf, route } from '../../rest/api.ts'
import type { Api } from '../../rest/api.ts'
import { checkInput } from '../../rest/check.ts'
import { planOf } from '../../rest/modules.ts'
import { bodyOf } from '../../rest/request.ts'
import { requireAccess } from '../../rest/scope.ts'
import type { Selection } from './candidates.ts'
import { raiseWorkMem, candidatesSql } from './candidates.ts'
import { readSelection } from './quota-runs.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Querying } from '../../database/querying.ts'
import type { RowOf } from '../../database/sql.ts'
import { inline, jsonOf, one, sql } from '../../database/sql.ts'
import type { LeftOutGroup } from '../../left-out.ts'
import {
  leftOutPage,
  namedInPreview,
  readLeftOutRequest,
  leftOutApi,
  leftOutGroupShape,
} from '../../left-out.ts'
import { euros } from '../../rest/euros.ts'
import type { World } from '../../rest/modules.ts'

const runTotals = { count: 'integer', total: 'euros' } as const

const previewApi: Api = {
  name: 'previewQuotaRun',
  summary: 'Prever uma geração de {membershipPayments}',
  body: inputOf(quotaRuns),
  answers: {
    200: data({
      ...runTotals,
      byCategory: [{ categoryId: 'uuid', categoryLabel: 'text', ...runTotals }],
      leftOut: [leftOutGroupShape(leftOutReasons)],
    }),
  },
  refuses: [422],
}
const leftOutOfRunApi: Api = {
  ...leftOutApi(leftOutReasons, inputOf(quotaRuns)),
  name: 'listLeftOutOfQuotaRun',
  summary: 'Listar quem fica fora de uma geração por um motivo',
}

/** Preview of a quota generation: `POST /quota_runs/preview`, and `/left_out` with all members left out for a reason. */
export function dueRoutes(app: FastifyInstance, world: World): void {
  const { database } = world
  app.post('/quota_runs/preview', route(previewApi), async (request) => {
    const selection = await selectionOf(world, request, bodyOf(request))
    const preview = await inTransaction(database, async (db) => {
      await raiseWorkMem(db)
      return previewRun(db, selection)
    })
    return { data: preview }
  })
  app.post('/quota_runs/left_out', route(leftOutOfRunApi), async (request) => {
    const { reason, input, page } = readLeftOutRequest(request, leftOutReasons)
    const selection = await selectionOf(world, request, input)
    const found = sql`SELECT member_id FROM candidates WHERE reason = ${reason}::text`
    return leftOutPage(database.pool, candidatesSql(selection), found, page)
  })
}

/** The selection of a request. Throws 403 and 422. */
async function selectionOf(
  world: World,
  { caller }: FastifyRequest,
  input: Record<string, unknown>,
): Promise<Selection> {
  const { organisation } = world
  requireAccess(quotaRuns.access.create(caller), caller)
  const today = await organisation.today()
  const context = { caller, settings: await organisation.settings(), today, input, before: null }
  const { values, errors } = checkInput({ ...context, plan: planOf(world, quotaRuns.name), mode: 'create' })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return readSelection(values, { today, terminology: await organisation.terminology() })
}

export type RunPreview = RowOf<typeof runPreviewShape>
const runPreviewShape = {
  ...runTotals,
  byCategory: jsonOf<{ categoryId: string; categoryLabel: string; count: number; total: Euros }[]>(),
  leftOut: jsonOf<LeftOutGroup<LeftOutReason>[]>(),
} as const

/** What a generation would charge, and the members it would leave out, by reason. One statement that writes nothing. */
export async function previewRun(db: Querying, selection: Selection): Promise<RunPreview> {
  const preview = await one(
    db,
    sql`
      WITH ${candidatesSql(selection)},
      assessed AS MATERIALIZED (SELECT member_id, category_id, category_name, amount, reason FROM candidates),
      by_category AS (
        SELECT category_id, category_name, count(*)::integer AS count, sum(amount) AS total
        FROM assessed WHERE reason IS NULL GROUP BY category_id, category_name),
      left_out AS (SELECT reason, count(DISTINCT member_id)::integer AS count FROM assessed WHERE reason IS NOT NULL GROUP BY reason)
      SELECT
        (SELECT coalesce(sum(count), 0)::integer FROM by_category) AS count,
        (SELECT ${euros('sum(total)')} FROM by_category) AS total,
        (SELECT coalesce(json_agg(json_build_object('categoryId', category_id, 'categoryLabel', category_name, 'count', count,
          'total', ${euros('total')}) ORDER BY category_name), '[]') FROM by_category) AS "byCategory",
        (SELECT coalesce(json_agg(json_build_object('reason', reason, 'count', count, 'first', (
          SELECT json_agg(json_build_object('memberId', m.id, 'memberNumber', m.member_number, 'name', p.name) ORDER BY m.member_number)
          FROM (SELECT DISTINCT member_id FROM assessed j WHERE j.reason = l.reason LIMIT ${inline(namedInPreview)}) few
          JOIN members m ON m.id = few.member_id JOIN people p ON p.id = m.person_id)) ORDER BY count DESC, reason), '[]') FROM left_out l) AS "leftOut"`,
    runPreviewShape,
  )
  const leftOut = preview.leftOut.map((group) => ({
    ...group,
    reasonLabel: fillTerms(leftOutReasons[group.reason], selection.terminology),
  }))
  return { ...preview, leftOut }
}
