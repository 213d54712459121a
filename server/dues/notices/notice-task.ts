import { staffWriters } from '@agremia/resources/access.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import { execute, sql } from '../../database/sql.ts'
import { heldText } from '../../held-messages.ts'
import type { BulkRecord, BulkResult, BulkTask, Context } from '../../rest/modules.ts'
import { assessedSql, skipNote, skipReasons, findDebtors, lockDebtors } from './debtors.ts'
import type { NoticeFilter } from './notice-filter.ts'
import { readNoticeFilter, selectedCharges } from './notice-filter.ts'
import { announce } from '../../messages/index.ts'
import { ensureReference } from '../intents/request-intent.ts'
import { insertChargeNotices } from './charge-notices.ts'
import type { Debtor } from './debtors.ts'
import type { NoticeComposition, NoticeExceptions } from './compose-notices.ts'
import { noticeContent, noticeRequests } from './notice-content.ts'

/** Bulk task that sends a notice to each member with a due step. Its input is a `NoticeFilter`, as in the preview. */
export const noticeTask: BulkTask<NoticeFilter> = {
  resource: 'members',
  access: staffWriters,
  readInput: readNoticeFilter,
  // Each item stores its own charges: sending the whole `chargeIds` list again for each member would take quadratic time.
  records: ({ world, caller, input, settings, today }) => sql`
    WITH ${assessedSql(input, { settings, today, selected: selectedCharges(world, input, { caller, today }) })}
    SELECT member_id AS record_id, name || ' (n.º ' || member_number || ')' AS label, row_number() OVER (ORDER BY member_number) AS place,
      ${JSON.stringify(skipReasons)}::jsonb ->> skip || coalesce(': ' || ${skipNote}, '') AS reason,
      CASE WHEN ${input.chargeIds.length > 0 || input.debts !== null} THEN to_jsonb(ids) END AS data
    FROM assessed`,
  async beforehand(world, record, input) {
    const options = {
      settings: await world.organisation.settings(),
      today: await world.organisation.today(),
      page: { limit: 1 },
    }
    const { debtors } = await findDebtors(world.database.pool, filterOf(record, input), options)
    for (const { memberId, charges } of debtors)
      for (const request of noticeRequests(memberId, charges))
        if (request) await ensureReference(world, request)
  },
  async perform(writing, record, input) {
    return notify(writing, filterOf(record, input), record.bulkActionId)
  },
}

/** The filter for one member, with its own charges. */
function filterOf({ id, data }: BulkRecord, input: NoticeFilter): NoticeFilter {
  return { ...input, debts: null, memberIds: [id], chargeIds: (data ?? []) as string[] }
}

/** Checks the member again, since time has passed, and writes the notice. */
async function notify(writing: Context, filter: NoticeFilter, bulkActionId: string): Promise<BulkResult> {
  const { db, settings, today } = writing
  // Two concurrent tasks would both find the member without a notice and write two.
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.notices})`)
  const page = { limit: 1 }
  const { skipped, debtors } = await findDebtors(db, filter, { settings, today, page })
  const [debtor] = await lockDebtors(db, debtors)
  if (!debtor) return { outcome: 'skipped', reason: skipped[0]?.reasonLabel ?? skipReasons.settled }
  const includesEnded = filter.includeEnded || debtor.hasEnded
  const exceptions = { includesEnded, includesAgreed: false }
  const notice = await writeNotice(writing, { ...debtor, bulkActionId }, exceptions)
  if (!notice) return { outcome: 'skipped', reason: skipReasons.switchedOff }
  const held = heldText(db)
  return { outcome: held === undefined ? 'done' : 'held', reason: notice.multibancoProblem ?? held }
}

export interface WrittenNotice {
  /** Id of the message. */
  id: string
  /** Why it has no Multibanco reference, for the staff. */
  multibancoProblem: string | null
}

type NoticeWriteContext = Pick<Context, 'db' | 'world' | 'settings' | 'today'>

/** Writes a notice, which is composed again when it is sent or printed. Undefined when its message is disabled. */
export async function writeNotice(
  writing: NoticeWriteContext,
  debtor: Pick<Debtor, 'memberId' | 'personId' | 'charges'> & { bulkActionId?: string },
  allowed: NoticeExceptions,
): Promise<WrittenNotice | undefined> {
  const { memberId, personId, charges, bulkActionId } = debtor
  const { event, values, frames, multibancoProblem } = await noticeContent(writing, memberId, charges)
  const composition: NoticeComposition = { composer: 'notice', charges: [...charges], ...allowed }
  const about = { resource: 'members', id: memberId }
  const content = { values, about, frames, composition, bulkActionId }
  const id = await announce(writing, { event, to: { personId }, ...content })
  if (id === undefined) return undefined
  await insertChargeNotices(writing, id, charges)
  return { id, multibancoProblem }
}
