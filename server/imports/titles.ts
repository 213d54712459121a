import { referenceBase } from '@agremia/resources/define-resource.ts'
import { getDefinition } from '@agremia/resources/definitions/index.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import type { Querying } from '../database/querying.ts'
import { many, sql } from '../database/sql.ts'
import { findRecords } from '../rest/find-record.ts'
import { planOf } from '../rest/modules.ts'
import { tableOf } from '../rest/plan.ts'
import type { World } from '../rest/modules.ts'

/** Records of a short list that are read at most. */
const maxListed = 5000

/** Ids by folded title, and by code where the records have one; the earlier of two with the same. */
export async function readTitles(world: World, db: Querying, resource: string): Promise<Map<string, string>> {
  const plan = planOf(world, resource)
  const { title, fields } = getDefinition(resource)
  const rows = await many(
    db,
    sql`SELECT id FROM ${tableOf(plan.definition)} ORDER BY id LIMIT ${maxListed}`,
    { id: 'uuid' },
  )
  const records = await findRecords(
    db,
    plan,
    rows.map(({ id }) => id),
  )
  const ids = new Map<string, string>()
  for (const { id } of rows) {
    const record = records.get(id)
    const key = fields[title]?.reference ? `${referenceBase(title)}Label` : title
    for (const text of [record?.[key], record?.['code']]) {
      const folded = typeof text === 'string' ? foldText(text) : ''
      if (folded !== '' && !ids.has(folded)) ids.set(folded, id)
    }
  }
  return ids
}
