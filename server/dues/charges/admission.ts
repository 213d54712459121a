import type { members } from '@agremia/resources/definitions/members.ts'
import { daysToPay, lateAdmissionDays } from '../../limits.ts'
import { leftOutReasons, type LeftOutReason } from '@agremia/resources/definitions/quota-runs.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { periodsBegunBy } from '@agremia/resources/rules/quota-periods.ts'
import {
  inline,
  maybeOne,
  prepared,
  raiseVersion,
  sql,
  execute,
  exists,
  many,
  textOf,
} from '../../database/sql.ts'
import type { Admission, StateChange } from '../../membership-events.ts'
import { addCharge } from './charges.ts'
import type { Querying } from '../../database/querying.ts'
import type { RowOf, Sql } from '../../database/sql.ts'
import { describeCharge } from './debt-words.ts'
import { categoryJoin, termsJoin } from '../terms/in-force.ts'
import type { EnteredMember } from '../generation/candidates.ts'
import { candidatesSql, wholeSelection } from '../generation/candidates.ts'
import { insertQuotas } from '../generation/insert-quotas.ts'
import { holdFromPeriods } from '../ledger/charges-on.ts'
import { lockLedger, refreshBalances, refreshLedger } from '../ledger/ledger.ts'
import { chargeTypes } from '@agremia/resources/definitions/unsettled-payments.ts'
import { changesOf, idAndVersion } from '../../rest/changes.ts'
import type { Context, HookContext } from '../../rest/modules.ts'
import type { Change } from '../../rest/change.ts'
import type { FieldMessages } from '../../errors.ts'

/** Charges a new member of a cooperative for the capital titles of the application. Type `capital`: it is not income. */
export async function chargeCapital(admission: Admission): Promise<void> {
  const { db, settings, memberId, applicationId, date } = admission
  if (settings.orgType !== 'cooperative') return
  const application = await maybeOne(
    db,
    sql`SELECT capital_titles AS titles FROM member_applications WHERE id = ${applicationId}`,
    { titles: 'integer?' },
  )
  const titles = application?.titles ?? 0
  const amount = titles * toCents(settings.capitalTitleValue)
  if (amount === 0) return
  await addCharge(admission, {
    memberId,
    type: 'capital',
    description: counted(titles, 'título de capital', 'títulos de capital'),
    dueDate: addDays(date, daysToPay),
    amount,
    origin: 'admission',
  })
}

type PlanRow = RowOf<typeof planShape>
const planShape = {
  admission_date: 'day',
  charges_on_admission: 'boolean?',
  due_date: 'day',
  joia: 'cents?',
  category_id: 'uuid',
} as const

/**
 * Whether an admission is charged when it is entered: one of this year, or of the last weeks, which was entered late. An older one is
 * entered from earlier records, whose charges are generated or imported.
 */
function isChargedAtOnce(admissionDate: string, today: string): boolean {
  return admissionDate >= `${today.slice(0, 4)}-01-01` || admissionDate >= addDays(today, -lateAdmissionDays)
}

/**
 * Charges the joia of a new member, at the price of the day of admission, and the quotas of the periods from that of the admission to that
 * of today, if the plan charges on admission. Idempotent.
 */
export async function chargeAdmission(context: Context, memberId: string): Promise<void> {
  const { db, today, changes } = context
  const chosen = [memberId]
  await lockLedger(db, chosen)
  const plan = await planOfMember(context, memberId)
  if (plan?.charges_on_admission && isChargedAtOnce(plan.admission_date, today))
    await chargeFirst(context, memberId, plan)
  changes.push(...(await refreshBalances(db, today, chosen)))
}

async function chargeFirst(context: Context, memberId: string, plan: PlanRow): Promise<void> {
  const { db, today, changes, world } = context
  const terminology = await world.organisation.terminology()
  const year = Number(plan.admission_date.slice(0, 4))
  await insertJoia(context, memberId, plan)
  const last = plan.admission_date > today ? plan.admission_date : today
  for (let charged = year; charged <= Number(last.slice(0, 4)); charged++) {
    const periods = [...periodsBegunBy(charged, last)]
    const selection = wholeSelection({ year: charged, periods, memberIds: [memberId], today, terminology })
    await insertQuotas(db, selection, { origin: 'admission' })
  }
  const charged = await many(
    db,
    prepared(
      sql`SELECT id, version FROM unsettled_payments WHERE member_id = ${memberId} AND origin = 'admission'`,
    ),
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'created', charged))
}

type Written = Pick<Change, 'id' | 'version'>
type JoiaContext = Pick<Context, 'db' | 'today' | 'settings' | 'changes' | 'world'>

async function describeJoia({ world }: JoiaContext, { admission_date }: PlanRow) {
  const year = Number(admission_date.slice(0, 4))
  const terminology = await world.organisation.terminology()
  return { year, description: describeCharge({ type: 'joia', year, period: null }, terminology) }
}

