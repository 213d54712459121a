import type { Role } from '@agremia/resources/access.ts'
import type { Field } from '@agremia/resources/fields.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, badRequest } from '../errors.ts'
import { formatDateTimeLong } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { csvStream } from '../files/csv.ts'
import type { Batches, Row, Table } from '../files/table.ts'
import { mostXlsxRows, xlsxStream } from '../files/xlsx.ts'
import { listPdf, readLetterhead } from '../pdf/index.ts'
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

type Format = 'csv' | 'xlsx' | 'pdf'
export type ExportParameters = Record<string, string | string[] | undefined>

const mediaTypes: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

interface Asked {
  request: FastifyRequest
  reply: FastifyReply
  /**
   * `format=csv|xlsx|pdf`, the list's parameters, and `_columns=a,b`. A PDF also takes `title` and `filters`, the words above its
   * rows.
   */
  parameters: ExportParameters
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
  const query = parseListQuery(plan, parameters, {
    role: scope.role,
    today,
    others: ['format', 'title', 'filters'],
  })
  if (parameters['_limit'] === undefined) Object.assign(query, { page: 1, limit: allRecords })
  const names = besides(plan, columnNames(plan, query, settings, scope.role))
  const words = { terminology, timeZone: settings.timeZone }
  const fields = names.map((name) => [name, plan.definition.fields[name] as Field] as const)
  const keys = new Set(fields.map(([name, field]) => columnKey(name, field)))
  const read = plan.columns(scope.role, 'list').filter(({ key }) => keys.has(key))
  const columns = fields.map(([name, field]) => exportColumn(name, field, read, words))
  const label = fillTerms(plan.definition.label.many, terminology)

  const rows = cells(engine, plan, query, { constraint: scope.constraint, columns: read }, columns)
  const write = await writerOf(engine, format, {
    plan,
    query,
    scope,
    names,
    texts: { title: textOf(parameters, 'title') || label, filters: textOf(parameters, 'filters') },
    caller: request.caller.name,
  })
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
  if (given === 'csv' || given === 'xlsx' || given === 'pdf') return given
  throw badRequest('format: indique csv, xlsx ou pdf.')
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

/** The longest text above the rows of a PDF. */
const longestText = 500

function textOf(parameters: ExportParameters, name: string): string {
  const given = parameters[name]
  return String((Array.isArray(given) ? given.at(-1) : given) ?? '').slice(0, longestText)
}

interface Writing {
  plan: Plan
  query: ListQuery
  scope: ReturnType<typeof scopeOf>
  names: readonly string[]
  texts: { title: string; filters: string }
  /** Who asks. */
  caller: string
}

type Writer = (table: Table, batches: Batches) => AsyncIterable<string | Uint8Array>

/** What writes the rows in a format. Throws 422 when a worksheet cannot hold them. */
async function writerOf(engine: Engine, format: Format, writing: Writing): Promise<Writer> {
  if (format === 'csv') return csvStream
  const { plan, query, scope, names, texts, caller } = writing
  const { world } = engine
  const isWhole = query.limit === allRecords
  const { total, sums } = isWhole
    ? await countRecords(world.database.pool, plan, query, scope.constraint)
    : { total: undefined, sums: undefined }
  if (format === 'xlsx') {
    if (total !== undefined && total > mostXlsxRows)
      throw new ApiError(422, 'São linhas a mais para uma folha de cálculo. Exporte em CSV ou use filtros.')
    return xlsxStream
  }
  const letterhead = await readLetterhead(world)
  const { timeZone } = await world.organisation.settings()
  const when = `Impresso em ${formatDateTimeLong(world.clock().toISOString(), timeZone)}, por ${caller}`
  const printed = total === undefined ? when : `${counted(total, 'linha', 'linhas')} · ${when}`
  const totals = totalsRow(names, sums)
  return (table, batches) => listPdf({ ...table, ...texts, printed, letterhead, totals }, batches)
}

/** What the columns come to, below each; undefined where none is added up. */
function totalsRow(names: readonly string[], sums: string | undefined): Row | undefined {
  const known = JSON.parse(sums ?? '{}') as Record<string, number | null>
  if (!names.some((name) => known[name] != null)) return undefined
  return names.map((name, index) => {
    const sum = known[name]
    return sum == null ? (index === 0 ? 'Total' : null) : String(sum)
  })
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
