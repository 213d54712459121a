import { daysToPay } from '../limits.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { toCents } from '@agremia/resources/rules/amount.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { v7 as newId } from 'uuid'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Querying } from '../database/querying.ts'
import { execute, many, maybeOne, one, raiseVersion, sql } from '../database/sql.ts'
import { addCharge } from '../dues/index.ts'
import { conflict } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { changeFields } from '../rest/change-fields.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { ActionCall, Hooks, HookContext } from '../rest/modules.ts'
import { liveSql, liveStates, validUntilSql } from './validity.ts'
import type { Change } from '../rest/change.ts'
import type { FieldMessages } from '../errors.ts'
import type { membershipCards } from '@agremia/resources/definitions/membership-cards.ts'

/** Rules for cards that the staff issues one by one: a member with a valid card gets a new copy instead. */
export const cardHooks: Hooks<typeof membershipCards> = {
  validate: async (context) => ({ errors: await cardProblems(context) }),
  async beforeSave(context) {
    const { db, before, merged, today, settings, set } = context
    if (before) return
    await lockIssue(db, merged.memberId)
    const problems = await cardProblems(context)
    if (problems['memberId']) throw conflict(problems['memberId'].join(' '))
    const { number, code, issue, validUntil } = await one(
      db,
      sql`SELECT nextval('card_number')::integer AS number, new_card_code() AS code,
            (SELECT coalesce(max(issue), 0) + 1 FROM membership_cards WHERE member_id = m.id) AS issue,
            ${validUntilSql(settings, today)} AS "validUntil" FROM members m WHERE id = ${merged.memberId}`,
      { number: 'integer', code: 'text', issue: 'integer', validUntil: 'day?' },
    )
    const type = String(merged.type ?? 'plastic')
    set({
      cardNumber: number,
      code,
      issue,
      status: type === 'digital' ? 'active' : 'toPrint',
      issuedAt: today,
      validFrom: today,
      validUntil: merged.validUntil ?? validUntil,
    })
  },
}

/**
 * Serialises requests that issue a card to the same member: two concurrent ones would both see no valid card and create two.
 * Also waits for a bulk issue, which takes the advisory lock exclusively instead of locking the rows of all its members.
 */
async function lockIssue(db: Querying, memberId: string): Promise<void> {
  await execute(db, sql`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.cardIssue})`)
  await execute(db, sql`SELECT FROM members WHERE id = ${memberId} FOR NO KEY UPDATE`)
}

async function cardProblems({
  db,
  before,
  merged,
  today,
}: HookContext<typeof membershipCards>): Promise<FieldMessages> {
  const errors: FieldMessages = {}
  if (typeof merged.validUntil === 'string' && !before && merged.validUntil < today)
    errors['validUntil'] = [fieldErrors.past]
  if (before || typeof merged.memberId !== 'string') return errors
  const member = await maybeOne(
    db,
    sql`SELECT s.marks_end AS "hasLeft",
        (SELECT card_number FROM membership_cards c WHERE c.member_id = m.id AND ${liveSql('c', today)} LIMIT 1) AS card
      FROM members m JOIN member_state_names s ON s.id = m.current_state_id WHERE m.id = ${merged.memberId}`,
    { hasLeft: 'boolean', card: 'integer?' },
  )
  if (member?.hasLeft) errors['memberId'] = ['Já saiu: não pode ter um cartão.']
  else if (member?.card) errors['memberId'] = [`Já tem o cartão n.º ${member.card}: emita uma nova via.`]
  return errors
}

