import { memberExemptions } from '@agremia/resources/definitions/member-exemptions.ts'
import type { members } from '@agremia/resources/definitions/members.ts'
import { addDays, formatDate } from '@agremia/resources/rules/dates.ts'
import type { Querying } from '../../database/querying.ts'
import { many, maybeOne, raiseVersion, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/transaction.ts'
import type { FieldMessages } from '../../errors.ts'
import type { Change } from '../../rest/change.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { HookContext } from '../../rest/modules.ts'

const formFields = ['exemptFrom', 'exemptUntil', 'exemptReason']

/** An exemption that begins without a day begins today; in a new member, with the admission. One that is removed has no beginning. */
export function beginExemption({ before, values, set, today }: HookContext<typeof members>): void {
  if (!before || !('exemptUntil' in values) || 'exemptFrom' in values) return
  const { exemptUntil } = values
  if (typeof exemptUntil !== 'string') set({ exemptFrom: null })
  else if (exemptUntil >= today && !(typeof before.exemptUntil === 'string' && before.exemptUntil >= today))
    set({ exemptFrom: today })
}

interface Days {
  start: string | null
  end: string
}

const overlaps = (days: Days) =>
  sql`coalesce(e.start_date, '-infinity') <= ${days.end}::date AND e.end_date >= coalesce(${days.start}::date, '-infinity')`

/** Returns the sentence that refuses an exemption on days of another one of the member. */
export async function overlapProblem(
  db: Querying,
  { memberId, id }: { memberId: string; id: string | null },
  days: Days,
): Promise<string | undefined> {
  const other = await maybeOne(
    db,
    sql`SELECT start_date, end_date FROM member_exemptions e
        WHERE member_id = ${memberId}::uuid AND id IS DISTINCT FROM ${id}::uuid AND ${overlaps(days)} ORDER BY end_date LIMIT 1`,
    { start_date: 'day?', end_date: 'day' },
  )
  if (!other) return undefined
  const from = other.start_date === null ? 'desde a admissão' : `de ${formatDate(other.start_date)}`
  return `Já há uma isenção ${from} a ${formatDate(other.end_date)}: escolha outros dias, ou corrija-a no histórico.`
}

const rowShape = { ...idAndVersion, start_date: 'day?', end_date: 'day' } as const

/** What a save of a member does to the history of its exemptions. */
async function plannedRow({ db, id, before, values, merged }: HookContext<typeof members>) {
  if (!formFields.some((name) => name in values)) return undefined
  const { exemptFrom: start = null, exemptUntil: end } = merged
  const days = typeof end === 'string' ? { start, end } : undefined
  const row =
    before?.exemptUntil &&
    (await maybeOne(
      db,
      sql`SELECT id, version, start_date, end_date FROM member_exemptions
          WHERE member_id = ${id}::uuid AND end_date = ${before.exemptUntil}::date AND start_date IS NOT DISTINCT FROM ${before.exemptFrom ?? null}::date`,
      rowShape,
    ))
  if (!row) return { days }
  const isCorrection =
    days !== undefined &&
    (row.start_date === days.start ||
      ((row.start_date ?? '') <= days.end && row.end_date >= (days.start ?? '')))
  return { days, row, corrected: isCorrection ? row : undefined }
}

/** Errors of the exemption of a member that is saved. */
export async function exemptionProblems(context: HookContext<typeof members>): Promise<FieldMessages> {
  const { db, id, before } = context
  const planned = before && (await plannedRow(context))
  if (!planned?.days) return {}
  const own = { memberId: id, id: planned.corrected?.id ?? null }
  const problem = await overlapProblem(db, own, planned.days)
  return problem === undefined ? {} : { exemptFrom: [problem] }
}

/**
 * Writes the exemption of a member that was saved to the history. Other days correct the one that the member had, unless they have none in
 * common with it: then it is another one. One that is removed ends yesterday if it has begun.
 */
export async function keepExemptions(context: HookContext<typeof members>): Promise<void> {
  const { db, id, merged, today, caller, changes } = context
  const planned = await plannedRow(context)
  if (!planned) return
  const { days, row, corrected } = planned
  const reason = merged.exemptReason ?? null
  const keep = (action: 'created' | 'updated' | 'deleted', rows: { id: string; version: number }[]) =>
    changes.push(...changesOf(memberExemptions.name, action, rows))
  if (days && corrected)
    keep(
      'updated',
      await many(
        db,
        sql`UPDATE member_exemptions SET start_date = ${days.start}::date, end_date = ${days.end}::date, reason = ${reason}, ${raiseVersion()}
            WHERE id = ${corrected.id} RETURNING id, version`,
        idAndVersion,
      ),
    )
  else if (days)
    keep(
      'created',
      await many(
        db,
        sql`INSERT INTO member_exemptions (id, member_id, person_id, start_date, end_date, reason, created_by_name)
            VALUES (new_id(), ${id}, ${merged.personId}, ${days.start}::date, ${days.end}::date, ${reason}, ${caller.name}) RETURNING id, version`,
        idAndVersion,
      ),
    )
  else if (row && row.end_date >= today) {
    const hasBegun = (row.start_date ?? merged.admissionDate ?? '') < today
    const statement = hasBegun
      ? sql`UPDATE member_exemptions SET end_date = ${addDays(today, -1)}::date, ${raiseVersion()}`
      : sql`DELETE FROM member_exemptions`
    keep(
      hasBegun ? 'updated' : 'deleted',
      await many(db, sql`${statement} WHERE id = ${row.id} RETURNING id, version`, idAndVersion),
    )
  }
}

/**
 * Gives one or all members the exemption of their history that is in force today, or else the next one, and none that is no longer in the
 * history. Safe to repeat. Returns the changes.
 */
export async function applyExemptions(
  db: Tx,
  today: string,
  memberId: string | null = null,
): Promise<Change[]> {
  const rows = await many(
    db,
    sql`UPDATE members m SET exempt_from = x.start_date, exempt_until = x.end_date, exempt_reason = x.reason, ${raiseVersion('m')}
        FROM (SELECT c.id AS member_id, n.start_date, n.end_date, n.reason
          FROM (SELECT id, exempt_from, exempt_until FROM members WHERE ${memberId}::uuid IS NOT NULL AND id = ${memberId}
            UNION ALL SELECT id, exempt_from, exempt_until FROM members WHERE ${memberId}::uuid IS NULL AND exempt_until < ${today}::date) c
          LEFT JOIN LATERAL (SELECT * FROM member_exemptions e WHERE e.member_id = c.id AND e.end_date >= ${today}::date ORDER BY e.end_date LIMIT 1) n ON true
          WHERE n.id IS NOT NULL OR NOT EXISTS (SELECT FROM member_exemptions e
            WHERE e.member_id = c.id AND e.end_date = c.exempt_until AND e.start_date IS NOT DISTINCT FROM c.exempt_from)) x
        WHERE m.id = x.member_id
          AND (m.exempt_from, m.exempt_until, m.exempt_reason) IS DISTINCT FROM (x.start_date, x.end_date, x.reason)
        RETURNING m.id, m.version`,
    idAndVersion,
  )
  return changesOf('members', 'updated', rows)
}
