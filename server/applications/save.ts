import { addDays } from '@agremia/resources/rules/dates.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { one, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import type { Hooks, WriteContext } from '../rest/modules.ts'
import type { Kept } from '../rest/write-row.ts'
import { recordConsents } from './consents.ts'
import { offeredConsents } from './form-fields.ts'
import { onlineForm } from './online-form.ts'
import { tieProposers } from './proposers.ts'
import { personWarnings } from '../people/index.ts'
import { applicationProblems, consentWarnings } from './rules.ts'
import type { ApplicationState, ApplicationStates } from './states.ts'
import { readStates } from './states.ts'
import { applicantOf, tell } from './tell.ts'
import { confirmationNow, sendLink } from './verification.ts'

const isOnline = ({ caller }: WriteContext) => caller === onlineForm

export const applicationHooks: Hooks = {
  async validate(context) {
    const { before, merged } = context
    const state = stateOf(context, await readStates(context.db))
    if (!before && state?.code !== 'draft' && state?.code !== 'submitted')
      return { errors: { stateId: ['Uma candidatura começa em rascunho ou submetida.'] } }
    if (state?.code === 'draft') return undefined
    return {
      errors: await applicationProblems(context, isOnline(context)),
      warnings: isOnline(context) ? {} : { ...consentWarnings(merged), ...personWarnings(context) },
    }
  },

  async beforeSave(context) {
    const { db, before, values, merged } = context
    const states = await readStates(db)
    if (before) refuseClosed(states.byId(before['stateId']), values)
    else await begin(context, states)
    if (before && 'email' in values) values['emailVerifiedAt'] = merged['emailVerifiedAt'] = null
    await tieProposers(db, values, merged)
  },

  async afterSave(context) {
    const online = isOnline(context)
    const offered = online && !context.before ? offeredConsents(context.settings) : []
    await recordConsents(context, { offered: new Set(offered), method: online ? 'site' : 'counter' })
  },

  async beforeDelete({ db, record }) {
    const state = (await readStates(db)).byId(record['stateId'])
    if (state?.code !== 'draft')
      throw conflict('Só os rascunhos podem ser eliminados: registe antes a desistência ou a recusa.')
  },
}

/** The state of the application, or the one in which a new one begins; undefined when there is no such state. */
function stateOf({ before, values, merged }: WriteContext, states: ApplicationStates) {
  if (before || values['stateId']) return states.byId(merged['stateId'])
  return states.byCode('submitted')
}

/** Of an application that is decided, only the notes of the staff still change. */
function refuseClosed(state: ApplicationState | undefined, values: Kept): void {
  if (!state?.isFinal || Object.keys(values).every((name) => name === 'internalNotes')) return
  throw conflict(`A candidatura está encerrada («${state.name}») e já não pode ser alterada.`)
}

/** What a new application has without anybody saying so. */
async function begin(context: WriteContext, states: ApplicationStates): Promise<void> {
  const { db, values, merged, today } = context
  const { number } = await one(db, sql`SELECT nextval('member_application_number')::int AS number`, {
    number: 'integer',
  })
  const confirmation = isOnline(context) ? await confirmationNow(context) : 'none'
  const state = confirmation === 'link' ? states.byCode('unverified') : stateOf(context, states)
  if (!state) throw new Error('an application without a state was not refused')
  const given: Kept = {
    number: number,
    stateId: state.id,
    stateSince: today,
    source: isOnline(context) ? 'site' : 'counter',
    ...(state.code === 'draft' ? {} : submissionOf(context)),
  }
  Object.assign(values, given)
  Object.assign(merged, given)
  await answerApplicant(context, state, confirmation !== 'none')
}

/** Online applicants get the link that confirms their email, held while nothing leaves; others an acknowledgement. */
async function answerApplicant(
  context: WriteContext,
  state: ApplicationState,
  asksToConfirm: boolean,
): Promise<void> {
  const { id, merged, internal } = context
  const applicant = applicantOf(id, merged)
  if (asksToConfirm) Object.assign(internal, await sendLink(context, applicant))
  // Who has no email was told at the counter.
  else if (state.code === 'submitted' && state.sendsMessage && merged['email'])
    await tell(context, applicant, 'applicationReceived')
}

/** When an application came in, and until when it must be decided. */
export function submissionOf({
  world,
  today,
  settings,
}: Pick<WriteContext, 'world' | 'today' | 'settings'>): Kept {
  const days = decisionDays(settings)
  return {
    submittedAt: world.clock().toISOString(),
    decisionDue: days > 0 ? addDays(today, days) : null,
  }
}

/** In a cooperative the law gives 180 days at most. */
function decisionDays({ orgType, applicationsDecisionDays }: Settings): number {
  const days = Number(applicationsDecisionDays)
  if (orgType !== 'cooperative') return days
  return days === 0 ? 180 : Math.min(days, 180)
}
