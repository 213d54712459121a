import type { Sql } from '../database/sql.ts'
import type { Choosing } from '../rest/chosen-records.ts'
import { chosenRecords } from '../rest/chosen-records.ts'
import type { Engine } from '../rest/modules.ts'

/** The chosen members as `t`, with the joins that `where` uses. Throws 422 on `audience`. */
export function membersOf(engine: Engine, audience: unknown, choosing: Choosing): { from: Sql; where: Sql } {
  return chosenRecords(engine, 'members', audience, choosing)
}
