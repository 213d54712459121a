import { settingOf } from '@agremia/resources/definitions/settings.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { execute, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { keep } from './kept-reports.ts'
import { membersAt } from './members-reports.ts'

/** Inserts the demonstration's texts of the report of the last year, and the members at its end as they were kept for the assembly. */
export async function insertSampleReports(
  tx: Tx,
  { today, terminology, author }: { today: string; terminology: Terminology; author: string },
): Promise<void> {
  const year = Number(today.slice(0, 4)) - 1
  await execute(
    tx,
    sql`INSERT INTO report_notes (id, year, report, text) VALUES
      (new_id(), ${year}::integer, NULL, 'A direção apresenta à assembleia as contas do ano e agradece a quem colaborou.'),
      (new_id(), ${year}::integer, 'cashMap', 'As obras do telhado foram pagas com o subsídio recebido no ano anterior.')`,
  )
  const given = { day: `${year}-12-31` }
  const { period, parameters, hash, content } = await keep(tx, membersAt, {
    given,
    today,
    terminology,
    fiscalYearStart: settingOf('fiscalYearStart').default,
  })
  await execute(
    tx,
    sql`INSERT INTO kept_reports (id, report, parameters, purpose, period, kept_on, hash, content, created_by_name)
      VALUES (new_id(), ${membersAt.name}, ${JSON.stringify(parameters)}::jsonb, 'Assembleia geral', ${period}, ${today}::date, ${hash}, ${content}, ${author})`,
  )
}
