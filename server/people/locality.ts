import { peopleResearcher } from '@agremia/resources/definitions/members.ts'
import { orNull } from '@agremia/resources/json-shape.ts'
import { postalCode } from '@agremia/resources/rules/postal-code.ts'
import type { FastifyRequest } from 'fastify'
import { maybeOne, sql } from '../database/sql.ts'
import { badRequest } from '../errors.ts'
import { data } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import type { World } from '../rest/modules.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { requireAccess } from '../rest/scope.ts'

export const localityApi: Api = {
  name: 'findLocality',
  summary: 'Sugerir a localidade de um código postal',
  description:
    'A que mais pessoas registadas têm com este código postal, ou então com os seus primeiros quatro algarismos; nada, se nenhuma o tem.',
  query: { postalCode: 'text' },
  answers: { 200: data(orNull({ city: 'text', municipality: 'text?' })) },
}

/**
 * `GET /people_researcher/locality`: the locality that most people with the postal code have. Leaves out people whose data are withheld. The
 * range is for the index of postal codes, whose order other codes may not follow.
 */
export async function answerLocality(world: World, request: FastifyRequest) {
  requireAccess(peopleResearcher.access.read(request.caller), request.caller)
  const code = postalCode.normalize(knownParameters(request, ['postalCode']).postalCode ?? '')
  const problem = postalCode.problem(code)
  if (problem) throw badRequest(`postalCode: ${problem}`)
  const area = code.slice(0, 4)
  const isShown = request.caller.protectsPeople ? sql`NOT is_protected` : sql`true`
  const found = await maybeOne(
    world.database.pool,
    sql`
      SELECT city, mode() WITHIN GROUP (ORDER BY municipality) AS municipality
      FROM people WHERE postal_code BETWEEN ${`${area}-000`} AND ${`${area}-999`} AND left(postal_code, 4) = ${area}
        AND city <> '' AND ${isShown}
      GROUP BY city ORDER BY count(*) FILTER (WHERE postal_code = ${code}) DESC, count(*) DESC, city LIMIT 1`,
    { city: 'text', municipality: 'text?' },
  )
  return { data: found ?? null }
}
