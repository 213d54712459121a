import type { Caller } from '@agremia/resources/access.ts'
import { isWithheldFrom } from '@agremia/resources/access.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import type { Querying } from './database/querying.ts'
import type { Sql } from './database/sql.ts'
import { exists, sql } from './database/sql.ts'
import { forbidden } from './errors.ts'
import { protectedIds } from './rest/plan.ts'

/** Throws 403 when a document is about a protected person whose data are withheld from the caller. `memberIds`: whom it is about. */
export async function rejectProtected(db: Querying, caller: Caller, memberIds: Sql): Promise<void> {
  if (!isWithheldFrom(caller)) return
  const isAbout = await exists(
    db,
    sql`SELECT FROM members m WHERE m.id IN (${memberIds}) AND m.id IN (${protectedIds(members.name)})`,
  )
  if (isAbout) throw forbidden('Tem dados de uma pessoa protegida: peça isto a um administrador.')
}
