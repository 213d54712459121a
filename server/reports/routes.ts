import { described, oneOf } from '@agremia/resources/json-shape.ts'
import { fiscalYearDays, fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import type { ReportTable } from '@agremia/resources/report-table.ts'
import { reportTableShape } from '@agremia/resources/report-table.ts'
import { reportTitles } from '@agremia/resources/report-titles.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, notFound } from '../errors.ts'
import { data, fileOf } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { checkReader, showsNothingHidden } from './access.ts'
import type { Asked, Report } from './declare.ts'
import { documentTitle } from './draw-reports.ts'
import { donations } from './donations.ts'
import { readTexts } from './report-texts.ts'
import { modelo25 } from './modelo25.ts'
import { type Given, parametersApi, readParameters } from './parameters.ts'
import { readReport, readRows } from './read-report.ts'
import { readContext } from './reports.ts'
import { type Format, mediaTypes, sendFile, sendTable } from './send-reports.ts'
import type { World } from '../rest/modules.ts'

const tag = documentTitle
const listApi: Api = {
  name: 'listReports',
  summary: 'Listar os relatórios',
  tag,
  answers: { 200: data([{ name: 'text', title: 'text', question: 'text', parameters: 'text[]' }]) },
}
const tableApi: Api = {
  name: 'readReport',
  summary: 'Ler um relatório',
  description:
    'A tabela de um relatório, com as listas a que cada número leva. Cada relatório tem só alguns dos parâmetros.',
  tag,
  params: { name: 'text' },
  query: parametersApi,
  answers: { 200: data(reportTableShape) },
}
const exportApi: Api = {
  name: 'exportReport',
  summary: 'Exportar um relatório',
  tag,
  params: { name: 'text' },
  query: { 'format?': oneOf(Object.keys(mediaTypes)), ...parametersApi },
  answers: { 200: fileOf('text/csv', mediaTypes.xlsx, mediaTypes.pdf) },
}
const documentApi: Api = {
  name: 'drawReports',
  summary: 'Ler vários relatórios num PDF',
  tag,
  query: {
    reports: described('Nomes dos relatórios, separados por vírgulas.', 'text'),
    'year?': described('O exercício, pelo ano em que começa; vazio, o corrente.', 'integer'),
    'compare?': parametersApi['compare?'],
  },
  answers: { 200: fileOf(mediaTypes.pdf) },
}
const modelo25Api: Api = {
  name: 'exportModelo25',
  summary: 'Exportar os donativos do ano para a declaração Modelo 25',
  tag,
  query: { 'year?': parametersApi['year?'] },
  answers: { 200: fileOf('text/csv') },
}
/** `GET /reports`, `/reports/:name/table`, `/reports/:name/export` and `/reports/document`. */
export function reportRoutes(app: FastifyInstance, world: World): void {
  const scope = 'payments:read'
  app.get('/reports', { config: { scope, api: listApi } }, async (request) => {
    checkReader(request.caller)
    const { reports, terminology } = await readContext(world)
    return {
      data: reports
        .filter((report) => showsNothingHidden(request.caller, report))
        .map(({ name, question, parameters }) => ({
          name,
          title: fillTerms(reportTitles[name], terminology),
          question: fillTerms(question, terminology),
          parameters,
        })),
    }
  })
  app.get<{ Params: { name: string } }>(
    '/reports/:name/table',
    { config: { scope, api: tableApi } },
    async ({ params, query, caller }) => ({
      data: await tableOf(world, { name: params.name, query, caller }),
    }),
  )
  app.get<{ Params: { name: string } }>(
    '/reports/:name/export',
    { exposeHeadRoute: false, config: { scope, api: exportApi } },
    async (request, reply) => {
      const { format = 'csv', ...parameters } = request.query as { format?: string }
      checkReader(request.caller)
      if (!Object.hasOwn(mediaTypes, format)) throw badRequest('format: indique csv, xlsx ou pdf.')
      const { caller, params } = request
      const table = await tableOf(world, { name: params.name, query: parameters, caller })
      return sendFile(world, {
        request,
        reply,
        tables: [table],
        period: table.period,
        format: format as Format,
      })
    },
  )
  app.get(
    '/reports/document',
    { exposeHeadRoute: false, config: { scope, api: documentApi } },
    async (request, reply) => {
      const { year, period, tables } = await documentTables(world, request)
      const texts = await readTexts(world, request.caller, year)
      return sendFile(world, { request, reply, tables, texts, period, format: 'pdf' })
    },
  )
}

/** `GET /reports/donations/modelo25`: the donations of a year in the columns of the declaration. */
export function modelo25Route(app: FastifyInstance, world: World): void {
  app.get(
    '/reports/donations/modelo25',
    { exposeHeadRoute: false, config: { scope: null, api: modelo25Api } },
    async (request, reply) => {
      checkReader(request.caller, donations)
      const context = await readContext(world)
      const given = knownParameters(request, ['year'])
      const asked = readParameters(donations, given, context)
      const rows = await readRows(world.database.pool, donations, asked)
      const file = modelo25(asked.year, rows)
      return sendTable(world, { request, reply, title: file.table.name, file, format: 'csv' })
    },
  )
}

type Reading = Pick<FastifyRequest, 'query' | 'caller'> & { name: string }

async function tableOf(world: World, request: Reading): Promise<ReportTable> {
  checkReader(request.caller)
  const { reports, ...context } = await readContext(world)
  const report = reports.find(({ name }) => name === request.name)
  if (!report) throw notFound()
  checkReader(request.caller, report)
  const given = knownParameters(request, report.parameters) as Given
  return readReport(world.database.pool, report, readParameters(report, given, context))
}

/**
 * The chosen reports of an accounting year: those by calendar years end with the one of its first day, and those of a day are of its last day or of
 * today.
 */
async function documentTables(
  world: World,
  request: FastifyRequest,
): Promise<{ year: number; period: string; tables: ReportTable[] }> {
  checkReader(request.caller)
  const { reports, ...context } = await readContext(world)
  const given = knownParameters(request, ['reports', 'year', 'compare'])
  const names = (given.reports ?? '').split(',').filter(Boolean)
  const unknown = names.find((name) => !reports.some((report) => report.name === name))
  if (unknown !== undefined) throw badRequest(`reports: não existe o relatório «${unknown.slice(0, 60)}».`)
  if (names.length === 0) throw badRequest('reports: indique pelo menos um relatório.')
  const chosen = reports.filter(({ name }) => names.includes(name))
  for (const report of chosen) checkReader(request.caller, report)
  const { compare } = given
  const { year } = readParameters({ ofFiscalYear: true }, { year: given.year }, context)
  const { last: end } = fiscalYearDays(context, year)
  const askFor = (report: Report): Asked =>
    readParameters(
      report,
      {
        year: String(year),
        to: String(year),
        day: end < context.today ? end : context.today,
        ...(report.parameters.includes('compare') && { compare }),
      },
      context,
    )
  const tables = await Promise.all(
    chosen.map((report) => readReport(world.database.pool, report, askFor(report))),
  )
  return { year, period: fiscalYearText(context, year), tables }
}
