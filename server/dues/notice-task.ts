import { staff } from '@agremia/resources/access.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { execute, one, sql } from '../database/sql.ts'
import type { BulkResult, BulkTask } from '../rest/modules.ts'
import type { Writing } from '../rest/write.ts'
import { judgedSql, skipReasons } from './judged-debtors.ts'
import { findDebtors, stillOwing } from './notice-debtors.ts'
import type { NoticeFilter } from './notice-filter.ts'
import { readNoticeFilter } from './notice-filter.ts'
import { tellDebtor } from './tell-debtor.ts'

/** Sends a notice to each member who owes something of which a step is due. Its input is a `NoticeFilter`, as the preview takes it. */
export const noticeTask: BulkTask<NoticeFilter> = {
  resource: 'members',
  access: staff,
  readInput: readNoticeFilter,
  // The charges that were chosen are kept with their member: the whole list is not sent again for each.
  records: ({ input, settings, today }) => sql`
    WITH ${judgedSql(input, { settings, today, after: 0 })}
    SELECT member_id AS record_id, name || ' (n.º ' || member_number || ')' AS label, row_number() OVER (ORDER BY member_number) AS place,
      ${JSON.stringify(skipReasons)}::jsonb ->> skip AS reason, CASE WHEN ${input.chargeIds.length > 0} THEN to_jsonb(ids) END AS data
    FROM judged`,
  async perform(writing, { id, data }, input) {
    return notify(writing, { ...input, memberIds: [id], chargeIds: (data ?? []) as string[] })
  },
}

const nothingDue = 'Entretanto deixou de dever, ou já foi avisado'

/** Judges a member again, as of now, and writes the notice. */
async function notify(writing: Writing, filter: NoticeFilter): Promise<BulkResult> {
  const { db, settings, today } = writing
  // Two tasks at once would each find the same member without a notice.
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.notices})`)
  const portion = { limit: 1 }
  const { skipped, debtors } = await findDebtors(db, filter, { settings, today, portion })
  const [debtor] = await stillOwing(db, debtors)
  if (!debtor) return { outcome: 'skipped', reason: skipped[0]?.reasonLabel ?? nothingDue }
  const told = await tellDebtor(writing, debtor)
  if (!told) return { outcome: 'skipped', reason: skipReasons.switchedOff }
  const outcome = (await isHeld(writing, told.id)) ? 'held' : 'done'
  return { outcome, reason: told.multibancoProblem }
}

/** Whether the message waits until sending is switched on; letters wait for a printer instead. */
async function isHeld({ db }: Pick<Writing, 'db'>, messageId: string): Promise<boolean> {
  const message = await one(
    db,
    sql`SELECT state = 'held' AND channel <> 'letter' AS "isHeld" FROM messages WHERE id = ${messageId}`,
    { isHeld: 'boolean' },
  )
  return message.isHeld
}
