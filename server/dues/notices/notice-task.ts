import type { Euros } from '@agremia/resources/rules/amount.ts'
import { staffWriters } from '@agremia/resources/access.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import { execute, one, sql } from '../../database/sql.ts'
import type { BulkRecord, BulkResult, BulkTask } from '../../rest/modules.ts'
import type { WriteContext } from '../../rest/write.ts'
import { assessedSql, skipReasons, findDebtors, lockDebtors } from './debtors.ts'
import type { NoticeFilter } from './notice-filter.ts'
import { readNoticeFilter, noticeSteps } from './notice-filter.ts'
import { announce } from '../../messages/index.ts'
import type { Advice } from '../advice/advice.ts'
import { adviceFor } from '../advice/advice.ts'
import type { AdviceRequest } from '../advice/advice-request.ts'
import { ensureReference } from '../intents/request-intent.ts'
import { adviceFrames, adviceValues, advicePage } from '../advice/advice-values.ts'
import { insertChargeNotices } from './charge-notices.ts'
import type { Debtor, ReachedCharge } from './debtors.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { World } from '../../context.ts'

/** Bulk task that sends a notice to each member with a due step. Its input is a `NoticeFilter`, as in the preview. */
export const noticeTask: BulkTask<NoticeFilter> = {
  resource: 'members',
  access: staffWriters,
  readInput: readNoticeFilter,
  // Each item stores its own charges: sending the whole `chargeIds` list again for each member would take quadratic time.
  records: ({ input, settings, today }) => sql`
    WITH ${assessedSql(input, { settings, today })}
    SELECT member_id AS record_id, name || ' (n.º ' || member_number || ')' AS label, row_number() OVER (ORDER BY member_number) AS place,
      ${JSON.stringify(skipReasons)}::jsonb ->> skip AS reason, CASE WHEN ${input.chargeIds.length > 0} THEN to_jsonb(ids) END AS data
    FROM assessed`,
  async beforehand({ world }, record, input) {
    const options = {
      settings: await world.organisation.settings(),
      today: await world.organisation.today(),
      page: { limit: 1 },
    }
    const { debtors } = await findDebtors(world.database.pool, filterOf(record, input), options)
    for (const { memberId, charges, step } of debtors)
      for (const some of [
        charges.filter((charge) => charge.step === step),
        charges.filter((charge) => charge.step < step),
      ])
        if (some.length > 0) await ensureReference(world, requestOf(memberId, some))
  },
  async perform(writing, record, input) {
    return notify(writing, filterOf(record, input))
  },
}

/** The filter for one member, with its own charges. */
function filterOf({ id, data }: BulkRecord, input: NoticeFilter): NoticeFilter {
  return { ...input, memberIds: [id], chargeIds: (data ?? []) as string[] }
}

const nothingDue = 'Entretanto deixou de dever, ou já foi avisado'

/** Checks the member again, since time has passed, and writes the notice. */
async function notify(writing: WriteContext, filter: NoticeFilter): Promise<BulkResult> {
  const { db, settings, today } = writing
  // Two concurrent tasks would both find the member without a notice and write two.
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.notices})`)
  const page = { limit: 1 }
  const { skipped, debtors } = await findDebtors(db, filter, { settings, today, page })
  const [debtor] = await lockDebtors(db, debtors)
  if (!debtor) return { outcome: 'skipped', reason: skipped[0]?.reasonLabel ?? nothingDue }
  const notice = await writeNotice(writing, debtor)
  if (!notice) return { outcome: 'skipped', reason: skipReasons.switchedOff }
  const outcome = (await isHeld(writing, notice.id)) ? 'held' : 'done'
  return { outcome, reason: notice.multibancoProblem }
}

/** Whether the message waits until sending is enabled; letters wait for printing instead. */
async function isHeld({ db }: Pick<WriteContext, 'db'>, messageId: string): Promise<boolean> {
  const message = await one(
    db,
    sql`SELECT state = 'held' AND channel <> 'letter' AS "isHeld" FROM messages WHERE id = ${messageId}`,
    { isHeld: 'boolean' },
  )
  return message.isHeld
}

export interface WrittenNotice {
  /** Id of the message. */
  id: string
  /** Why it has no Multibanco reference, for the staff. */
  multibancoProblem: string | null
}

type NoticeWriteContext = Pick<WriteContext, 'db' | 'world' | 'settings' | 'today' | 'changes'>

/**
 * Writes the message of the debtor's highest step about the charges of that step; charges of lower steps are listed below, with
 * their own reference. Undefined when the message is disabled.
 */
export async function writeNotice(
  writing: NoticeWriteContext,
  debtor: Debtor,
): Promise<WrittenNotice | undefined> {
  const { memberId, personId, charges, step } = debtor
  const event = noticeSteps[step - 1]
  if (!event) return undefined
  const { world, today } = writing
  const advice = await adviceOf(
    writing,
    memberId,
    charges.filter((charge) => charge.step === step),
  )
  const others = charges.filter((charge) => charge.step < step)
  const otherAdvice = others.length > 0 ? await adviceOf(writing, memberId, others) : undefined
  const id = await announce(writing, {
    event,
    to: { personId },
    values: {
      ...adviceValues(advice, world),
      outrasDividas: otherAdvice ? otherDebtsText(otherAdvice, { world, today }) : '',
    },
    about: { resource: 'members', id: memberId },
    frames: adviceFrames(advice, world),
  })
  if (id === undefined) return undefined
  await insertChargeNotices(writing, id, charges)
  return { id, multibancoProblem: advice.multibancoProblem ?? otherAdvice?.multibancoProblem ?? null }
}

function adviceOf(
  writing: NoticeWriteContext,
  memberId: string,
  charges: readonly ReachedCharge[],
): Promise<Advice> {
  return adviceFor(writing, requestOf(memberId, charges))
}

function requestOf(memberId: string, charges: readonly ReachedCharge[]): AdviceRequest {
  return { memberId, type: null, year: null, chargeIds: charges.map(({ id }) => id) }
}

/** Text about the charges of lower steps: the overdue ones, the upcoming ones, and how to pay only these. */
export function otherDebtsText(
  advice: Pick<Advice, 'lines' | 'total' | 'multibanco' | 'publicId'>,
  { world, today }: { world: Pick<World, 'config'>; today: string },
): string {
  const { lines, total } = advice
  const overdue = lines.filter(({ dueDate }) => dueDate < today)
  const upcoming = lines.filter(({ dueDate }) => dueDate >= today)
  const cents = (euros: Euros) => formatAmount(toCents(euros))
  const parts = [
    ...sentence(
      'Também por regularizar',
      overdue.map(({ description, amount }) => `${description} (${cents(amount)})`),
    ),
    ...sentence(
      'A vencer',
      upcoming.map(
        ({ description, amount, dueDate }) => `${description} (${cents(amount)}, até ${formatDate(dueDate)})`,
      ),
    ),
  ]
  const sum = lines.length > 1 ? `, no total de ${cents(total)}` : ''
  return [...parts, `Para pagar só isto${sum}: ${paymentWay(advice, world)}`].join(' ')
}

function sentence(start: string, debts: readonly string[]): string[] {
  return debts.length > 0 ? [`${start}: ${joinList([...debts])}.`] : []
}

function paymentWay(
  { multibanco, publicId }: Pick<Advice, 'multibanco' | 'publicId'>,
  world: Pick<World, 'config'>,
): string {
  if (!multibanco) return advicePage(publicId, world)
  const reference = multibancoReference.format?.(multibanco.reference) ?? multibanco.reference
  return `entidade ${multibanco.entity}, referência ${reference}.`
}
