import type { FieldReader } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Field } from '@agremia/resources/fields.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { ApiError, badRequest } from '../errors.ts'
import { formatDateTimeLong } from '@agremia/resources/rules/dates.ts'
import { arePersonal } from '@agremia/resources/personal-columns.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { csvStream, plainCsvStream } from '../files/csv.ts'
import type { Batches, Row, Table } from '../files/table.ts'
import { maxXlsxRows, xlsxStream } from '../files/xlsx.ts'
import { listPdf, readLetterhead } from '../pdf/index.ts'
import { holderOf } from '../turns.ts'
import type { Api } from './api.ts'
import { recordExport } from './audit-export.ts'
import { fieldsOf } from './check.ts'
import type { ExportColumn } from './export-columns.ts'
import { columnKey, exportColumn } from './export-columns.ts'
import type { ListQuery } from './list-query.ts'
import { listedFields, parseListQuery } from './list-query.ts'
import { allRecords } from '@agremia/resources/list-parameters.ts'
import type { Plan } from './plan.ts'
import { throughCursor } from './answer-list.ts'
import { bodyOf } from './request.ts'
import { planFor, scopeOf } from './scope.ts'
import { streamRows } from './find-page.ts'
import type { Total } from './totals.ts'
import { countRecords } from './totals.ts'
import { sendWhole, spoolAnswer } from './whole-answers.ts'
import type { World } from './modules.ts'
import { route } from './api.ts'

/** `plain`: CSV for programs. */
type Format = 'csv' | 'xlsx' | 'pdf' | 'plain'
export type ExportParameters = Record<string, string | string[] | undefined>

const mediaTypes: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  plain: 'text/csv; charset=utf-8',
}

/** A request for a file. */
export interface ExportRequest {
  request: FastifyRequest
  reply: FastifyReply
  /**
   * `format=csv|xlsx|pdf`, the list's parameters and `_columns=a,b`. For a PDF also `title` and `filters`, the texts above its rows.
   */
  parameters: ExportParameters
}

/** Parameters of an export that a list does not have. */
export const exportParameters = ['format', 'title', 'filters']

/** Registers `GET {path}/export`, and `POST` with the parameters in the body, for selections too long for a URL. */
export function exportRoutes(
  app: FastifyInstance,
  path: string,
  [api, bodyApi]: [Api, Api],
  answer: (exportRequest: ExportRequest) => Promise<FastifyReply>,
): void {
  app.get(`${path}/export`, { exposeHeadRoute: false, config: { api } }, (request, reply) =>
    answer({ request, reply, parameters: request.query as ExportParameters }),
  )
  app.post(`${path}/export`, route(bodyApi), (request, reply) =>
    answer({ request, reply, parameters: parametersIn(bodyOf(request)) }),
  )
}

/** Parameters from a body: texts or lists of texts. Throws 400 for other values. */
function parametersIn(body: Record<string, unknown>): ExportParameters {
  for (const [name, given] of Object.entries(body))
    if (![given].flat().every((value) => typeof value === 'string'))
      throw badRequest(`${name.slice(0, 60)}: indique um texto, ou uma lista de textos.`)
  return body as ExportParameters
}

/** Answers all rows of a list's query as a file. */
export async function answerExport(
  world: World,
  readPlan: Plan,
  exportRequest: ExportRequest,
): Promise<FastifyReply> {
  const { organisation, database } = world
  const { parameters } = exportRequest
  const { caller } = exportRequest.request
  const plan = planFor(readPlan, 'list', caller)
  const scope = scopeOf(plan, 'export', caller)
  const [today, settings, terminology] = await Promise.all([
    organisation.today(),
    organisation.settings(),
    organisation.terminology(),
  ])
  const query = parseListQuery(plan, parameters, {
    caller,
    today,
    plans: world.plans,
    others: exportParameters,
  })
  if (parameters['_limit'] === undefined) Object.assign(query, { page: 1, limit: allRecords })
  const names = withCompanionFields(plan, columnNames(plan, query, settings, scope.reader))
  const words = { terminology, timeZone: settings.timeZone }
  const fields = names.map((name) => [name, plan.definition.fields[name] as Field] as const)
  const keys = new Set(fields.map(([name, field]) => columnKey(name, field)))
  const columns = plan.columns(scope.reader, 'list').filter(({ key }) => keys.has(key))
  const reading = { constraint: scope.constraint, columns }
  const isWhole = query.limit === allRecords
  return sendExport(
    world,
    {
      definition: plan.definition,
      names,
      columns: fields.map(([name, field]) => exportColumn(name, field, columns, words)),
      read: (db) => streamRows(db, plan, query, reading),
      ...(isWhole && { count: () => countRecords(database.pool, plan, query, scope.constraint) }),
    },
    exportRequest,
  )
}

/** Rows to export and their columns. */
interface ExportSource {
  definition: Definition
  /** Name of the file; default: the label of the definition. */
  label?: string
  /** The only format; default: the one that the request names. */
  format?: Format
  /** The field of each column. */
  names: readonly string[]
  columns: readonly ExportColumn[]
  /** Reads the rows in batches, as PostgreSQL's text. Called inside a transaction. */
  read: (db: Querying) => AsyncGenerator<(string | null)[][]>
  /** Number of rows and their sums. Missing when that is known only after reading them. */
  count?: () => Promise<Total>
}

