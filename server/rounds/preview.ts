import { roundLeftOutReasons, type RoundLeftOutReason } from '@agremia/resources/definitions/rounds.ts'
import type { Querying } from '../database/querying.ts'
import { jsonOf, one, sql } from '../database/sql.ts'
import type { LeftOutGroup } from '../left-out.ts'
import { leftOutGroupsSql } from '../left-out.ts'
import { euros } from '../rest/euros.ts'
import { candidatesSql, type RoundSelection } from './candidates.ts'

export const roundTotals = {
  visits: 'integer',
  charges: 'integer',
  amount: 'euros',
  assigned: 'integer',
} as const

/** What a round would take, and the members whose charges it would leave out, by reason. One statement that writes nothing. */
export async function previewRound(db: Querying, selection: RoundSelection) {
  const preview = await one(
    db,
    sql`WITH ${candidatesSql(selection)}
      SELECT (SELECT count(*)::integer FROM candidates WHERE reason IS NULL) AS visits,
        (SELECT count(*)::integer FROM charges WHERE reason IS NULL) AS charges,
        (SELECT ${euros('sum(amount)')} FROM charges WHERE reason IS NULL) AS amount,
        (SELECT count(*)::integer FROM members WHERE collector_id = ${selection.collectorId}::uuid) AS assigned,
        ${leftOutGroupsSql} AS "leftOut"`,
    { ...roundTotals, leftOut: jsonOf<LeftOutGroup<RoundLeftOutReason>[]>() },
  )
  const leftOut = preview.leftOut.map((group) => ({
    ...group,
    reasonLabel: roundLeftOutReasons[group.reason],
  }))
  return { ...preview, leftOut }
}