/** Charges the joia of an admission, if it has one and is not charged yet. */
async function insertJoia(context: JoiaContext, memberId: string, plan: PlanRow): Promise<Written[]> {
  if (!plan.joia) return []
  const { year, description } = await describeJoia(context, plan)
  return many(
    context.db,
    sql`INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
             SELECT new_id(), m.id, 'joia', ${year}, ${description}, ${plan.due_date}, ${plan.joia}, ${plan.category_id}, 'admission' FROM members m WHERE m.id = ${memberId}
             ON CONFLICT DO NOTHING RETURNING id, version`,
    idAndVersion,
  )
}

/** Reason why an admission long ago is not charged. */
function lateAdmissionText(admissionDate: string, today: string): string {
  const [first, last] = [admissionDate.slice(0, 4), today.slice(0, 4)]
  return `A admissão não é recente: a joia e as quotas de ${first} a ${last} não são cobradas agora. Gere as quotas desses anos, ou registe o que falta.`
}

/** Returns warnings for a new member: the charges that the admission does not create at once, with the reason. */
export async function admissionWarnings(context: HookContext<typeof members>): Promise<FieldMessages> {
  const { id, before, merged, settings, today, isOfThePast } = context
  const { admissionDate, categoryId, quotaPlanId, customQuota, exemptFrom, exemptUntil } = merged
  if (before || settings.duesOnAdmission !== 'true' || !admissionDate) return {}
  if (!isChargedAtOnce(admissionDate, today))
    return { admissionDate: [lateAdmissionText(admissionDate, today)] }
  if (isOfThePast || !categoryId) return {}
  const texts = await findNotCharged(context, id, {
    id,
    admissionDate,
    categoryId,
    quotaPlanId: quotaPlanId ?? null,
    customQuota: customQuota ?? null,
    exemptFrom: exemptFrom ?? null,
    exemptUntil: exemptUntil ?? null,
  })
  return texts.length > 0 ? { admissionDate: texts } : {}
}

/**
 * Charges that `chargeAdmission` leaves out for a new member, stored or `entered`, as sentences with the reason: joia and quotas that the plan
 * does not charge on admission or that are too old, and periods that the rules exclude.
 */
