import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import { invalid } from '../errors.ts'
import { fieldsOf, keptOf } from '../rest/check.ts'
import type { ActionCall } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import type { Kept } from '../rest/write-row.ts'
import { everyProblem } from './rules.ts'
import { submissionOf } from './save.ts'
import type { ApplicationStateCode } from '@agremia/resources/application-states.ts'
import { move, readStates, refuseMove } from './states.ts'
import { applicantOf, tell } from './tell.ts'

/** A draft becomes an application, if nothing is missing. */
export async function submit(call: ActionCall): Promise<undefined> {
  refuseMove(await readStates(call.db), call.record, 'submitted')
  const fields = fieldsOf(planOf(call.engine, memberApplications.name), call.settings)
  const errors = await everyProblem({ ...call, merged: keptOf(fields, call.record) }, false)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await move(call, call.record, { to: 'submitted', action: 'submit', values: submissionOf(call) })
  if (await isTold(call, 'submitted')) await tell(call, applicant(call), 'applicationReceived')
}

/** Whoever takes it is its reviewer from now on. */
export async function takeForReview(call: ActionCall): Promise<undefined> {
  const values = { reviewerId: call.caller.id }
  await move(call, call.record, { to: 'review', action: 'takeForReview', values })
}

export async function requestInformation(call: ActionCall): Promise<undefined> {
  const values = { informationRequested: call.input['message'], reviewerId: call.caller.id }
  await move(call, call.record, { to: 'information', action: 'requestInformation', values })
  if (!(await isTold(call, 'information'))) return
  await tell(call, applicant(call), 'applicationInformationNeeded', {
    values: { pedido: String(call.input['message']) },
  })
}

/** In a cooperative the law wants every refusal explained. */
export async function refuse(call: ActionCall): Promise<undefined> {
  const { needsReason } = refuseMove(await readStates(call.db), call.record, 'refused')
  if ((needsReason || call.settings.orgType === 'cooperative') && !call.input['reason'])
    throw invalid({ reason: ['Indique o motivo da recusa.'] })
  await move(call, call.record, { to: 'refused', action: 'refuse', values: decisionOf(call) })
  if (!(await isTold(call, 'refused'))) return
  await tell(call, applicant(call), 'applicationRefused', {
    values: { motivo: String(call.input['reason'] ?? '') },
  })
}

export async function withdraw(call: ActionCall): Promise<undefined> {
  await close(call, 'withdrawn', 'withdraw')
}

export async function markDuplicate(call: ActionCall): Promise<undefined> {
  await close(call, 'duplicate', 'markDuplicate')
}

async function close(call: ActionCall, to: 'withdrawn' | 'duplicate', action: string): Promise<void> {
  const { needsReason } = refuseMove(await readStates(call.db), call.record, to)
  if (needsReason && !call.input['reason']) throw invalid({ reason: ['Indique o motivo.'] })
  await move(call, call.record, { to, action, values: decisionOf(call) })
}

/** What was decided is taken back, and the application is looked at again. */
export async function reopen(call: ActionCall): Promise<undefined> {
  const values = {
    decisionDate: null,
    decisionBody: null,
    minuteRef: null,
    refusalReason: null,
    reviewerId: call.caller.id,
  }
  await move(call, call.record, { to: 'review', action: 'reopen', values })
}

const applicant = ({ record }: ActionCall) => applicantOf(record._id, record)

/** Whether the organisation tells applicants of that state. */
async function isTold({ db }: ActionCall, code: ApplicationStateCode): Promise<boolean> {
  return (await readStates(db)).byCode(code).sendsMessage
}

function decisionOf({ input, today, caller }: ActionCall): Kept {
  return {
    decisionDate: input['decisionDate'] ?? today,
    decisionBody: input['decisionBody'] ?? null,
    minuteRef: input['minuteRef'] ?? null,
    refusalReason: input['reason'] ?? null,
    reviewerId: caller.id,
  }
}
