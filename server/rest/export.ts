import type { Role } from '@agremia/resources/access.ts'
import type { Field } from '@agremia/resources/fields.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
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
import type { Reading } from './find-page.ts'
import { countRecords } from './count-records.ts'
import { sendWhole, spoolAnswer } from './whole-answers.ts'

type Format = 'csv' | 'xlsx'
export type ExportParameters = Record<string, string | string[] | undefined>

const mediaTypes: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

interface Asked {
  request: FastifyRequest
  reply: FastifyReply
  /** `format=csv|xlsx`, the list's parameters, and `_columns=a,b`. */
  parameters: ExportParameters
}

/** Parameters that came in a body: texts, or lists of them, as in an address. Throws 400. */
export function parametersIn(body: Record<string, unknown>): ExportParameters {
  for (const [name, given] of Object.entries(body))
    if (![given].flat().every((value) => typeof value === 'string'))
      throw badRequest(`${name.slice(0, 60)}: indique um texto, ou uma lista de textos.`)
  return body as ExportParameters
}

/** Every row of a list's query as a file, streamed and audited. */
export async function answerExport(
  engine: Engine,
  plan: Plan,
  { request, reply, parameters }: Asked,
): Promise<FastifyReply> {
  const { organisation } = engine.world
  const scope = scopeOf(plan, 'export', request.caller)
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
  const label = fillTerms(plan.definition.label.many, terminology)
  if (format === 'xlsx') await refuseTooLong(engine, plan, query, scope)

  const rows = cells(engine, plan, query, { constraint: scope.constraint, columns: read }, columns)
  const write = format === 'csv' ? csvStream : xlsxStream
  return sendWhole(engine.world, reply, {
    holder: holderOf(request),
    open: async () => {
      const stream = await spoolAnswer(engine.world, async () => {
        await auditExport(engine, plan, request, parameters)
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

function formatOf(parameters: ExportParameters): Format {
  const given = [parameters['format']].flat().at(-1) ?? 'csv'
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
async function auditExport(
  engine: Engine,
  plan: Plan,
  { caller, ip }: FastifyRequest,
  parameters: ExportParameters,
): Promise<void> {
  const changes = Object.entries(parameters).map(([field, to]) => ({
    field,
    from: null,
    to,
  }))
  const entry = { resource: plan.definition.name, id: String(caller.id), action: 'exported', changes }
  const { pool, kysely } = engine.world.database
  await recordAudit({ db: { query: (config) => pool.query(config), kysely }, caller, address: ip }, [entry])
}

function cells(
  engine: Engine,
  plan: Plan,
  query: ListQuery,
  reading: Reading,
  columns: ExportColumn[],
): AsyncGenerator<Row[]> {
  return throughCursor(engine, plan, query, reading, async function* (batches) {
    for await (const rows of batches)
      yield rows.map((row) => columns.map(({ index, cell }) => valueAt(row, index, cell)))
  })
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
