import type { Constraint } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'
import type { ListQuery } from './list-query.ts'
import { tableOf } from './plan.ts'

/** The table of stored totals of a resource, maintained by triggers (`CALL keep_totals` in a migration). */
export function totalsTableOf(definition: Definition): Sql {
  return sql`${tableOf(definition)}_totals`
}

/** Whether the total is stored: the list has no search and filters only by fields that the totals are grouped by. */
export function hasStoredTotals(
  { list }: Definition,
  { filters, words }: Pick<ListQuery, 'filters' | 'words'>,
  constraint: Constraint,
): boolean {
  const groups = list?.totalsBy
  if (!groups || words.length > 0) return false
  const fields = [...filters.map(({ field }) => field), ...Object.keys(constraint)]
  return fields.every((field) => groups.includes(field))
}