export async function findNotCharged(
  context: Context,
  memberId: string,
  entered: EnteredMember | null = null,
): Promise<string[]> {
  const { db, today, world } = context
  const terminology = await world.organisation.terminology()
  const plan = entered ? await planOfEntered(context, entered) : await planOfMember(context, memberId)
  const admissionDate = plan?.admission_date ?? today
  if (plan && plan.charges_on_admission === false)
    return [
      fillTerms(
        plan.joia
          ? `O plano não cobra na admissão: a joia (${formatAmount(plan.joia)}) e as {membershipPayments} não são cobradas agora.`
          : 'O plano não cobra na admissão: as {membershipPayments} não são cobradas agora.',
        terminology,
      ),
    ]
  if (plan?.charges_on_admission && !isChargedAtOnce(admissionDate, today))
    return [lateAdmissionText(admissionDate, today)]
  const last = admissionDate > today ? admissionDate : today
  const texts: string[] = []
  for (let year = Number(admissionDate.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    const periods = [...periodsBegunBy(year, last)]
    const rows = await many(
      db,
      sql`WITH ${candidatesSql(wholeSelection({ year, periods, memberIds: [memberId], entered, today, terminology }))}
          SELECT description, reason FROM candidates
          WHERE plan_id IS NOT NULL AND reason NOT IN ('beforeAdmission', 'exists') ORDER BY starts`,
      { description: 'text', reason: textOf<LeftOutReason>() },
    )
    for (const { description, reason } of rows)
      texts.push(`${description}: ${fillTerms(leftOutReasons[reason], terminology)}.`)
  }
  return texts
}

const joiaOf = ({ joia, due_date, category_id }: PlanRow) =>
  joia ? [joia, due_date, category_id].join() : ''

/**
 * Gives the unpaid joia of an admission the year, the price, the category and the due date of a corrected admission, cancels it when that has
 * none, and adds it when only that has one. `before` is the admission before the correction.
 */
export async function changeJoia(
  context: JoiaContext,
  memberId: string,
  before: PlanRow | undefined,
): Promise<void> {
  const { db, today, settings, changes } = context
  const plan = await planOfMember(context, memberId)
  if (!before || !plan || joiaOf(before) === joiaOf(plan)) return
  const { year, description } = await describeJoia(context, plan)
  const ofAdmission = sql`c.member_id = ${memberId} AND c.type = 'joia' AND c.origin = 'admission' AND c.description NOT LIKE '%readmissão'`
  const isFree = sql`NOT EXISTS (SELECT FROM unsettled_payments o WHERE o.member_id = c.member_id AND o.type = 'joia' AND o.year = ${year}::integer
    AND o.status <> 'cancelled' AND o.id <> c.id)`
  const changed = plan.joia
    ? sql`year = ${year}, description = ${description}, due_date = ${plan.due_date}, amount = ${plan.joia}, category_id = ${plan.category_id}`
    : sql`status = 'cancelled', cancelled_by = 'undoing', cancel_reason = 'Correção'`
  const rows = await many(
    db,
    sql`UPDATE unsettled_payments c SET ${changed}, ${raiseVersion('c')}
        WHERE ${ofAdmission} AND c.status = 'open' AND c.agreement_id IS NULL AND c.year = ${before.admission_date.slice(0, 4)}::integer AND ${plan.joia ? isFree : sql`true`}
        RETURNING c.id, c.version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'updated', rows))
  await holdFromPeriods(
    db,
    rows.map(({ id }) => id),
  )
  if (!before.joia && plan.charges_on_admission && settings.duesOnAdmission === 'true') {
    const wasCancelled = sql`SELECT FROM unsettled_payments c WHERE ${ofAdmission} AND c.cancelled_by = 'undoing'`
    if (isChargedAtOnce(plan.admission_date, today) || (await exists(db, wasCancelled)))
      changes.push(...changesOf('unsettledPayments', 'created', await insertJoia(context, memberId, plan)))
  }
  await refreshLedger(context, [memberId])
}

/** SQL that joins to members `m` their terms `t` and plan `p` on `day`, and the joia of the plan on that day (`price.joia`). */
export const joiaJoins = (day: Sql) => sql`${termsJoin(day)} ${planJoins(day)}`

/** SQL that joins to terms `t` their plan `p` on `day`, and the joia of the plan on that day (`price.joia`). */
const planJoins = (day: Sql) => sql`${categoryJoin('t', day)}
  LEFT JOIN quota_plans p ON p.id = coalesce(t.quota_plan_id, k.quota_plan_id) AND k.pays_quota
    AND EXISTS (SELECT FROM plan_spans x WHERE x.plan_id = p.id AND x.active AND x.from_day <= ${day} AND x.to_day > ${day})
  LEFT JOIN LATERAL (
    SELECT q.joia FROM quota_prices q WHERE q.quota_plan_id = p.id AND q.valid_from <= ${day}
      AND (q.category_id = t.category_id OR q.category_id IS NULL)
    ORDER BY q.category_id IS NULL, q.valid_from DESC LIMIT 1) price ON true`

const planColumns = sql`m.admission_date, p.charges_on_admission, (m.admission_date + ${inline(daysToPay)})::date AS due_date, price.joia, t.category_id`

/** What decides the charges of a member's admission, with the joia of its day. */
export async function planOfMember(
  { db }: Pick<Context, 'db'>,
  memberId: string,
): Promise<PlanRow | undefined> {
  return maybeOne(
    db,
    prepared(
      sql`SELECT ${planColumns} FROM members m ${joiaJoins(sql`m.admission_date`)} WHERE m.id = ${memberId}`,
    ),
    planShape,
  )
}

async function planOfEntered(
  { db }: Context,
  { admissionDate, categoryId, quotaPlanId }: EnteredMember,
): Promise<PlanRow | undefined> {
  return maybeOne(
    db,
    sql`SELECT ${planColumns} FROM (SELECT ${admissionDate}::date AS admission_date) m
          CROSS JOIN (SELECT ${categoryId}::uuid AS category_id, ${quotaPlanId}::uuid AS quota_plan_id) t ${planJoins(sql`m.admission_date`)}`,
    planShape,
  )
}

/**
 * Charges the joia of a readmission, if the settings say so, on the day of the readmission: now, or by the daily job. Charges
 * nothing for a readmission before this year (late data entry).
 */
export async function scheduleReadmissionCharge(context: StateChange): Promise<void> {
  const { db, today, memberId, date, isReadmission } = context
  await execute(db, sql`DELETE FROM awaited_readmissions WHERE member_id = ${memberId} AND day >= ${date}`)
  if (!isReadmission || date < `${today.slice(0, 4)}-01-01`) return
  await execute(db, sql`INSERT INTO awaited_readmissions (member_id, day) VALUES (${memberId}, ${date})`)
  await chargeReadmissions(context, memberId)
}

type ChargeContext = Pick<Context, 'db' | 'today' | 'settings' | 'changes'>

interface Readmission {
  id: string
  day: string
}

/** The days on which former members became, or are to become, members again. */
export async function findReadmissions(db: Querying, memberIds: readonly string[]): Promise<Readmission[]> {
  return many(
    db,
    sql`SELECT h.member_id AS id, h.start_date AS day FROM member_states h JOIN member_state_names n ON n.id = h.state_name_id
        WHERE h.member_id = ANY(${memberIds}::uuid[]) AND NOT n.marks_end AND (h.end_date IS NULL OR h.end_date > h.start_date)
          AND EXISTS (SELECT FROM member_states b JOIN member_state_names e ON e.id = b.state_name_id
            WHERE b.member_id = h.member_id AND e.marks_end AND b.end_date = h.start_date AND b.end_date > b.start_date)`,
    { id: 'uuid', day: 'day' },
  )
}

/**
 * Updates the joias of readmissions after a correction of the history: future ones always; with `isChanged` it also cancels unpaid joias without a
 * readmission and adds the missing ones of this year.
 */
export async function followReadmissions(
  context: ChargeContext,
  memberIds: readonly string[],
  { before, isChanged }: { before: readonly Readmission[]; isChanged: boolean },
): Promise<void> {
  const { db, today, changes } = context
  const after = await findReadmissions(db, memberIds)
  const future = after.filter(({ day }) => day > today)
  await execute(db, sql`DELETE FROM awaited_readmissions WHERE member_id = ANY(${memberIds}::uuid[])`)
  await execute(
    db,
    sql`INSERT INTO awaited_readmissions (member_id, day) SELECT * FROM ${readmissionRows(future)}`,
  )
  if (!isChanged) return
  const isYearOf = (one: Readmission) => (other: Readmission) =>
    one.id === other.id && one.day.slice(0, 4) === other.day.slice(0, 4)
  const gone = before.filter((one) => !after.some(isYearOf(one)))
  const cancelled = await many(
    db,
    sql`UPDATE unsettled_payments c SET status = 'cancelled', cancelled_by = 'undoing', cancel_reason = 'Correção', ${raiseVersion('c')}
        FROM ${readmissionRows(gone)} WHERE c.member_id = r.id AND c.year = extract(year FROM r.day)
          AND c.type = 'joia' AND c.origin = 'admission' AND c.description LIKE '%readmissão' AND c.status = 'open' AND c.agreement_id IS NULL
        RETURNING c.id, c.version`,
    idAndVersion,
  )
  changes.push(...changesOf('unsettledPayments', 'updated', cancelled))
  const due = after.filter(
    ({ id, day }) =>
      day <= today &&
      day.slice(0, 4) === today.slice(0, 4) &&
      !before.some((one) => one.id === id && one.day === day),
  )
  if (due.length > 0)
    changes.push(...changesOf('unsettledPayments', 'created', await insertJoias(context, due)))
}

/**
 * Charges the joia of the readmissions whose day has come, of one member or of all: a percentage (`joiaOnReadmission`) of the joia
 * of an admission on that day. Each readmission is charged once: its row is deleted first.
 */
export async function chargeReadmissions(
  context: ChargeContext,
  memberId: string | null = null,
): Promise<void> {
  const { db, today, changes } = context
  const due = await many(
    db,
    sql`DELETE FROM awaited_readmissions WHERE day <= ${today} AND (${memberId}::uuid IS NULL OR member_id = ${memberId})
           RETURNING member_id AS id, day`,
    { id: 'uuid', day: 'day' },
  )
  if (due.length === 0) return
  const members = [...new Set(due.map(({ id }) => id))]
  await lockLedger(db, members)
  changes.push(...changesOf('unsettledPayments', 'created', await insertJoias(context, due)))
  await refreshLedger(context, members)
}

/** SQL of the rows `r` of readmissions. */
const readmissionRows = (all: readonly Readmission[]): Sql =>
  sql`unnest(${all.map(({ id }) => id)}::uuid[], ${all.map(({ day }) => day)}::date[]) AS r (id, day)`

async function insertJoias({ db, settings }: ChargeContext, due: readonly Readmission[]): Promise<Written[]> {
  // `joiaOnReadmission` is a percentage: this is in hundredths of cents.
  const joia = sql`price.joia * ${Number(settings.joiaOnReadmission)}::integer`
  return many(
    db,
    sql`INSERT INTO unsettled_payments (id, member_id, type, year, description, due_date, amount, category_id, origin)
           SELECT new_id(), m.id, 'joia', y.year, ${chargeTypes.joia}::text || ' ' || y.year || ', readmissão', r.day + ${inline(daysToPay)},
             (${joia} + 50) / 100, t.category_id, 'admission'
           FROM ${readmissionRows(due)}
             CROSS JOIN LATERAL (SELECT extract(year FROM r.day)::integer AS year) y
             JOIN members m ON m.id = r.id ${joiaJoins(sql`r.day`)}
           WHERE ${joia} + 50 >= 100
           ON CONFLICT DO NOTHING RETURNING id, version`,
    idAndVersion,
  )
}
