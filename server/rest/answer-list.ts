import type { Constraint } from '@agremia/resources/access.ts'
import { allows } from '@agremia/resources/access.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import { holderOf } from '../turns.ts'
import type { ListQuery } from './list-query.ts'
import { parseListQuery } from './list-query.ts'
import { allRecords } from '@agremia/resources/list-parameters.ts'
import type { Plan } from './plan.ts'
import { rowsToJson } from './plan.ts'
import { countRecords, dependsOnOtherResources, hasSums, totalCacheKey, totalsName } from './totals.ts'
import type { Scope } from './scope.ts'
import { planFor, scopeOf } from './scope.ts'
import type { Total } from './totals.ts'
import { findShortList, findPageAndTotal, findPage, listColumns, maxSorted, streamRows } from './find-page.ts'
import { sendWhole, spoolAnswer } from './whole-answers.ts'
import type { World } from './modules.ts'

/** Answers a list: one page, or with `_limit=-1` all of it. */
export async function answerList(
  world: World,
  readPlan: Plan,
  request: FastifyRequest,
  reply: FastifyReply,
  parent: Constraint,
): Promise<string | FastifyReply> {
  const plan = planFor(readPlan, 'list', request.caller)
  const scope = scopeOf(plan, 'list', request.caller)
  const within = { ...scope, constraint: combine(scope.constraint, parent) }
  const query = parseListQuery(plan, request.query as Record<string, unknown>, {
    caller: request.caller,
    today: await world.organisation.today(),
    plans: world.plans,
  })
  const read = query.limit === allRecords ? shortList : pageAndTotal
  const result = await read(world, plan, query, within)
  if (result === undefined) return streamList(world, plan, query, within, { request, reply })
  const [page, total] = result
  void reply.type('application/json; charset=utf-8')
  return `{"data":${page},"meta":${metaOf(total, query)}}`
}

function metaOf({ total, sums }: Total, { page, limit }: Pick<ListQuery, 'page' | 'limit'>): string {
  return `{"total":${total},"page":${page},"limit":${limit}${sums === undefined ? '' : `,"sums":${sums}`}}`
}

/** Joins the caller's constraint and the parent's. Throws 404 when they contradict each other: the caller may not see the parent. */
function combine(constraint: Constraint, parent: Constraint): Constraint {
  const common = Object.entries(constraint).filter(([field]) => field in parent)
  if (!allows(Object.fromEntries(common), parent)) throw notFound()
  return { ...constraint, ...parent }
}

async function pageAndTotal(
  world: World,
  plan: Plan,
  query: ListQuery,
  scope: Scope,
): Promise<[page: string, total: Total]> {
  const { pool } = world.database
  const name = totalsName(plan.definition.name, dependsOnOtherResources(plan, query, scope.constraint))
  const key = totalCacheKey(plan, query, scope.constraint)
  const page = () => findPage(pool, plan, query, scope)
  const count = () => countRecords(pool, plan, query, scope.constraint)
  if (query.words.length === 0) return Promise.all([page(), world.totals.get(name, key, count)])
  if (world.totals.has(name, key)) {
    const total = await world.totals.get(name, key, count)
    if (total.total > maxSorted) return [await page(), total]
  }
  const result = findPageAndTotal(pool, plan, query, scope)
  const total = world.totals.get(name, key, async () => (await result)?.total ?? count())
  return Promise.all([(await result)?.page ?? page(), total])
}

/** All records and the total of a short list; undefined when the list is long. */
async function shortList(
  world: World,
  plan: Plan,
  query: ListQuery,
  scope: Scope,
): Promise<[page: string, total: Total] | undefined> {
  const { pool } = world.database
  const result = await findShortList(pool, plan, query, scope)
  if (result === undefined) return undefined
  const { page, total } = result
  return [page, hasSums(plan) ? await countRecords(pool, plan, query, scope.constraint) : { total }]
}

/** Streams a long list from a cursor. Throws 429 when the caller has no turn left. */
function streamList(
  world: World,
  plan: Plan,
  query: ListQuery,
  scope: Scope,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const columns = listColumns(plan, query, scope.reader)
  const reading = { constraint: scope.constraint, columns }
  const rows = (db: Querying) => streamRows(db, plan, query, reading)
  const parts = throughCursor(world, rows, async function* (batches, db) {
    let count = 0
    yield '{"data":['
    for await (const rows of batches) {
      yield `${count > 0 ? ',' : ''}${rowsToJson(columns, rows).slice(1, -1)}`
      count += rows.length
    }
    const total = hasSums(plan) ? await countRecords(db, plan, query, scope.constraint) : { total: count }
    yield `],"meta":${metaOf(total, { page: 1, limit: allRecords })}}`
  })
  void reply.type('application/json; charset=utf-8')
  return sendWhole(world, reply, {
    holder: holderOf(request),
    open: () => spoolAnswer(world, async () => parts),
  })
}

/** Reads rows in a read-only snapshot transaction and renders their batches as parts of an answer. */
export async function* throughCursor<T>(
  world: World,
  read: (db: Querying) => AsyncGenerator<(string | null)[][]>,
  render: (batches: AsyncGenerator<(string | null)[][]>, db: Querying) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const client = await world.database.pool.connect()
  let failure: Error | undefined
  try {
    await execute(client, sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`)
    yield* render(read(client), client)
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    await execute(client, sql`ROLLBACK`).catch((error: Error) => (failure = error))
    client.release(failure && !('code' in failure) ? failure : undefined)
  }
}
