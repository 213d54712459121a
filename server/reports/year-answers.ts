import type { JsonObject } from '@agremia/resources/json-shape.ts'
import { mapOf } from '@agremia/resources/json-shape.ts'
import { reportTitles } from '@agremia/resources/report-titles.ts'
import { toCents, toEuros } from '@agremia/resources/rules/amount.ts'
import type { FastifyInstance } from 'fastify'
import { data } from '../rest/api.ts'
import type { Part, Report, ReportRow } from './declare.ts'
import { nextYear, nextYearQuotaExpectations, owedPerYear, paymentsPerYear } from './dues-reports.ts'
import { cancelationsPerYear, membershipsPerYear } from './members-reports.ts'
import { firstYear, lastYear, readParameters } from './parameters.ts'
import { checkReader } from './access.ts'
import { readRows } from './read-report.ts'
import { readContext } from './reports.ts'
import type { World } from '../rest/modules.ts'

/** An object of the values of a spread column, by the keys or the labels of its parts. */
const byPart = (row: ReportRow, column: string, name: 'key' | 'label') =>
  Object.fromEntries((row[column] as Part[]).map((part) => [part[name], part.value]))

interface YearAnswer {
  report: Report
  shape: JsonObject
  /** The answer's properties of a row, besides the year. */
  pick: (row: ReportRow) => Record<string, unknown>
}

const yearAnswers: readonly YearAnswer[] = [
  {
    report: owedPerYear,
    shape: { charges: 'integer', members: 'integer', owed: 'euros', overdue: 'euros' },
    pick: ({ charges, members, owed, overdue }) => ({ charges, members, owed, overdue }),
  },
  {
    report: paymentsPerYear,
    shape: { payments: 'integer', members: 'integer', amount: 'euros', byMethod: mapOf('euros') },
    pick: (row) => ({
      payments: row['payments'],
      members: row['members'],
      amount: row['amount'],
      byMethod: byPart(row, 'byMethod', 'key'),
    }),
  },
  {
    report: membershipsPerYear,
    shape: { admitted: 'integer', readmitted: 'integer', byCategory: mapOf('integer') },
    pick: (row) => ({
      admitted: row['admitted'],
      readmitted: row['readmitted'],
      byCategory: byPart(row, 'byCategory', 'label'),
    }),
  },
  {
    report: cancelationsPerYear,
    shape: { ended: 'integer', byState: mapOf('integer') },
    pick: (row) => ({ ended: row['ended'], byState: byPart(row, 'byState', 'label') }),
  },
]

const expectationShape = {
  year: 'integer',
  rows: [{ category: 'text', members: 'integer', amount: 'euros' }],
  total: 'euros',
} as const

/** The reports of the specification as plain values, of all years: `GET /reports/owedPerYear` and others. */
export function yearAnswerRoutes(app: FastifyInstance, world: World): void {
  const config = (report: Report, shape: JsonObject | readonly [JsonObject]) => ({
    scope: 'payments:read',
    api: {
      name: report.name,
      summary: reportTitles[report.name],
      tag: 'Relatórios',
      answers: { 200: data(shape) },
    },
  })
  const read = async (report: Report, given: { from?: string; to?: string } = {}) => {
    const asked = readParameters(report, given, await readContext(world))
    return { asked, rows: await readRows(world.database.pool, report, asked) }
  }
  for (const { report, shape, pick } of yearAnswers) {
    app.get(
      `/reports/${report.name}`,
      { config: config(report, [{ year: 'integer', ...shape }]) },
      async (request) => {
        checkReader(request.caller)
        const { rows } = await read(report, { from: String(firstYear), to: String(lastYear) })
        return { data: rows.map((row) => ({ year: Number(row.key), ...pick(row) })) }
      },
    )
  }
  const { name } = nextYearQuotaExpectations
  app.get(
    `/reports/${name}`,
    { config: config(nextYearQuotaExpectations, expectationShape) },
    async (request) => {
      checkReader(request.caller)
      const { asked, rows } = await read(nextYearQuotaExpectations)
      const cents = rows.reduce((sum, { amount }) => sum + toCents(amount), 0)
      return {
        data: {
          year: nextYear(asked),
          rows: rows.map(({ label, members, amount }) => ({ category: label, members, amount })),
          total: toEuros(cents),
        },
      }
    },
  )
}
