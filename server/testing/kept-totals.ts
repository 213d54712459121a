import assert from 'node:assert/strict'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import { totalsTableOf } from '../rest/kept-totals.ts'
import { tableNameOf } from '../rest/plan.ts'
import type { TestApp } from './test-app.ts'

/** Resources whose totals are kept on write, with the columns that these are grouped by and those that are summed. */
export const keptResources = (Object.values(definitions) as unknown as Definition[])
  .filter(({ list }) => list?.totalsBy)
  .map((definition) => ({
    definition,
    groups: (definition.list?.totalsBy ?? []).map(toSnakeCase),
    sums: Object.keys(definition.fields)
      .filter((name) => definition.fields[name]?.summed)
      .map(toSnakeCase),
  }))

/** Totals that reports add up. */
const ofReports = [
  {
    table: 'unsettled_payments',
    totals: 'charges_by_day',
    groups: ['due_date', 'category_id', 'status'],
    sums: ['amount', 'paid_amount', 'open_amount'],
  },
  { table: 'payments', totals: 'payments_by_day', groups: ['date', 'status'], sums: ['amount'] },
  {
    table: 'member_balances',
    totals: 'member_balances_by_age',
    groups: ['debt_ages'],
    sums: ['balance', 'credit'],
  },
]

/** Every total that is kept on write is what computing it anew gives, whatever happened before. */
export async function assertKeptTotals({ database }: Pick<TestApp, 'database'>): Promise<void> {
  const ofLists = keptResources.map(({ definition, groups, sums }) => ({
    table: tableNameOf(definition),
    totals: totalsTableOf(definition).text,
    groups,
    sums,
  }))
  for (const { table, totals, groups, sums } of [...ofLists, ...ofReports]) {
    const adding = sums.map((name) => `sum(${name}) AS ${name}`)
    const kept = `SELECT ${[...groups, 'sum(records) AS records', ...adding].join(', ')}
      FROM ${totals} GROUP BY ${groups.join(', ')} HAVING sum(records) <> 0`
    const computed = `SELECT ${[...groups, 'count(*) AS records', ...adding].join(', ')}
      FROM ${table} GROUP BY ${groups.join(', ')}`
    const { rows } = await database.pool.query(
      `(SELECT 'kept' AS found, * FROM (${kept} EXCEPT ${computed}) k)
       UNION ALL (SELECT 'computed', * FROM (${computed} EXCEPT ${kept}) c)`,
    )
    assert.deepEqual(rows, [], `${totals}: what is kept is what is there`)
  }
}
