import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { one, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { personWarnings } from '../people/index.ts'
import type { Hooks, HookContext, SaveContext } from '../rest/modules.ts'
import { recordConsents } from './consents.ts'
import { offeredConsents, onlineForm } from './form.ts'
import { applicationProblems, consentWarnings, linkProposers } from './rules.ts'
import type { ApplicationState, ApplicationStates } from './states.ts'
import { applicantOf, notifyApplicant, readStates } from './states.ts'
import { confirmationNow, sendLink } from './verification.ts'
import type { StoredValues } from '../rest/find-record.ts'
import type { memberApplications } from '@agremia/resources/definitions/member-applications.ts'

const isOnline = ({ caller }: HookContext<typeof memberApplications>) => caller === onlineForm

export const applicationHooks: Hooks<typeof memberApplications> = {
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
    const { db, before, values, set } = context
    const states = await readStates(db)
    if (before) refuseClosed(states.byId(before.stateId), values)
    else await initialise(context, states)
    if (before && 'email' in values) set({ emailVerifiedAt: null })
    await linkProposers(context)
  },

  async afterSave(context) {
    const online = isOnline(context)
    const offered = online && !context.before ? offeredConsents(context.settings) : []
    await recordConsents(context, { offered: new Set(offered), method: online ? 'site' : 'counter' })
  },

  async beforeDelete({ db, record }) {
    const state = (await readStates(db)).byId(record.stateId)
    if (state?.code !== 'draft')
      throw conflict('Só os rascunhos podem ser eliminados: registe antes a desistência ou a recusa.')
  },
}

/** The state of the application, for a new one by default `submitted`; undefined when the given state does not exist. */
function stateOf(
  { before, values, merged }: HookContext<typeof memberApplications>,
  states: ApplicationStates,
) {
  if (before || values.stateId) return states.byId(merged.stateId)
  return states.byCode('submitted')
}

/** Throws 409 on a change of a decided application, except of its internal notes. */
function refuseClosed(state: ApplicationState | undefined, values: StoredValues): void {
  if (!state?.isFinal || Object.keys(values).every((name) => name === 'internalNotes')) return
  throw conflict(`A candidatura está encerrada («${state.name}») e já não pode ser alterada.`)
}

/** Sets number, state, source and dates of a new application, and notifies the applicant. */
async function initialise(
  context: SaveContext<typeof memberApplications>,
  states: ApplicationStates,
): Promise<void> {
  const { db, today } = context
  const { number } = await one(db, sql`SELECT nextval('member_application_number')::int AS number`, {
    number: 'integer',
  })
  const confirmation = isOnline(context) ? await confirmationNow(context) : 'none'
  const state = confirmation === 'link' ? states.byCode('unverified') : stateOf(context, states)
  if (!state) throw new Error('validation accepted an application without a state')
  context.set({
    number,
    stateId: state.id,
    stateSince: today,
    source: isOnline(context) ? 'site' : 'counter',
    ...(state.code === 'draft' ? {} : submissionOf(context)),
  })
  await acknowledge(context, state, confirmation !== 'none')
}

/** Sends online applicants the link that confirms their email, and others an acknowledgement. */
async function acknowledge(
  context: SaveContext<typeof memberApplications>,
  state: ApplicationState,
  asksToConfirm: boolean,
): Promise<void> {
  const { id, merged, set } = context
  const applicant = applicantOf(id, merged)
  if (asksToConfirm) set({}, await sendLink(context, applicant))
  // Without an email, the staff acknowledged it in person.
  else if (state.code === 'submitted' && state.sendsMessage && merged.email)
    await notifyApplicant(context, applicant, 'applicationReceived')
}

/** The time of submission and the due date of the decision. */
export function submissionOf({
  world,
  today,
  settings,
}: Pick<HookContext<typeof memberApplications>, 'world' | 'today' | 'settings'>) {
  const days = decisionDays(settings)
  return {
    submittedAt: world.clock().toISOString(),
    decisionDue: days > 0 ? addDays(today, days) : null,
  }
}

/** Days to decide, 0 for no limit. In a cooperative the law sets a maximum of 180 days. */
function decisionDays({ orgType, applicationsDecisionDays }: Settings): number {
  const days = Number(applicationsDecisionDays)
  if (orgType !== 'cooperative') return days
  return days === 0 ? 180 : Math.min(days, 180)
}
