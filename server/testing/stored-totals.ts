import assert from 'node:assert/strict'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/letter-case.ts'
import { totalsTableOf } from '../rest/totals.ts'
import { tableNameOf } from '../rest/plan.ts'
import type { TestApp } from './test-app.ts'

/** Resources with stored totals, and the columns by which they are grouped and summed. */
export const resourcesWithTotals = (Object.values(definitions) as unknown as Definition[])
  .filter(({ list }) => list?.totalsBy)
  .map((definition) => ({
    definition,
    // Totals of accounting years are those of their months.
    groups: (definition.list?.totalsBy ?? []).map((name) =>
      definition.fields[name]?.yearOf === undefined ? toSnakeCase(name) : 'month',
    ),
    sums: Object.keys(definition.fields)
      .filter((name) => definition.fields[name]?.summed)
      .map(toSnakeCase),
  }))

/** Totals of reports. */
const ofReports = [
  {
    table: 'unsettled_payments',
    totals: 'charges_by_day',
    groups: ['due_date', 'category_id', 'status'],
    sums: ['amount', 'paid_amount', 'open_amount'],
  },
  { table: 'payments', totals: 'payments_by_day', groups: ['date', 'method', 'status'], sums: ['amount'] },
  {
    table: 'member_balances',
    totals: 'member_balances_by_age',
    groups: ['debt_ages'],
    sums: ['balance', 'credit'],
  },
]

/** Asserts that all stored totals equal newly computed ones. */
export async function assertStoredTotals({ database }: Pick<TestApp, 'database'>): Promise<void> {
  const ofLists = resourcesWithTotals.map(({ definition, groups, sums }) => ({
    table: tableNameOf(definition),
    totals: totalsTableOf(definition).text,
    groups,
    sums,
  }))
  for (const { table, totals, groups, sums } of [...ofLists, ...ofReports]) {
    const sumColumns = sums.map((name) => `sum(${name}) AS ${name}`)
    const stored = `SELECT ${[...groups, 'sum(records) AS records', ...sumColumns].join(', ')}
      FROM ${totals} GROUP BY ${groups.join(', ')} HAVING sum(records) <> 0`
    const computed = `SELECT ${[...groups, 'count(*) AS records', ...sumColumns].join(', ')}
      FROM ${table} GROUP BY ${groups.join(', ')}`
    const { rows } = await database.pool.query(
      `(SELECT 'stored' AS source, * FROM (${stored} EXCEPT ${computed}) s)
       UNION ALL (SELECT 'computed', * FROM (${computed} EXCEPT ${stored}) c)`,
    )
    assert.deepEqual(rows, [], `${totals}: stored totals differ from computed ones`)
  }
}
