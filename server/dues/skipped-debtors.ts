import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Querying } from '../database/querying.ts'
import { inline, many, sql } from '../database/sql.ts'
import type { SkipReason } from './judged-debtors.ts'
import { judgedSql } from './judged-debtors.ts'
import type { NoticeFilter } from './notice-filter.ts'

const mostListed = 500

/** The next ones after a member number who are passed over for a reason, by number. */
export async function skippedFor(
  db: Querying,
  filter: NoticeFilter,
  given: { reason: SkipReason; settings: Settings; today: string; after: number },
): Promise<{ memberId: string; memberNumber: number; name: string }[]> {
  return many(
    db,
    sql`WITH ${judgedSql(filter, given)}
           SELECT member_id AS "memberId", member_number AS "memberNumber", name FROM judged
           WHERE skip = ${given.reason} ORDER BY member_number LIMIT ${inline(mostListed)}`,
    { memberId: 'uuid', memberNumber: 'integer', name: 'text' },
  )
}
