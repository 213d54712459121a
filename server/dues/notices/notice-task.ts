import { staff } from '@agremia/resources/access.ts'
import { advisoryLocks } from '../../database/advisory-locks.ts'
import { execute, one, sql } from '../../database/sql.ts'
import type { BulkResult, BulkTask } from '../../rest/modules.ts'
import type { Writing } from '../../rest/write.ts'
import { judgedSql, skipReasons, findDebtors, stillOwing } from './debtors.ts'
import type { NoticeFilter } from './notice-filter.ts'
import { readNoticeFilter, noticeSteps } from './notice-filter.ts'
import { announce } from '../../messages/index.ts'
import type { Advice } from '../advice/advice.ts'
import { adviceFor } from '../advice/advice.ts'
import { adviceFrames, adviceValues, advicePage } from '../advice/advice-values.ts'
import { keepNotice } from './charge-notices.ts'
import type { Debtor, ReachedCharge } from './debtors.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { multibancoReference } from '@agremia/resources/rules/multibanco.ts'
import { joinList } from '@agremia/resources/rules/plural.ts'
import type { World } from '../../context.ts'

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

export interface Told {
  /** Of the message. */
  id: string
  /** Why it has no reference, for the staff. */
  multibancoProblem: string | null
}

type Telling = Pick<Writing, 'db' | 'world' | 'settings' | 'today' | 'changes'>

/**
 * Writes the message of the highest step that somebody has reached, about what has reached it; what has reached only a lower
 * one is told of below, in its own terms. Undefined when the message is switched off.
 */
export async function tellDebtor(writing: Telling, debtor: Debtor): Promise<Told | undefined> {
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
      outrasDividas: otherAdvice ? sayOtherDebts(otherAdvice, { world, today }) : '',
    },
    about: { resource: 'members', id: memberId },
    frames: adviceFrames(advice, world),
  })
  if (id === undefined) return undefined
  await keepNotice(writing, id, charges)
  return { id, multibancoProblem: advice.multibancoProblem ?? otherAdvice?.multibancoProblem ?? null }
}

function adviceOf(writing: Telling, memberId: string, charges: readonly ReachedCharge[]): Promise<Advice> {
  return adviceFor(writing, { memberId, type: null, year: null, chargeIds: charges.map(({ id }) => id) })
}

/**
 * What a message of the ladder says of debts that have not come as far as those it is about: what is overdue, what is yet to
 * fall due, and how just these are paid.
 */
export function sayOtherDebts(
  advice: Pick<Advice, 'lines' | 'total' | 'multibanco' | 'publicId'>,
  { world, today }: { world: Pick<World, 'config'>; today: string },
): string {
  const { lines, total } = advice
  const overdue = lines.filter(({ dueDate }) => dueDate < today)
  const upcoming = lines.filter(({ dueDate }) => dueDate >= today)
  const cents = (euros: number) => formatAmount(Math.round(euros * 100))
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
  return [...parts, `Para pagar só isto${sum}: ${wayOf(advice, world)}`].join(' ')
}

function sentence(start: string, debts: readonly string[]): string[] {
  return debts.length > 0 ? [`${start}: ${joinList([...debts])}.`] : []
}

function wayOf(
  { multibanco, publicId }: Pick<Advice, 'multibanco' | 'publicId'>,
  world: Pick<World, 'config'>,
): string {
  if (!multibanco) return advicePage(publicId, world)
  const reference = multibancoReference.format?.(multibanco.reference) ?? multibanco.reference
  return `entidade ${multibanco.entity}, referência ${reference}.`
}
