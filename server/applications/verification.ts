import { randomBytes } from 'node:crypto'
import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { mayAskToConfirm } from '@agremia/resources/application-states.ts'
import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { hashToken } from '../auth/index.ts'
import type { Querying } from '../database/querying.ts'
import { maybeOne, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import { isAnnounced, sendsEmails } from '../messages/index.ts'
import { changesBetween, recordAudit } from '../rest/audit.ts'
import type { StoredValues, WireRecord } from '../rest/find-record.ts'
import { findLocked } from '../rest/find-record.ts'
import type { ActionCall, Context } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { updateRow } from '../rest/write-row.ts'
import { onlineForm } from './form.ts'
import type { Applicant } from './states.ts'
import { applicantOf, changeState, notifyApplicant, readStates } from './states.ts'

/** The answer to a verification link. An unknown code gets the same answer as an expired one. */
export type VerificationStatus = 'confirmed' | 'already' | 'expired'

const day = 86_400_000

/** How the email of an online application is confirmed: by a link, by the staff while no messages are sent, or not at all. */
export async function confirmationNow({
  db,
  world,
  settings,
}: Pick<Context, 'world' | 'settings'> & { db: Querying }): Promise<'link' | 'staff' | 'none'> {
  if (settings.applicationsVerification !== 'true') return 'none'
  const sendsLink = sendsEmails(world, settings) && (await isAnnounced(db, 'applicationVerification'))
  return sendsLink ? 'link' : 'staff'
}

/** Sends a verification link, and returns the columns to store with the application, which invalidate earlier links. */
export async function sendLink(
  writing: Pick<Context, 'db' | 'world' | 'today' | 'settings'>,
  applicant: Applicant,
): Promise<StoredValues> {
  const { world, settings } = writing
  const code = randomBytes(24).toString('base64url')
  const days = Number(settings.applicationsVerificationDays)
  await notifyApplicant(writing, applicant, 'applicationVerification', {
    values: { validade: counted(days, 'dia', 'dias') },
    secretLink: `${world.config.publicUrl}/${screenPaths.apply}/confirmacao/${code}`,
  })
  return {
    // The text form of `bytea`, which works both as a parameter and in JSON.
    verification_hash: `\\x${hashToken(code).toString('hex')}`,
    verification_expires_at: new Date(world.clock().getTime() + days * day).toISOString(),
  }
}

/** Confirms the email of the application with this code, and submits it if it was unverified. */
export async function confirmEmail(requestWriting: Context, code: string): Promise<VerificationStatus> {
  // Audit events name the form, also when the visitor is signed in as staff.
  const writing = { ...requestWriting, caller: onlineForm }
  const found = await findByCode(writing, code)
  if (!found) return 'expired'
  const { record, isExpired } = found
  if (record.emailVerifiedAt !== null) return 'already'
  const states = await readStates(writing.db)
  const state = states.byId(record.stateId)
  if (isExpired || state?.isFinal) return 'expired'
  const values = { emailVerifiedAt: writing.world.clock().toISOString() }
  if (state?.code !== 'unverified') await markVerified(writing, record, values)
  else {
    const after = await changeState(writing, record, { to: 'submitted', action: 'emailVerified', values })
    if (states.byCode('submitted').sendsMessage)
      await notifyApplicant(writing, applicantOf(after._id, after), 'applicationReceived')
  }
  return 'confirmed'
}

/** Marks the email as verified without a change of state: the staff already reviews the application. */
async function markVerified(writing: Context, record: WireRecord, values: StoredValues): Promise<void> {
  const { db, world, changes } = writing
  const resource = memberApplications.name
  const plan = planOf(world, resource)
  const after = await updateRow(db, plan, record._id, values, {})
  const auditChanges = changesBetween(plan, record, after)
  await recordAudit(writing, [{ resource, id: record._id, action: 'emailVerified', changes: auditChanges }])
  changes.push({ resource, action: 'updated', id: record._id, version: after._version })
}

/** Sends another link to the applicant who has an old one. Does nothing when there is nothing to confirm. */
export async function resendLink(requestWriting: Context, code: string): Promise<void> {
  const writing = { ...requestWriting, caller: onlineForm }
  const found = await findByCode(writing, code)
  if (found && mayAskToConfirm(found.record)) await resend(writing, found.record)
}

/** The staff sends another link. Throws 409 while no messages are sent. */
export async function sendVerification(
  call: ActionCall<typeof memberApplications, 'sendVerification'>,
): Promise<undefined> {
  if (!sendsEmails(call.world, call.settings))
    throw conflict(
      'Neste momento não sai nenhuma mensagem: o envio está desligado, ou falta o servidor de email. Confirme o endereço por outro meio, ou ligue primeiro o envio.',
    )
  await resend(call, call.record)
}

/** Sends another link, and makes an expired application unverified again. */
async function resend(writing: Context, record: WireRecord): Promise<void> {
  const { db, world, changes } = writing
  const columns = await sendLink(writing, applicantOf(record._id, record))
  if (record['code'] === 'expired')
    await changeState(writing, record, { to: 'unverified', action: 'sendVerification', columns })
  else {
    const resource = memberApplications.name
    const after = await updateRow(db, planOf(world, resource), record._id, {}, { columns })
    await recordAudit(writing, [{ resource, id: record._id, action: 'sendVerification', changes: [] }])
    changes.push({ resource, action: 'updated', id: record._id, version: after._version })
  }
}

/** Locks and returns the application of a verification code. */
async function findByCode(
  { db, world }: Context,
  code: string,
): Promise<{ record: WireRecord; isExpired: boolean } | undefined> {
  const found = await maybeOne(
    db,
    sql`SELECT id, verification_expires_at AS until FROM member_applications WHERE verification_hash = ${hashToken(code)} FOR NO KEY UPDATE`,
    { id: 'uuid', until: 'moment' },
  )
  const record = found && (await findLocked(db, planOf(world, memberApplications.name), found.id))
  return record && { record, isExpired: new Date(found.until) <= world.clock() }
}
