import type { Sql } from './database/sql.ts'
import { sql } from './database/sql.ts'

/** SQL: whether the membership of the member `m` begins after `today`: until then the person is not a member. */
export const isToBeAdmitted = (today: string): Sql => sql`(m.admission_date > ${today}::date)`
