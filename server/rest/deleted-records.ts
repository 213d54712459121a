import { described } from '@agremia/resources/json-shape.ts'
import { restorableDays } from '@agremia/resources/restorable-days.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { auditEvents } from '@agremia/resources/definitions/audit-events.ts'
import { allDefinitions } from '@agremia/resources/definitions/index.ts'
import { mayReadField } from '@agremia/resources/describe.ts'
import { toCamelCase, toSnakeCase } from '@agremia/resources/letter-case.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { execute, inline, join, jsonOf, many, maybeOne, one, raw, sql } from '../database/sql.ts'
import { badRequest, codeOf, conflict, notFound } from '../errors.ts'
import { page, pageQuery } from './api.ts'
import type { Api } from './api.ts'
import type { FieldChange } from './audit.ts'
import { display, programName } from './audit.ts'
import { changesOf, idAndVersion } from './changes.ts'
import { getRecord } from './find-record.ts'
import { planOf } from './modules.ts'
import { columnOf, tableNameOf } from './plan.ts'
import { readPageParameters, knownParameters, pageParameters } from './query-parameters.ts'
import { requireAccess } from './scope.ts'
import { sealNamed } from './sealed-values.ts'
import { isSearchable, refreshSearchTextSql } from './write-row.ts'
import type { Context, DeletedRow, World } from './modules.ts'

/** SQL: whether an audit event is a deletion that can still be undone: not restored or deleted again since, and not too old. */
export function restorableSql(alias: string, now: Sql): Sql {
  const e = raw(alias)
  return sql`(${e}.action = 'deleted' AND ${e}.rows IS NOT NULL AND ${e}.at > ${now} - interval '${inline(restorableDays)} days'
    AND NOT EXISTS (SELECT FROM audit_events later WHERE later.resource = ${e}.resource AND later.record_id = ${e}.record_id
      AND later.at > ${e}.at AND later.action IN ('deleted', 'restored')))`
}

export const deletedRecordsApi: Api = {
  name: 'listDeletedRecords',
  summary: 'Listar os registos eliminados que ainda se podem recuperar',
  query: {
    '_resource?': described('Como nos endereços: contacts.', 'text'),
    '_recordId?': 'uuid',
    '_partOf?': described('As partes deste registo.', 'uuid'),
    ...pageQuery,
  },
  answers: {
    200: page({
      _id: 'uuid',
      _created_at: 'moment',
      userName: 'text',
      action: 'text',
      resource: 'text',
      recordId: 'uuid',
      title: 'text?',
    }),
  },
}

/**
 * A page of the deleted records that can be restored, newest first, each with its former `title`. `_resource=contacts` filters by
 * resource, `_recordId` by record, `_partOf` by a record that they belonged to.
 */
export async function deletedRecords(world: World, request: FastifyRequest) {
  requireAccess(auditEvents.access.read(request.caller), request.caller)
  const parameters = knownParameters(request, ['_resource', '_recordId', '_partOf', ...pageParameters])
  const { _resource, _recordId, _partOf } = parameters
  const paging = readPageParameters(parameters)
  const resource = _resource === undefined ? null : toCamelCase(_resource)
  if (resource !== null && !world.modules.has(resource))
    throw badRequest(`_resource: não existe «${resource.slice(0, 60)}».`)
  for (const [name, id] of Object.entries({ _recordId, _partOf }))
    if (id !== undefined && !isId(id)) throw badRequest(`${name}: indique o identificador de um registo.`)
  const parentFields = parentFieldsOf(resource === null ? undefined : world.modules.get(resource)?.definition)
  if (_partOf !== undefined && parentFields.length === 0)
    throw badRequest('_partOf: indique em _resource o que é parte de outro registo.')
  const { pool } = world.database
  const conditions = [restorableSql('e', sql`${world.clock()}::timestamptz`)]
  if (resource !== null) conditions.push(sql`resource = ${resource}`)
  if (_recordId !== undefined) conditions.push(sql`record_id = ${_recordId}`)
  if (_partOf !== undefined) {
    const parents = parentFields.map((field) => sql`rows -> 0 -> 'row' ->> ${toSnakeCase(field)}::text`)
    conditions.push(sql`${_partOf} IN (${join(parents, ', ')})`)
  }
  const events = sql`FROM audit_events e WHERE ${join(conditions, ' AND ')}`
  const rows = await many(
    pool,
    sql`SELECT id AS "_id", at AS "_created_at", user_name AS "userName", action, resource, record_id AS "recordId", changes
      ${events} ORDER BY at DESC, id DESC LIMIT ${paging.sqlLimit} OFFSET ${paging.offset}`,
    {
      _id: 'uuid',
      _created_at: 'moment',
      userName: 'text?',
      action: 'text',
      resource: 'text',
      recordId: 'uuid',
      changes: jsonOf<FieldChange[]>(),
    },
  )
  const { total } = await one(pool, sql`SELECT count(*)::int AS total ${events}`, { total: 'integer' })
  const terminology = await world.organisation.terminology()
  const { timeZone } = await world.organisation.settings()
  const data = rows.map(({ changes, userName, ...row }) => {
    const definition = world.modules.get(row.resource)?.definition
    const field = definition?.fields[definition.title]
    const title = changes.find((change) => change.field === definition?.title)?.from
    const isReadable = field !== undefined && mayReadField(field, request.caller)
    return {
      ...row,
      userName: userName ?? programName,
      title: isReadable ? display(field, title, terminology, timeZone) : '',
    }
  })
  return { data, meta: { total, page: paging.page, limit: paging.limit } }
}

