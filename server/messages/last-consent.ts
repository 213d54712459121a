import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'

/** SQL: whether the last consent of a person `p` for a purpose is given. */
export const lastConsentSql = (purpose: Sql) =>
  sql`coalesce((SELECT status = 'given' FROM consents WHERE person_id = p.id AND purpose = ${purpose} ORDER BY at DESC, id DESC LIMIT 1), false)`
