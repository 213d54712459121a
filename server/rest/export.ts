import type { Role } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Field } from '@agremia/resources/fields.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { ApiError, badRequest } from '../errors.ts'
import { csvStream } from '../files/csv.ts'
import type { Batches, Row } from '../files/table.ts'
import { mostXlsxRows, xlsxStream } from '../files/xlsx.ts'
import { holderOf } from '../turns.ts'
import { recordAudit } from './audit.ts'
import { fieldsOf } from './check.ts'
import type { ExportColumn } from './export-columns.ts'
import { columnKey, exportColumn } from './export-columns.ts'
import type { ListQuery } from './list-query.ts'
import { allRecords, listedFields, parseListQuery } from './list-query.ts'
import type { Engine } from './modules.ts'
import type { Plan } from './plan.ts'
import { throughCursor } from './answer-list.ts'
import { scopeOf } from './scope.ts'
import { streamRows } from './find-page.ts'
import { countRecords } from './count-records.ts'
import { sendWhole, spoolAnswer } from './whole-answers.ts'

type Format = 'csv' | 'xlsx'
type Parameters = Record<string, string | string[] | undefined>

const mediaTypes: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** `GET {path}/export?format=csv|xlsx&…list parameters&_columns=a,b`: every row of the query as a file, streamed and audited. */
export function registerExport(app: FastifyInstance, engine: Engine, plan: Plan, path: string): void {
  app.get(`${path}/export`, { exposeHeadRoute: false }, (request, reply) =>
    answerExport(engine, plan, request, reply),
  )
}

async function answerExport(
  engine: Engine,
  plan: Plan,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { organisation } = engine.world
  const scope = scopeOf(plan, 'export', request.caller)
  const parameters = request.query as Parameters
  const format = formatOf(parameters)
  const [today, settings, terminology] = await Promise.all([
    organisation.today(),
    organisation.settings(),
    organisation.terminology(),
  ])
  const query = parseListQuery(plan, parameters, { role: scope.role, today, others: ['format'] })
  if (parameters['_limit'] === undefined) Object.assign(query, { page: 1, limit: allRecords })
  const names = besides(plan, columnNames(plan, query, settings, scope.role))
  const words = { terminology, timeZone: settings.timeZone }
  const fields = names.map((name) => [name, plan.definition.fields[name] as Field] as const)
  const keys = new Set(fields.map(([name, field]) => columnKey(name, field)))
  const read = plan.columns(scope.role, 'list').filter(({ key }) => keys.has(key))
  const columns = fields.map(([name, field]) => exportColumn(name, field, read, words))
  if (format === 'xlsx') await refuseTooLong(engine, plan, query, scope)
  const reading = { constraint: scope.constraint, columns: read }
  return sendExport(engine, plan.definition, columns, (db) => streamRows(db, plan, query, reading), {
    request,
    reply,
  })
}

/**
 * Answers rows as the file that the request asks for, with these columns, streamed and audited. `read` gives the rows as text, in
 * batches, in a transaction of its own.
 */
export async function sendExport(
  engine: Engine,
  definition: Definition,
  columns: readonly ExportColumn[],
  read: (db: Querying) => AsyncGenerator<(string | null)[][]>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { organisation } = engine.world
  const format = formatOf(request.query as Parameters)
  const today = await organisation.today()
  const label = fillTerms(definition.label.many, await organisation.terminology())
  const rows = throughCursor(engine, read, async function* (batches) {
    for await (const batch of batches)
      yield batch.map((row) => columns.map(({ index, cell }) => valueAt(row, index, cell)))
  })
  const write = format === 'csv' ? csvStream : xlsxStream
  return sendWhole(engine.world, reply, {
    holder: holderOf(request),
    open: async () => {
      const stream = await spoolAnswer(engine.world, async () => {
        await auditExport(engine, definition, request)
        return write({ name: label, columns }, await started(rows))
      })
      void reply.type(mediaTypes[format]).header('cache-control', 'no-store')
      void reply.header('content-disposition', `attachment; filename="${fileName(label, today)}.${format}"`)
      return stream
    },
    // A stream that nobody has read from yet does not end what it reads.
    end: () =>
      void rows
        .return(undefined)
        .catch((error: unknown) => request.log.warn({ err: error }, 'an export did not end well')),
  })
}

function formatOf(parameters: Parameters): Format {
  const given = parameters['format'] ?? 'csv'
  if (given !== 'csv' && given !== 'xlsx') throw badRequest('format: indique csv ou xlsx.')
  return given
}

/** The columns asked for, in their order, or those that the list shows. */
function columnNames(plan: Plan, { columns }: ListQuery, settings: Settings, role: Role): string[] {
  if (columns.length > 0) return columns
  const fields = fieldsOf(plan, settings)
  const shown = listedFields(plan, role).filter((name) => !fields[name]?.hidden)
  const listed = shown.filter((name) => fields[name]?.listed)
  return listed.length > 0 ? listed : shown
}

function besides({ definition }: Plan, names: readonly string[]): string[] {
  const beside = definition.list?.exportedBeside ?? {}
  return [...new Set(names.flatMap((name) => [name, beside[name] ?? name]))]
}

type Scope = ReturnType<typeof scopeOf>

async function refuseTooLong(
  engine: Engine,
  plan: Plan,
  query: ListQuery,
  { constraint }: Scope,
): Promise<void> {
  if (query.limit !== allRecords) return
  const { total } = await countRecords(engine.world.database.pool, plan, query, constraint)
  if (total > mostXlsxRows)
    throw new ApiError(422, 'São linhas a mais para uma folha de cálculo. Exporte em CSV ou use filtros.')
}

/** Personal data leave here: who took them, which columns and which part. Written before the first byte. */
async function auditExport(engine: Engine, definition: Definition, request: FastifyRequest): Promise<void> {
  const { caller, ip } = request
  const changes = Object.entries(request.query as Parameters).map(([field, to]) => ({
    field,
    from: null,
    to,
  }))
  const entry = { resource: definition.name, id: String(caller.id), action: 'exported', changes }
  const { pool, kysely } = engine.world.database
  await recordAudit({ db: { query: (config) => pool.query(config), kysely }, caller, address: ip }, [entry])
}

function valueAt(row: Row, index: number, cell: ExportColumn['cell']): string | null {
  const raw = row[index] ?? null
  return raw === null ? null : cell(raw)
}

/** Reads the first batch, so that a query that fails is answered as an error and not as a broken file. */
async function started(rows: AsyncGenerator<Row[]>): Promise<Batches> {
  const first = await rows.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* rows
  })()
}

/** ASCII, lower case, hyphens: `socios-2026-11-21`. */
function fileName(label: string, today: string): string {
  const plain = foldText(label.replace(/\(.*?\)/g, '')).replace(/[^a-z0-9]+/g, '-')
  return `${plain || 'dados'}-${today}`
}
