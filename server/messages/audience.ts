import type { Sql } from '../database/sql.ts'
import type { Choosing } from '../rest/chosen-records.ts'
import { chosenRecords } from '../rest/chosen-records.ts'
import type { Engine } from '../rest/modules.ts'

/** SQL of the members that an audience means, as `t` with the joins that `where` speaks of. Throws 422 on `audience`. */
export function membersOf(engine: Engine, given: unknown, choosing: Choosing): { from: Sql; where: Sql } {
  return chosenRecords(engine, 'members', given, choosing)
}