/** The fields by which a record belongs to others. */
function parentFieldsOf({ parents = {}, partOf }: Pick<Definition, 'parents' | 'partOf'> = {}): string[] {
  return [...new Set([...Object.values(parents), ...(partOf === undefined ? [] : [partOf])])]
}

/** Inserts deleted rows again, parts after the record that contains them. Throws 409 when another record has taken a unique value. */
export async function restoreRows(writing: Context, rows: DeletedRow[]): Promise<void> {
  for (const [table, group] of Map.groupBy(rows, (deleted) => deleted.table)) {
    const definition = allDefinitions.find((known) => tableNameOf(known) === table)
    const first = group[0]?.row
    if (!definition || !first) throw notFound()
    for (const { row } of group) await rejectTakenValues(writing, definition, row)
    try {
      // Columns added since the deletion take their defaults; generated ones are computed.
      const generated = await generatedColumns(writing, table)
      const names = Object.keys(first).filter((name) => !generated.has(name))
      const columns = raw(names.map((name) => `"${name}"`).join(', '))
      const restored = await many(
        writing.db,
        sql`INSERT INTO ${raw(table)} (${columns}) SELECT ${columns}
          FROM jsonb_populate_recordset(NULL::${raw(table)}, ${JSON.stringify(
            sealNamed(
              group.map(({ row }) => row),
              writing.db,
            ),
          )}) RETURNING id, version`,
        idAndVersion,
      )
      if (isSearchable(definition)) {
        const ids = restored.map(({ id }) => id)
        await execute(
          writing.db,
          refreshSearchTextSql(definition, { where: sql`t.id = ANY(${ids}::uuid[])` }),
        )
      }
      writing.changes.push(...changesOf(definition.name, 'created', restored))
    } catch (error) {
      const code = codeOf(error) ?? ''
      throw code.startsWith('23')
        ? conflict('Não pode ser recuperado: já existe outro registo no seu lugar.')
        : error
    }
  }
}

async function generatedColumns({ db }: Context, table: string): Promise<Set<string>> {
  const columns = await many(
    db,
    sql`SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attgenerated <> ''`,
    { name: 'text' },
  )
  return new Set(columns.map(({ name }) => name))
}

/** Throws 409 when another record has a unique value of the row. The message names that record and the value to change. */
async function rejectTakenValues(
  writing: Context,
  definition: Definition,
  row: DeletedRow['row'],
): Promise<void> {
  const plan = planOf(writing.world, definition.name)
  for (const [name, { unique, storage, label }] of Object.entries(definition.fields)) {
    const value = row[toSnakeCase(name)]
    if (!unique || storage.in !== 'own' || value === null || value === undefined) continue
    const holder = await maybeOne(
      writing.db,
      sql`SELECT id FROM ${plan.table} WHERE ${columnOf(name)} = ${value} AND id <> ${row['id']}`,
      { id: 'uuid' },
    )
    if (!holder) continue
    const title = String((await getRecord(writing, plan, holder.id))[definition.title])
    const field = fillTerms(label, await writing.world.organisation.terminology())
    throw conflict(
      `Não pode ser recuperado: ${field} ${String(value)} já é de «${title}». Altere-o nesse registo e recupere este outra vez.`,
    )
  }
}
