import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import { invalid } from '../errors.ts'
import { fieldsOf, toStoredForm } from '../rest/check.ts'
import type { ActionCall } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { findAllProblems } from './rules.ts'
import { submissionOf } from './save.ts'
import type { ApplicationStateCode } from '@agremia/resources/application-states.ts'
import { applicantOf, changeState, notifyApplicant, readStates } from './states.ts'
import type { StoredValues } from '../rest/find-record.ts'

/** Submits a draft. Throws 422 by field when it is not complete. */
export async function submit(call: ActionCall<typeof memberApplications, 'submit'>): Promise<undefined> {
  const fields = fieldsOf(planOf(call.world, memberApplications.name), call.settings)
  const errors = await findAllProblems({ ...call, merged: toStoredForm(fields, call.record) }, false)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await changeState(call, call.record, { to: 'submitted', action: 'submit', values: submissionOf(call) })
  if (await sendsMessage(call, 'submitted'))
    await notifyApplicant(call, applicant(call), 'applicationReceived')
}

/** Starts the review, with the caller as reviewer. */
export async function takeForReview(
  call: ActionCall<typeof memberApplications, 'takeForReview'>,
): Promise<undefined> {
  const values = { reviewerId: call.caller.id }
  await changeState(call, call.record, { to: 'review', action: 'takeForReview', values })
}

export async function requestInformation(
  call: ActionCall<typeof memberApplications, 'requestInformation'>,
): Promise<undefined> {
  const values = { informationRequested: call.input.message, reviewerId: call.caller.id }
  await changeState(call, call.record, { to: 'information', action: 'requestInformation', values })
  if (!(await sendsMessage(call, 'information'))) return
  await notifyApplicant(call, applicant(call), 'applicationInformationNeeded', {
    values: { pedido: call.input.message },
  })
}

/** Refuses an application. Throws 422 without a reason if the state requires one, or in cooperatives, where the law does. */
export async function refuse(call: ActionCall<typeof memberApplications, 'refuse'>): Promise<undefined> {
  const { needsReason } = (await readStates(call.db)).byCode('refused')
  if ((needsReason || call.settings.orgType === 'cooperative') && !call.input.reason)
    throw invalid({ reason: ['Indique o motivo da recusa.'] })
  await changeState(call, call.record, { to: 'refused', action: 'refuse', values: decisionOf(call) })
  if (!(await sendsMessage(call, 'refused'))) return
  await notifyApplicant(call, applicant(call), 'applicationRefused', {
    values: { motivo: String(call.input.reason ?? '') },
  })
}

export async function withdraw(call: ActionCall<typeof memberApplications, 'withdraw'>): Promise<undefined> {
  await close(call, 'withdrawn', 'withdraw')
}

export async function markDuplicate(
  call: ActionCall<typeof memberApplications, 'markDuplicate'>,
): Promise<undefined> {
  await close(call, 'duplicate', 'markDuplicate')
}

async function close(
  call: ActionCall<typeof memberApplications, 'withdraw' | 'markDuplicate'>,
  to: 'withdrawn' | 'duplicate',
  action: string,
): Promise<void> {
  const { needsReason } = (await readStates(call.db)).byCode(to)
  if (needsReason && !call.input.reason) throw invalid({ reason: ['Indique o motivo.'] })
  await changeState(call, call.record, { to, action, values: decisionOf(call) })
}

/** Reopens a decided application for review and clears its decision. */
export async function reopen(call: ActionCall<typeof memberApplications, 'reopen'>): Promise<undefined> {
  const values = {
    decisionDate: null,
    decisionBody: null,
    minuteRef: null,
    refusalReason: null,
    reviewerId: call.caller.id,
  }
  await changeState(call, call.record, { to: 'review', action: 'reopen', values })
}

const applicant = ({ record }: ActionCall<typeof memberApplications>) => applicantOf(record._id, record)

/** Whether the organisation notifies applicants of this state. */
async function sendsMessage(
  { db }: ActionCall<typeof memberApplications>,
  code: ApplicationStateCode,
): Promise<boolean> {
  return (await readStates(db)).byCode(code).sendsMessage
}

function decisionOf({ input, today, caller }: ActionCall<typeof memberApplications>): StoredValues {
  return {
    decisionDate: input.decisionDate ?? today,
    decisionBody: input.decisionBody ?? null,
    minuteRef: input.minuteRef ?? null,
    refusalReason: input.reason ?? null,
    reviewerId: caller.id,
  }
}
