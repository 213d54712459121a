import { createHash } from 'node:crypto'
import { isId } from '@agremia/resources/coerce.ts'
import { decide } from '@agremia/resources/access.ts'
import { keptReports } from '@agremia/resources/definitions/kept-reports.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import { type ReportTable, reportTableShape } from '@agremia/resources/report-table.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { jsonOf, maybeOne, sql } from '../database/sql.ts'
import { badRequest, conflict, invalid, notFound } from '../errors.ts'
import { data, fileOf } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import type { Hooks, World } from '../rest/modules.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { requireAccess } from '../rest/scope.ts'
import { checkReader } from './access.ts'
import type { Report } from './declare.ts'
import { compareTables, tableChangeShape } from './compare-tables.ts'
import { documentTitle } from './draw-reports.ts'
import { type Given, readParameters, type ReportContext } from './parameters.ts'
import { readReport } from './read-report.ts'
import { readContext, reports } from './reports.ts'
import { type Format, mediaTypes, sendFile } from './send-reports.ts'

/** A report as it is kept: without the options of its parameters and the links to lists, which show current records. */
function contentOf({
  parameters,
  columns,
  sections,
  total,
  chart,
  notes,
  ...named
}: ReportTable): ReportTable {
  const { name, title, question, period } = named
  const valuesOf = (row: ReportTable['total']) => row && row.map(({ value }) => ({ value }))
  return {
    name,
    title,
    question,
    period,
    parameters: parameters.map((one) => ({
      name: one.name,
      label: one.label,
      kind: one.kind,
      value: one.value,
      options: one.options
        .filter(({ value }) => value === one.value)
        .map(({ value, label }) => ({ value, label })),
    })),
    columns: columns.map((column) => ({ name: column.name, label: column.label, type: column.type })),
    sections: sections.map((section) => ({
      title: section.title,
      rows: section.rows.map((row) => row.map(({ value }) => ({ value }))),
      total: valuesOf(section.total),
    })),
    total: valuesOf(total),
    chart: chart && { kind: chart.kind, columns: chart.columns, section: chart.section, rows: chart.rows },
    notes,
  }
}

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')

/** Reads a report for keeping. Returns its stored values. */
export async function keep(
  db: Querying,
  report: Report,
  { given, ...context }: { given: Given } & ReportContext,
) {
  const table = contentOf(await readReport(db, report, readParameters(report, given, context)))
  const content = JSON.stringify(table)
  return {
    parameters: Object.fromEntries(table.parameters.map(({ name, value }) => [name, value])),
    period: table.period,
    hash: hashOf(content),
    content,
  }
}

/** A report that is kept is read in the transaction that stores it. */
export const keptReportHooks: Hooks<typeof keptReports> = {
  async beforeSave({ before, merged, set, db, caller, world, today }) {
    if (before) return
    const { reports: shown, ...context } = await readContext(world)
    const report = shown.find(({ name }) => name === merged.report)
    if (!report) throw invalid({ report: ['A organização não tem este relatório.'] })
    checkReader(caller, report)
    const given = merged.parameters ?? {}
    const unknown = Object.keys(given).find((name) => !report.parameters.some((one) => one === name))
    if (unknown !== undefined)
      throw badRequest(`parameters: parâmetro desconhecido: «${unknown.slice(0, 60)}».`)
    const { content, ...columns } = await keep(db, report, { given, ...context })
    set({ ...columns, keptOn: today, createdByName: caller.name }, { content })
  },
}

const params = { id: 'uuid' } as const
const refuses = [404] as const
const tableApi: Api = {
  name: 'readKeptReport',
  summary: 'Ler um relatório guardado',
  description:
    'A tabela como foi guardada, sem listas; `isIntact` diz se o conteúdo ainda tem o SHA-256 de então.',
  tag: documentTitle,
  params,
  refuses,
  answers: { 200: data({ table: reportTableShape, isIntact: 'boolean' }) },
}
const changesApi: Api = {
  name: 'compareKeptReport',
  summary: 'Comparar um relatório guardado com os dados de agora',
  description:
    'O que seria outro se o relatório fosse feito agora, para o mesmo dia e com os mesmos parâmetros.',
  tag: documentTitle,
  params,
  refuses: [404, 409],
  answers: { 200: data({ changes: [tableChangeShape] }) },
}
const exportApi: Api = {
  name: 'exportKeptReport',
  summary: 'Exportar um relatório guardado',
  tag: documentTitle,
  params,
  query: { 'format?': oneOf(Object.keys(mediaTypes)) },
  refuses,
  answers: { 200: fileOf('text/csv', mediaTypes.xlsx, mediaTypes.pdf) },
}

/** `GET /kept_reports/:id/table`, `/changes` and `/export`. */
export function keptReportRoutes(app: FastifyInstance, world: World): void {
  app.get<Params>('/kept_reports/:id/table', { config: { api: tableApi } }, async (request) => {
    const { table, isIntact } = await readKept(world, request)
    return { data: { table, isIntact } }
  })
  app.get<Params>('/kept_reports/:id/changes', { config: { api: changesApi } }, async (request) => {
    const { table, report, parameters, keptOn } = await readKept(world, request)
    const { reports: shown, ...context } = await readContext(world)
    if (!report || !shown.includes(report))
      throw conflict('A organização já não tem este relatório: não há com que comparar.')
    // For the day on which it was kept, so that only later changes of data differ, not values that depend on the date.
    const asked = readParameters(report, parameters, {
      ...context,
      today: keptOn,
      now: context.today,
    })
    const now = contentOf(await readReport(world.database.pool, report, asked))
    if (now.period !== table.period)
      throw conflict(
        `O exercício mudou desde que este relatório foi guardado: era de ${table.period}, e agora seria de ${now.period}.`,
      )
    return { data: { changes: compareTables(table, now) } }
  })
  app.get<Params>(
    '/kept_reports/:id/export',
    { exposeHeadRoute: false, config: { api: exportApi } },
    async (request, reply) => {
      const { format = 'csv' } = knownParameters(request, ['format'])
      const { table, keptOn } = await readKept(world, request)
      if (!Object.hasOwn(mediaTypes, format)) throw badRequest('format: indique csv, xlsx ou pdf.')
      const period = `${table.period}, guardado em ${formatDate(keptOn)}`
      return sendFile(world, { request, reply, tables: [table], period, format: format as Format })
    },
  )
}

interface Params {
  Params: { id: string }
}

/** Reads a kept report. Throws 401, 403 or 404 unless the caller may read it and everything that the report shows. */
async function readKept(world: World, { params: { id }, caller }: FastifyRequest<Params>) {
  requireAccess(decide(keptReports.access, 'read', caller), caller)
  const row = isId(id)
    ? await maybeOne(
        world.database.pool,
        sql`SELECT report, parameters, content, hash, kept_on AS "keptOn" FROM kept_reports WHERE id = ${id}::uuid`,
        { report: 'text', parameters: jsonOf<Given>(), content: 'text', hash: 'text', keptOn: 'day' },
      )
    : undefined
  if (!row) throw notFound()
  const report = reports.find(({ name }) => name === row.report)
  checkReader(caller, report)
  const table = JSON.parse(row.content) as ReportTable
  return { ...row, report, table, isIntact: hashOf(row.content) === row.hash }
}
