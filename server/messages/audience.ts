import type { Where } from '../rest/list-conditions.ts'
import type { Choosing } from '../rest/chosen-records.ts'
import { chosenRecords } from '../rest/chosen-records.ts'
import type { Engine } from '../rest/modules.ts'

/** SQL of the members that an audience means, as `t` with the joins that `where` speaks of. Throws 422 on `audience`. */
export function membersOf(
  engine: Engine,
  given: unknown,
  choosing: Choosing,
): { from: string; where: Where } {
  return chosenRecords(engine, 'members', given, choosing)
}
