import type { Sql } from '../database/sql.ts'
import { sql } from '../database/sql.ts'

/** Expression: whether the latest consent of the person `p` for a purpose is `given`. */
export const lastConsentSql = (purpose: Sql) =>
  sql`coalesce((SELECT status = 'given' FROM consents WHERE person_id = p.id AND purpose = ${purpose} ORDER BY at DESC, id DESC LIMIT 1), false)`
