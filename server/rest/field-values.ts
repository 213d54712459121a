import { referenceBase } from '@agremia/resources/define-resource.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import { toJson } from './codec.ts'
import { whereOf } from './list-conditions.ts'
import { isFilterable, listedFields, parseListQuery } from './list-query.ts'
import type { Column, Plan } from './plan.ts'
import { rowsToJson } from './plan.ts'
import { planFor, scopeOf } from './scope.ts'
import { rawRows, selectSql } from './select-rows.ts'
import type { World } from './modules.ts'

/** Values in an answer: the most frequent ones. */
const maxValues = 200

const counts: Column[] = [
  { key: 'count', sql: sql`count(*)`, alias: 't', toJson: toJson.integer },
  { key: 'total', sql: sql`count(*) OVER ()`, alias: 't', toJson: toJson.integer },
]

/**
 * `GET /{resource}/values/{field}`: the values that the field has in the records of a list, most frequent first, each with the number of
 * records; references with their label. Takes the filters and the search of the list. Throws 404 for fields that lists do not have.
 */
export async function answerValues(
  world: World,
  readPlan: Plan,
  { query, params, caller }: FastifyRequest<{ Params: { field: string } }>,
  reply: FastifyReply,
): Promise<string> {
  const plan = planFor(readPlan, 'list', caller)
  const { constraint, reader } = scopeOf(plan, 'list', caller)
  const { field: name } = params
  const field = plan.definition.fields[name]
  if (
    !field ||
    !listedFields(plan, reader).includes(name) ||
    !isFilterable(plan, name) ||
    field.column === 'list'
  )
    throw notFound()
  const parsed = parseListQuery(plan, query as Record<string, unknown>, {
    caller,
    today: await world.organisation.today(),
    plans: world.plans,
  })
  const of = (key: string, as: string) =>
    plan.columns(reader, 'list').flatMap((column) => (column.key === key ? [{ ...column, key: as }] : []))
  const values = [
    ...of(name, 'value'),
    ...(field.reference ? of(`${referenceBase(name)}Label`, 'label') : []),
  ]
  const where = whereOf(plan, parsed, constraint)
  const grouped = sql`WHERE ${where.sql} GROUP BY ${values.length === 2 ? sql`1, 2` : sql`1`}
    ORDER BY count(*) DESC, 1 LIMIT ${maxValues}`
  const statement = selectSql(plan, [...values, ...counts], {
    clauses: [{ sql: grouped, aliases: where.aliases }],
  })
  const rows = await rawRows(world.database.pool, statement)
  const total = rows[0]?.at(-1) ?? '0'
  void reply.type('application/json; charset=utf-8')
  return `{"data":${rowsToJson([...values, ...counts.slice(0, 1)], rows)},"meta":{"total":${total},"limit":${maxValues}}}`
}
