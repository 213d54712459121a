import type { members } from '@agremia/resources/definitions/members.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { v7 as newId } from 'uuid'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, insertion, lookUp, many, maybeOne, one, raiseVersion, raw, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { categoryOn, planOn } from '../dues/index.ts'
import { conflict } from '../errors.ts'
import { announce } from '../messages/index.ts'
import { idAndVersion } from '../rest/changes.ts'
import { toJson } from '../rest/codec.ts'
import type { Context, HookContext, SaveContext } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import type { Change } from '../rest/change.ts'
import type { FieldMessages } from '../errors.ts'

export type StateName = RowOf<typeof stateNameShape>
const stateNameShape = {
  id: 'uuid',
  name: 'text',
  marks_end: 'boolean',
  marks_death: 'boolean',
  needs_reason: 'boolean',
  needs_document: 'boolean',
  sends_message: 'boolean',
  active: 'boolean',
} as const

/** The states that members may have, by id. */
export async function readStateNames({ db }: { db: Querying }): Promise<Map<string, StateName>> {
  const rows = await many(
    db,
    sql`SELECT id, name, marks_end, marks_death, needs_reason, needs_document, sends_message, active FROM member_state_names`,
    stateNameShape,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether members who pass to the state get a message. */
export const isAnnounced = ({ sends_message, marks_death }: StateName): boolean =>
  sends_message && !marks_death

/** Writes the message about a state to the member, in the caller's transaction. */
export async function announceState(
  { db, world }: Pick<Context, 'db' | 'world'>,
  given: { memberId: string; personId: string; state: { name: string; date: string; reason: string | null } },
): Promise<void> {
  const { memberId, personId, state } = given
  await announce(
    { db, world },
    {
      event: 'stateChanged',
      to: { personId },
      values: { estado: state.name, data: formatDate(state.date), motivo: state.reason ?? '' },
      about: { resource: 'members', id: memberId },
    },
  )
}

interface NewState {
  memberId: string
  personId: string
  stateNameId: string
  startDate: string
  endDate?: string | null
  reason?: string | null
  decisionBody?: string | null
  minuteRef?: string | null
  documentId?: string | null
  endsAccess?: boolean
  by: string
}

/** Gives a new member the first active state that has rights, charges quotas and does not mark the end: by default Ativo. */
export async function openFirstState({ db, merged, today, set }: SaveContext<typeof members>): Promise<void> {
  const first = await maybeOne(
    db,
    lookUp(
      sql`SELECT id FROM member_state_names WHERE active AND NOT marks_end AND has_rights AND charges_quota ORDER BY "order", id LIMIT 1`,
    ),
    { id: 'uuid' },
  )
  if (!first)
    throw conflict('Não há nenhum estado em uso em que possa começar: reveja os estados nas configurações.')
  const { admissionDate } = merged
  set({ currentStateId: first.id, stateSince: admissionDate, toBeAdmitted: admissionDate > today })
}

/** Rejects an admission date after the first change of state. */
export async function admissionProblems({
  db,
  id,
  before,
  values,
}: HookContext<typeof members>): Promise<FieldMessages> {
  const admitted = values.admissionDate
  if (!before || typeof admitted !== 'string') return {}
  const first = await findFirstState(db, id)
  if (!first?.end_date || first.marks_end || admitted <= first.end_date) return {}
  return { admissionDate: [`É posterior à primeira mudança de estado (${formatDate(first.end_date)}).`] }
}

/** Moves the start of the first state to a corrected admission date. */
export async function moveFirstState({
  db,
  id,
  before,
  values,
  set,
  today,
  changes,
}: SaveContext<typeof members>): Promise<void> {
  const admitted = values.admissionDate
  if (!before || typeof admitted !== 'string') return
  const first = await findFirstState(db, id)
  // Who gave up before the admission has no state that begins with it.
  if (!first || first.marks_end) return
  const { version } = await one(
    db,
    sql`UPDATE member_states SET start_date = ${admitted}, ${raiseVersion()} WHERE id = ${first.id} RETURNING version`,
    { version: 'integer' },
  )
  changes.push({
    resource: 'memberStates',
    action: 'updated',
    id: first.id,
    version,
  })
  const isCurrent = before.currentStateId === first.state_name_id && before.stateSince === first.start_date
  if (!isCurrent) return
  set({ stateSince: admitted, toBeAdmitted: admitted > today })
}

type FirstState = RowOf<typeof firstStateShape>
const firstStateShape = {
  id: 'uuid',
  state_name_id: 'uuid',
  start_date: 'day',
  end_date: 'day?',
  marks_end: 'boolean',
} as const

async function findFirstState(db: Tx, memberId: string): Promise<FirstState | undefined> {
  return maybeOne(
    db,
    sql`SELECT s.id, s.state_name_id, s.start_date, s.end_date, n.marks_end FROM member_states s JOIN member_state_names n ON n.id = s.state_name_id
        WHERE s.member_id = ${memberId} ORDER BY s.start_date, s.end_date NULLS LAST, s.id LIMIT 1`,
    firstStateShape,
  )
}

export async function insertState(db: Tx, state: NewState): Promise<string> {
  const id = newId()
  await execute(
    db,
    insertion(sql`INSERT INTO member_states (id, member_id, person_id, state_name_id, start_date, end_date, reason, decision_body, minute_ref, created_by_name, document_id, ends_access)
           VALUES (${id}, ${state.memberId}, ${state.personId}, ${state.stateNameId}, ${state.startDate}, ${state.endDate ?? null}, ${state.reason ?? null}, ${state.decisionBody ?? null}, ${state.minuteRef ?? null}, ${state.by}, ${state.documentId ?? null}, ${state.endsAccess ?? false})`),
  )
  return id
}

/**
 * Sets one or all members to the state of their history today, so that future changes take effect; before the admission, to the first state.
 * For one member it also updates the reason of the leaving. Idempotent. Returns the changes.
 */
export async function applyDueStates(
  db: Tx,
  today: string,
  memberId: string | null = null,
): Promise<Change[]> {
  const rows = await many(
    db,
    sql`
      UPDATE members m SET current_state_id = due.state_name_id, state_since = due.start_date,
        to_be_admitted = due.start_date > ${today}::date, end_date = CASE WHEN n.marks_end THEN due.start_date END,
        end_reason = CASE WHEN n.marks_end THEN left(due.reason, 200) END,
        ${raiseVersion('m')}
      FROM member_states due JOIN member_state_names n ON n.id = due.state_name_id
      WHERE due.member_id = m.id AND (${memberId}::uuid IS NULL OR m.id = ${memberId}) AND (due.end_date IS NULL OR due.end_date > ${today}::date)
        AND (due.start_date <= ${today}::date OR NOT EXISTS (SELECT FROM member_states b WHERE b.member_id = m.id
          AND (b.start_date, coalesce(b.end_date, 'infinity'), b.id) < (due.start_date, coalesce(due.end_date, 'infinity'), due.id)))
        AND ((m.current_state_id, m.state_since, m.to_be_admitted) IS DISTINCT FROM (due.state_name_id, due.start_date, due.start_date > ${today}::date)
          OR ${memberId}::uuid IS NOT NULL AND m.end_reason IS DISTINCT FROM CASE WHEN n.marks_end THEN left(due.reason, 200) END)
      RETURNING m.id, m.version`,
    idAndVersion,
  )
  return rows.map(({ id, version }) => ({
    resource: 'members',
    action: 'updated',
    id,
    version,
  }))
}

/**
 * Prevents changes to the rules of categories and states (pays quotas, marks the end) until the transaction ends. Take it before a
 * member gets a category or a state, and before locking the member's ledger: otherwise the member's stored sums could be computed
 * by the old rule, while the transaction of `lockRulesExclusive` does not see the member yet.
 */
export async function lockRulesShared(db: Querying): Promise<void> {
  await execute(db, lookUp(sql`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.meanings}::bigint)`))
}

/**
 * Take it before a rule of a category or a state changes for all its members. A row lock does not work: FOR UPDATE deadlocks with
 * charges, whose foreign key locks the category after the ledger, and weaker locks do not block new members.
 */
export async function lockRulesExclusive(db: Querying): Promise<void> {
  await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.meanings})`)
}

/**
 * The last day of a member in a state, null without an end: the day before the next state begins, but the day of leaving for the last
 * state before it.
 */
export const lastDayColumn: ComputedColumn = {
  sql: (
    alias,
  ) => sql`(CASE WHEN ${raw(alias)}.end_date IS NOT NULL THEN ${raw(alias)}.end_date - CASE WHEN EXISTS (
      SELECT FROM member_states b JOIN member_state_names n ON n.id = b.state_name_id
      WHERE b.member_id = ${raw(alias)}.member_id AND n.marks_end AND b.start_date <= ${raw(alias)}.end_date
        AND (b.end_date IS NULL OR b.end_date > ${raw(alias)}.end_date))
    AND NOT EXISTS (
      SELECT FROM member_states b JOIN member_state_names n ON n.id = b.state_name_id
      WHERE b.member_id = ${raw(alias)}.member_id AND NOT n.marks_end AND b.start_date = ${raw(alias)}.end_date AND b.id <> ${raw(alias)}.id)
    THEN 0 ELSE 1 END END)`,
  toJson: toJson.date,
}

/** What a member had on the day that the filter `lastDay_from` names, else on the day on which the state began. */
const onDayOfState = (valueOn: typeof categoryOn): ComputedColumn => ({
  sql(alias, filters = []) {
    const asked = filters.find(({ field, operator }) => field === 'lastDay' && operator === 'from')
    const day = asked ? sql`${asked.values[0]}::date` : sql`${raw(alias)}.start_date`
    return valueOn(sql`${raw(alias)}.member_id`, day)
  },
  toJson: toJson.uuid,
})
export const stateCategoryColumn = onDayOfState(categoryOn)
export const statePlanColumn = onDayOfState(planOn)

/** SQL: whether the state of the row with this alias marks the end. The subquery is evaluated once, not for each row. */
const marksEnd = (alias: string) =>
  sql`(${raw(alias)}.state_name_id IN (SELECT n.id FROM member_state_names n WHERE n.marks_end))`

/** Whether a state begins the first membership; false for people who gave up before the admission. */
export const admissionColumn: ComputedColumn = {
  sql: (alias) => sql`(NOT ${marksEnd(alias)} AND NOT EXISTS (
    SELECT FROM member_states b WHERE b.member_id = ${raw(alias)}.member_id AND (b.start_date, coalesce(b.end_date, 'infinity'), b.id)
      < (${raw(alias)}.start_date, coalesce(${raw(alias)}.end_date, 'infinity'), ${raw(alias)}.id)))`,
  toJson: toJson.boolean,
}

/** Whether a state begins a membership again: it follows one that marks the end. */
export const readmissionColumn: ComputedColumn = {
  sql: (alias) => sql`(NOT ${marksEnd(alias)} AND coalesce((
    SELECT n.marks_end FROM member_states b JOIN member_state_names n ON n.id = b.state_name_id
    WHERE b.member_id = ${raw(alias)}.member_id AND (b.start_date, coalesce(b.end_date, 'infinity'), b.id)
      < (${raw(alias)}.start_date, coalesce(${raw(alias)}.end_date, 'infinity'), ${raw(alias)}.id)
    ORDER BY b.start_date DESC, coalesce(b.end_date, 'infinity') DESC, b.id DESC LIMIT 1), false))`,
  toJson: toJson.boolean,
}
