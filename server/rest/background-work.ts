import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { BackgroundWork, Definition } from '@agremia/resources/define-resource.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { inline, join, literals, many, maybeOne, raiseVersion, raw, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import type { QueueName } from '../jobs/index.ts'
import { JobInterrupted } from '../jobs/index.ts'
import { data, route } from './api.ts'
import type { Api } from './api.ts'
import { recordAudit } from './audit.ts'
import { changesOf, idAndVersion, writeInTransaction } from './changes.ts'
import type { ActionHandler, World } from './modules.ts'
import { columnOf, tableOf } from './plan.ts'
import { knownParameters } from './query-parameters.ts'
import { requireAccess } from './scope.ts'
import type { Change } from './change.ts'

/**
 * A record whose work a job does. It has a `state` (`queued`, `running`, `failed` and others of its own) and a `problem` with the
 * reason of a failure.
 */
interface WorkRecord {
  resource: string
  id: string
}

/** Updates one record in its own transaction and notifies. Returns the row, undefined when none was updated. */
export async function updateWorkRecord<Row extends Pick<Change, 'id' | 'version'>>(
  world: World,
  resource: string,
  update: (db: Tx) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  return writeInTransaction(world, async (db, changes) => {
    const updated = await update(db)
    if (updated) changes.push(...changesOf(resource, 'updated', [updated]))
    return updated
  })
}

/** SQL: whether the work of a record is queued or running. */
export const isUnderWay = sql`state IN ('queued', 'running')`

/** Sets the state to `running`. Returns false when the work was done or cancelled already. */
export async function beginWork(world: World, { resource, id }: WorkRecord): Promise<boolean> {
  const begun = await updateWorkRecord(world, resource, (db) =>
    maybeOne(
      db,
      sql`UPDATE ${tableOfResource(resource)} SET state = 'running', ${raiseVersion()}
        WHERE id = ${id} AND ${isUnderWay} RETURNING id, version`,
      idAndVersion,
    ),
  )
  return begun !== undefined
}

/** Runs the work of a record. If it throws, sets the state to `failed` with `problem`, which may depend on the error; a person can retry it. */
export async function workOrFail(
  world: World,
  { resource, id, problem }: WorkRecord & { problem: string | ((error: unknown) => string) },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof JobInterrupted) throw error
    world.log.error({ err: error, resource, id }, 'background work failed')
    const text = typeof problem === 'string' ? problem : problem(error)
    await updateWorkRecord(world, resource, (db) =>
      maybeOne(
        db,
        sql`UPDATE ${tableOfResource(resource)} SET state = 'failed', problem = ${text}, ${raiseVersion()}
          WHERE id = ${id} AND ${isUnderWay} RETURNING id, version`,
        idAndVersion,
      ),
    )
  }
}

function tableOfResource(resource: string): Sql {
  return raw(toSnakeCase(resource))
}

/** Returns the handler of the action `retry`: sets the state to `queued` and adds a job. */
export function retryIn(queue: QueueName, resource: string): ActionHandler {
  return async (call) => {
    const { db, record, world, changes } = call
    const rows = await many(
      db,
      sql`UPDATE ${tableOfResource(resource)} SET state = 'queued', problem = NULL, ${raiseVersion()}
        WHERE id = ${record._id} RETURNING id, version`,
      idAndVersion,
    )
    changes.push(...changesOf(resource, 'updated', rows))
    await world.jobs.add(db, queue, [{ data: { id: record._id } }])
    const state = { field: 'state', from: record['state'], to: 'queued' }
    await recordAudit(call, [{ resource, id: record._id, action: 'retry', changes: [state] }])
    return undefined
  }
}

/** Resources whose records are background work. */
const workResources = allDefinitions.flatMap((definition) =>
  definition.work ? [{ definition, work: definition.work }] : [],
)
const maxRows = 100

const workShape = {
  resource: 'text',
  _id: 'uuid',
  _created_at: 'moment',
  state: 'text',
  createdByName: 'text?',
  total: 'integer?',
  done: 'integer?',
} as const

const workApi: Api = {
  name: 'listWork',
  summary: 'Listar o trabalho em curso',
  tag: 'Tarefas',
  answers: { 200: data([{ ...workShape, title: 'text' }]) },
}

/** `GET /work`: background work under way, of all resources that the caller may list, oldest first. */
export function registerWork(app: FastifyInstance, world: World): void {
  app.get('/work', route(workApi), async (request) => {
    knownParameters(request, [])
    return { data: await findUnderWay(world, request.caller) }
  })
}

async function findUnderWay(world: World, caller: Caller) {
  const listed = workResources.filter(({ definition }) => decide(definition.access, 'list', caller) === true)
  if (listed.length === 0) requireAccess(false, caller)
  const parts = listed.map(({ definition, work }) => underWaySql(definition, work))
  const rows = await many(
    world.database.pool,
    sql`${join(parts, ' UNION ALL ')} ORDER BY "_created_at", _id LIMIT ${inline(maxRows)}`,
    { ...workShape, name: 'text?', about: 'text?' },
  )
  const terminology = await world.organisation.terminology()
  const labels = new Map(
    listed.map(({ definition: { name, label } }) => [name, fillTerms(label.one, terminology)]),
  )
  return rows.map(({ name, about, ...row }) => ({
    ...row,
    title: name ?? [labels.get(row.resource), about].filter(Boolean).join(' · '),
  }))
}

function underWaySql(definition: Definition, { underWay, progress, name, about }: BackgroundWork): Sql {
  const done = progress ? join(progress.done.map(columnOf), ' + ') : sql`NULL`
  return sql`SELECT ${definition.name}::text AS resource, id AS _id, created_at AS _created_at, state,
    ${name ? columnOf(name) : sql`NULL`}::text AS name, ${about ? columnOf(about) : sql`NULL`}::text AS about, created_by_name AS "createdByName",
    ${progress ? columnOf(progress.total) : sql`NULL`}::integer AS total, (${done})::integer AS done
    FROM ${tableOf(definition)} WHERE state IN (${literals(underWay)})`
}