/** Issues another copy: the previous code becomes invalid, and the fee becomes a charge. */
export async function issueCopy(
  call: ActionCall<typeof membershipCards, 'issueCopy'>,
): Promise<{ _id: string }> {
  const { db, record, input, today, settings, changes } = call
  await lockIssue(db, record.memberId)
  const id = newId()
  const issue = await nextIssue(call)
  const feeId = await chargeFee(call, issue)
  const rows = await many(
    db,
    sql`INSERT INTO membership_cards (id, member_id, issue, type, template_id, status, valid_from, valid_until, issued_at, fee_charge_id)
           SELECT ${id}, c.member_id, ${issue}, c.type, c.template_id,
             CASE WHEN c.type = 'digital' THEN 'active' ELSE 'toPrint' END, ${today}::date,
             CASE WHEN valid_until < ${today}::date THEN ${validUntilSql(settings, today)} ELSE valid_until END, ${today}::date, ${feeId}
           FROM membership_cards c JOIN members m ON m.id = c.member_id WHERE c.id = ${record._id} RETURNING membership_cards.id, membership_cards.version`,
    idAndVersion,
  )
  changes.push(...changesOf('membershipCards', 'created', rows))
  const reason = [input.lost === true ? 'Extraviado' : 'Substituído', input.reason].filter(Boolean).join(': ')
  await endCard(call, { status: input.lost === true ? 'lost' : 'replaced', reason, replacedById: id })
  await recordAudit(call, [
    {
      resource: 'membershipCards',
      id,
      action: 'created',
      changes: [{ field: 'issue', from: record.issue, to: issue }],
    },
  ])
  return { _id: id }
}

/** The number of the member's next copy. The caller holds the lock of `lockIssue`. */
async function nextIssue({ db, record }: ActionCall<typeof membershipCards>): Promise<number> {
  const { issue } = await one(
    db,
    sql`SELECT max(issue) + 1 AS issue FROM membership_cards WHERE member_id = ${record.memberId}`,
    { issue: 'integer' },
  )
  return issue
}

/** The id of the charge of another copy; null when it costs nothing or the staff waives the fee. */
async function chargeFee(call: ActionCall<typeof membershipCards>, issue: number): Promise<string | null> {
  const { record, input, settings, today } = call
  const amount = toCents(settings.cardsReplacementFee)
  if (amount <= 0 || input.chargeFee !== true) return null
  return addCharge(call, {
    memberId: record.memberId,
    type: 'card',
    description: `${issue}.ª via do cartão`,
    dueDate: addDays(today, daysToPay),
    amount,
  })
}

interface Ending {
  status: 'lost' | 'replaced' | 'revoked'
  reason: string
  replacedById?: string
}

async function endCard(
  call: ActionCall<typeof membershipCards>,
  { status, reason, replacedById = '' }: Ending,
): Promise<void> {
  const { db, record, world, changes } = call
  const rows = await many(
    db,
    sql`UPDATE membership_cards SET status = ${status}, revoke_reason = ${reason}, revoked_at = ${world.clock()}, replaced_by_id = nullif(${replacedById}, '')::uuid,
             ${raiseVersion()} WHERE id = ${record._id} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('membershipCards', 'updated', rows))
  await recordStatusChange(call, status === 'revoked' ? 'revoke' : 'issueCopy', { status, reason })
}

async function recordStatusChange(
  call: ActionCall<typeof membershipCards>,
  action: string,
  now: { status: string; reason?: string },
): Promise<void> {
  const { record } = call
  await recordAudit(call, [
    {
      resource: 'membershipCards',
      id: record._id,
      action,
      changes: [
        { field: 'status', from: record.status, to: now.status },
        ...(now.reason ? [{ field: 'revokeReason', from: null, to: now.reason }] : []),
      ],
    },
  ])
}

/** Revokes a card without replacement. */
export async function revokeCard(call: ActionCall<typeof membershipCards, 'revoke'>): Promise<undefined> {
  await endCard(call, { status: 'revoked', reason: call.input.reason })
  return undefined
}

/** Marks a card as delivered, or as sent by mail. */
export async function deliverCard(call: ActionCall<typeof membershipCards, 'deliver'>): Promise<undefined> {
  const { record, input } = call
  const next = input.method === 'mail' && record.status === 'printed' ? 'sent' : 'delivered'
  await changeFields(call, {
    status: next,
    deliveryMethod: input.method,
    deliveredAt: next === 'delivered' ? input.date : null,
  })
  return undefined
}

/** Daily work: marks cards whose last day has passed as expired. */
export async function expireCards(db: Querying, today: string): Promise<Change[]> {
  const rows = await many(
    db,
    sql`UPDATE membership_cards c SET status = 'expired', ${raiseVersion()}
           WHERE valid_until < ${today}::date AND status IN (${liveStates}) RETURNING id, version`,
    idAndVersion,
  )
  return changesOf('membershipCards', 'updated', rows)
}
