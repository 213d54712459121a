import type { Caller } from '@agremia/resources/access.ts'
import { decide } from '@agremia/resources/access.ts'
import type { BackgroundWork, Definition } from '@agremia/resources/define-resource.ts'
import { everyDefinition } from '@agremia/resources/definitions/index.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance } from 'fastify'
import { inline, join, literals, many, sql } from '../database/sql.ts'
import type { Sql } from '../database/sql.ts'
import { knownParameters } from './known-parameters.ts'
import type { Engine } from './modules.ts'
import { columnOf, tableOf } from './plan.ts'
import { constraintOf } from './scope.ts'

/** Resources whose records are background work. */
const workResources = everyDefinition.flatMap((definition) =>
  definition.work ? [{ definition, work: definition.work }] : [],
)
const maxRows = 100

/** `GET /work`: background work under way, of all resources that the caller may list, oldest first. */
export function registerWork(app: FastifyInstance, engine: Engine): void {
  app.get('/work', async (request) => {
    knownParameters(request, [])
    return { data: await findUnderWay(engine, request.caller) }
  })
}

async function findUnderWay({ world }: Engine, caller: Caller) {
  const listed = workResources.filter(({ definition }) => decide(definition.access, 'list', caller) === true)
  if (listed.length === 0) constraintOf(false, caller)
  const parts = listed.map(({ definition, work }) => underWaySql(definition, work))
  const rows = await many(
    world.database.pool,
    sql`${join(parts, ' UNION ALL ')} ORDER BY "_created_at", _id LIMIT ${inline(maxRows)}`,
    {
      resource: 'text',
      _id: 'uuid',
      _created_at: 'moment',
      state: 'text',
      name: 'text?',
      about: 'text?',
      createdByName: 'text?',
      total: 'integer?',
      done: 'integer?',
    },
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
