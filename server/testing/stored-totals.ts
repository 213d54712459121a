import assert from 'node:assert/strict'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { definitions } from '@agremia/resources/definitions/index.ts'
import { toSnakeCase } from '@agremia/resources/paths.ts'
import { totalsTableOf } from '../rest/totals.ts'
import { tableNameOf } from '../rest/plan.ts'
import type { TestApp } from './test-app.ts'

/** Resources with stored totals, and the columns by which they are grouped and summed. */
export const resourcesWithTotals = (Object.values(definitions) as unknown as Definition[])
  .filter(({ list }) => list?.totalsBy)
  .map((definition) => ({
    definition,
    groups: (definition.list?.totalsBy ?? []).map(toSnakeCase),
    sums: Object.keys(definition.fields)
      .filter((name) => definition.fields[name]?.summed)
      .map(toSnakeCase),
  }))

/** Asserts that all stored totals equal newly computed ones. */
export async function assertKeptTotals({ database }: Pick<TestApp, 'database'>): Promise<void> {
  for (const { definition, groups, sums } of resourcesWithTotals) {
    const sumColumns = sums.map((name) => `sum(${name}) AS ${name}`)
    const stored = `SELECT ${[...groups, 'sum(records) AS records', ...sumColumns].join(', ')}
      FROM ${totalsTableOf(definition).text} GROUP BY ${groups.join(', ')} HAVING sum(records) <> 0`
    const computed = `SELECT ${[...groups, 'count(*) AS records', ...sumColumns].join(', ')}
      FROM ${tableNameOf(definition)} GROUP BY ${groups.join(', ')}`
    const { rows } = await database.pool.query(
      `(SELECT 'stored' AS source, * FROM (${stored} EXCEPT ${computed}) s)
       UNION ALL (SELECT 'computed', * FROM (${computed} EXCEPT ${stored}) c)`,
    )
    assert.deepEqual(rows, [], `${definition.name}: stored totals differ from computed ones`)
  }
}
