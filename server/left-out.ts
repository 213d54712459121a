import { staffWriters } from '@agremia/resources/access.ts'
import { described, jsonSchema, oneOf } from '@agremia/resources/json-shape.ts'
import type { JsonObject, JsonSchema, JsonShape, ShapeValue } from '@agremia/resources/json-shape.ts'
import type { FastifyRequest } from 'fastify'
import type { Querying } from './database/querying.ts'
import type { Sql } from './database/sql.ts'
import { inline, jsonOf, one, sql } from './database/sql.ts'
import { invalid } from './errors.ts'
import { bodySchema, page, pageQuery } from './rest/api.ts'
import type { Api, ApiContext } from './rest/api.ts'
import { knownParameters, pageParameters, readPageParameters } from './rest/query-parameters.ts'
import { bodyOf } from './rest/request.ts'
import { requireAccess } from './rest/scope.ts'
import { isNameIn } from '@agremia/resources/names.ts'

/** A member whom an operation on many members leaves out. */
export type LeftOutMember = ShapeValue<typeof leftOutMemberShape>
export const leftOutMemberShape = {
  memberId: 'uuid',
  memberNumber: 'integer',
  name: 'text',
  'note?': described('O que mais se sabe do motivo.', 'text?'),
} as const

/** The members whom an operation leaves out for one reason, in a preview. */
export interface LeftOutGroup<Reason extends string = string> {
  reason: Reason
  reasonLabel: string
  count: number
  /** The first of them. */
  first: LeftOutMember[]
}

/** `LeftOutGroup`, for answers. */
export function leftOutGroupShape(
  reasons: Readonly<Record<string, string>>,
  member: JsonObject = leftOutMemberShape,
): JsonObject {
  const reason = oneOf(Object.keys(reasons))
  return { reason, reasonLabel: 'text', count: 'integer', first: [member] }
}

/** What a route `left_out` reads, besides the input of its preview, and answers. */
export function leftOutApi(
  reasons: Readonly<Record<string, string>>,
  input: JsonShape | ((context: ApiContext) => JsonSchema),
  member: JsonObject = leftOutMemberShape,
): Pick<Api, 'query' | 'body' | 'answers' | 'refuses'> {
  const reason = jsonSchema({ reason: oneOf(Object.keys(reasons)) })
  return {
    query: pageQuery,
    body: (context) => ({ allOf: [bodySchema(input, context), reason] }),
    answers: { 200: page(member) },
    refuses: [422],
  }
}

/** The preview names this many members for each reason; the route `left_out` beside it has all of them. */
export const namedInPreview = 5

/**
 * SQL of the groups, largest first, from a common table expression `candidates` with the columns `member_id`, `member_number`, `name` and
 * `reason` (null: not left out). Without `reasonLabel`.
 */
export const leftOutGroupsSql = sql`(
  SELECT coalesce(json_agg(json_build_object('reason', reason, 'count', count, 'first', (
    SELECT json_agg(json_build_object('memberId', member_id, 'memberNumber', member_number, 'name', name) ORDER BY member_number)
    FROM (SELECT * FROM candidates j WHERE j.reason = o.reason ORDER BY member_number LIMIT ${inline(namedInPreview)}) few)) ORDER BY count DESC, reason), '[]')
  FROM (SELECT reason, count(*)::integer AS count FROM candidates WHERE reason IS NOT NULL GROUP BY reason) o)`

type Page = ReturnType<typeof readPageParameters>

export interface LeftOutRequest<Reason extends string> {
  reason: Reason
  /** The input of the preview. */
  input: Record<string, unknown>
  page: Page
}

/**
 * Reads the request of a route `left_out`: its body is the input of the preview, and the reason. Throws 401 or 403 for callers who could
 * not start the operation, 400 for the page, 422 for the reason.
 */
export function readLeftOutRequest<Reason extends string>(
  request: FastifyRequest,
  reasons: Readonly<Record<Reason, string>>,
): LeftOutRequest<Reason> {
  requireAccess(staffWriters(request.caller), request.caller)
  const page = readPageParameters(knownParameters(request, pageParameters))
  const { reason, ...input } = bodyOf(request)
  if (!isNameIn(reasons, reason)) throw invalid({ reason: ['Escolha um dos motivos da previsão.'] })
  return { reason, input, page }
}

/**
 * Answers with a page of the members of `found`, rows with `member_id`, by member number. `before` has the common table expressions; `note` is
 * SQL of what else is known about a row of `found`.
 */
export async function leftOutPage(
  db: Querying,
  before: Sql,
  found: Sql,
  { page, limit, sqlLimit, offset, note = sql`NULL::text` }: Page & { note?: Sql },
) {
  const { total, data } = await one(
    db,
    sql`WITH ${before}, found AS (${found}),
      page AS (
        SELECT m.id AS "memberId", m.member_number AS "memberNumber", p.name, f.note
        FROM (SELECT DISTINCT ON (member_id) member_id, ${note} AS note FROM found ORDER BY member_id) f
          JOIN members m ON m.id = f.member_id JOIN people p ON p.id = m.person_id
        ORDER BY m.member_number LIMIT ${sqlLimit} OFFSET ${offset})
      SELECT (SELECT count(DISTINCT member_id)::integer FROM found) AS total,
        (SELECT coalesce(json_agg(page ORDER BY "memberNumber"), '[]') FROM page) AS data`,
    { total: 'integer', data: jsonOf<LeftOutMember[]>() },
  )
  return { data, meta: { total, page, limit } }
}