/** Streams rows as a file in a turn of the caller and audits it. Throws 400, 422 when a worksheet cannot hold them, 429. */
export async function sendExport(
  world: World,
  source: ExportSource,
  { request, reply, parameters }: ExportRequest,
): Promise<FastifyReply> {
  const { definition, names, columns, read } = source
  const { organisation } = world
  const format = source.format ?? formatOf(parameters)
  const today = await organisation.today()
  const label = source.label ?? fillTerms(definition.label.many, await organisation.terminology())
  const rows = throughCursor(world, read, async function* (batches) {
    for await (const batch of batches)
      yield batch.map((row) => columns.map(({ index, cell }) => valueAt(row, index, cell)))
  })
  const settings = await organisation.settings()
  const when = formatDateTimeLong(world.clock().toISOString(), settings.timeZone)
  const fields = names.flatMap((name) => definition.fields[name] ?? [])
  const isMarked = settings.watermarkLists === 'true' && arePersonal(fields)
  const { total, sums } = (await source.count?.()) ?? {}
  const write = await writerOf(world, source, {
    total,
    sums,
    format,
    texts: { title: textOf(parameters, 'title') || label, filters: textOf(parameters, 'filters') },
    printed: `Impresso em ${when}, por ${request.caller.name}`,
    watermark: isMarked ? `${request.caller.name} · ${when}` : undefined,
  })
  return sendWhole(world, reply, {
    holder: holderOf(request),
    open: async () => {
      const stream = await spoolAnswer(world, async () => {
        const { format: _format, title: _title, filters: _filters, ...listed } = parameters
        const exported = { resource: definition.name, title: source.label, format, lines: total }
        await recordExport(world, request, { ...exported, parameters: listed })
        return write({ name: label, columns }, await withFirstBatch(rows))
      })
      void reply.type(mediaTypes[format]).header('cache-control', 'no-store')
      void reply.header(
        'content-disposition',
        `attachment; filename="${fileName(label, today)}.${format === 'plain' ? 'csv' : format}"`,
      )
      return stream
    },
    // A generator that nobody has read from yet must be ended explicitly.
    end: () =>
      void rows
        .return(undefined)
        .catch((error: unknown) => request.log.warn({ err: error }, 'an export failed')),
  })
}

function formatOf(parameters: ExportParameters): Format {
  const given = [parameters['format']].flat().at(-1) ?? 'csv'
  if (given === 'csv' || given === 'xlsx' || given === 'pdf') return given
  throw badRequest('format: indique csv, xlsx ou pdf.')
}

/** The requested columns in their order, else those that the list shows. */
function columnNames(plan: Plan, { columns }: ListQuery, settings: Settings, reader: FieldReader): string[] {
  if (columns.length > 0) return columns
  const fields = fieldsOf(plan, settings)
  const shown = listedFields(plan, reader).filter((name) => !fields[name]?.hidden)
  const listed = shown.filter((name) => fields[name]?.listed)
  return listed.length > 0 ? listed : shown
}

function withCompanionFields({ definition }: Plan, names: readonly string[]): string[] {
  const companions = definition.list?.exportedWith ?? {}
  return [...new Set(names.flatMap((name) => [name, companions[name] ?? name]))]
}

/** Maximum length of the texts above the rows of a PDF. */
const maxTextLength = 500

function textOf(parameters: ExportParameters, name: string): string {
  const given = parameters[name]
  return String((Array.isArray(given) ? given.at(-1) : given) ?? '').slice(0, maxTextLength)
}

interface WriterOptions {
  total: number | undefined
  sums: string | undefined
  format: Format
  /** Texts above the rows of a PDF. */
  texts: { title: string; filters: string }
  /** Who prints it, and when. */
  printed: string
  /** The same, on each page of a PDF or worksheet. */
  watermark: string | undefined
}

type Writer = (table: Table, batches: Batches) => AsyncIterable<string | Uint8Array>

/** Returns the writer of a format. Throws 422 when a worksheet cannot hold the rows. */
async function writerOf(
  world: World,
  { names }: ExportSource,
  { total, sums, format, texts, printed, watermark }: WriterOptions,
): Promise<Writer> {
  if (format === 'csv') return csvStream
  if (format === 'plain') return plainCsvStream
  if (format === 'xlsx') {
    if (total !== undefined && total > maxXlsxRows)
      throw new ApiError(422, 'São linhas a mais para uma folha de cálculo. Exporte em CSV ou use filtros.')
    return (table, batches) => xlsxStream(table, batches, { footer: watermark })
  }
  const letterhead = await readLetterhead(world)
  const more = {
    ...texts,
    printed: total === undefined ? printed : `${counted(total, 'linha', 'linhas')} · ${printed}`,
    letterhead,
    totals: totalsRow(names, sums),
    watermark,
  }
  return (table, batches) => listPdf({ ...table, ...more }, batches)
}

/** The row of totals; undefined when no column has a sum. */
function totalsRow(names: readonly string[], sums: string | undefined): Row | undefined {
  const known = JSON.parse(sums ?? '{}') as Record<string, number | null>
  if (!names.some((name) => known[name] != null)) return undefined
  return names.map((name, index) => {
    const sum = known[name]
    return sum == null ? (index === 0 ? 'Total' : null) : String(sum)
  })
}

function valueAt(row: Row, index: number, cell: ExportColumn['cell']): string | null {
  const raw = row[index] ?? null
  return raw === null ? null : cell(raw)
}

/** Reads the first batch before answering, so that a failing query gives an error instead of a broken file. */
async function withFirstBatch(rows: AsyncGenerator<Row[]>): Promise<Batches> {
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
