import type { ApplicationStateCode } from '@agremia/resources/application-states.ts'
import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import type { MessageEventCode } from '@agremia/resources/message-events.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { many, prepared, sql, textOf } from '../database/sql.ts'
import type { Announcement } from '../messages/index.ts'
import { announce } from '../messages/index.ts'
import { changesBetween, recordAudit } from '../rest/audit.ts'
import type { StoredValues, WireRecord } from '../rest/find-record.ts'
import { planOf } from '../rest/modules.ts'
import { updateRow } from '../rest/write-row.ts'
import type { Context } from '../rest/modules.ts'

/** A state with the organisation's current settings. */
export type ApplicationState = RowOf<typeof applicationStateShape>
const applicationStateShape = {
  id: 'uuid',
  code: textOf<ApplicationStateCode>(),
  name: 'text',
  isFinal: 'boolean',
  isWaiting: 'boolean',
  needsReason: 'boolean',
  sendsMessage: 'boolean',
} as const

export interface ApplicationStates {
  byCode(code: ApplicationStateCode): ApplicationState
  byId(id: unknown): ApplicationState | undefined
}

export async function readStates(db: Querying): Promise<ApplicationStates> {
  const states = await many(
    db,
    prepared(sql`SELECT id, code, name, is_final AS "isFinal", is_waiting AS "isWaiting",
             needs_reason AS "needsReason", sends_message AS "sendsMessage" FROM member_application_states`),
    applicationStateShape,
  )
  return {
    byCode(code) {
      const state = states.find((one) => one.code === code)
      if (!state) throw new Error(`no application state ${code}`)
      return state
    },
    byId: (id) => states.find((one) => one.id === id),
  }
}

interface StateChange {
  to: ApplicationStateCode
  /** The action of the audit event. */
  action: string
  /** Other fields to change, in stored form. */
  values?: StoredValues
  /** Columns without a field. */
  columns?: StoredValues
}

/** Changes the state of an application, which the caller has locked, with an audit event and a change. */
export async function changeState(
  writing: Context,
  record: WireRecord,
  { to, action, values = {}, columns }: StateChange,
): Promise<WireRecord> {
  const { db, world, today, changes } = writing
  const target = (await readStates(db)).byCode(to)
  const plan = planOf(world, memberApplications.name)
  const newValues = { ...values, stateId: target.id, stateSince: today }
  const after = await updateRow(db, plan, record._id, newValues, { columns })
  await recordAudit(writing, [
    {
      resource: memberApplications.name,
      id: record._id,
      action,
      changes: changesBetween(plan, record, after),
    },
  ])
  changes.push({
    resource: memberApplications.name,
    action: 'updated',
    id: record._id,
    version: after._version,
  })
  return after
}

type NotifyContext = Pick<Context, 'db' | 'world' | 'today'>

/** The recipient of a message about an application. */
export interface Applicant {
  id: string
  number: unknown
  name: unknown
  email: unknown
  mobile: unknown
  /** Defined once the application is accepted. */
  personId?: string
}

/** The applicant of a record, in wire or stored form. */
export function applicantOf(id: string, { number, name, email, mobile }: Record<string, unknown>): Applicant {
  return { id, number, name, email, mobile }
}

/** Writes a message to the applicant in the caller's transaction. */
export async function notifyApplicant(
  { db, world, today }: NotifyContext,
  { id, number, name, email, mobile, personId }: Applicant,
  event: MessageEventCode,
  { values = {}, secretLink }: Partial<Pick<Announcement, 'values' | 'secretLink'>> = {},
): Promise<void> {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  await announce(
    { db, world },
    {
      event,
      to: { personId, name: text(name), email: text(email), mobile: text(mobile) },
      values: { numeroCandidatura: String(number), data: formatDateLong(today), ...values },
      about: { resource: 'memberApplications', id },
      ...(secretLink !== undefined && { secretLink }),
    },
  )
}
