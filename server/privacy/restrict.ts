import { many, raiseVersion, sql } from '../database/sql.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { ActionCall, Context } from '../rest/modules.ts'
import { cancelSilencedMessages } from '../messages/index.ts'
import type { members } from '@agremia/resources/definitions/members.ts'

/** Keeps the data of the member's person from being used: hidden from lists, no messages, no changes. */
export async function restrict(call: ActionCall<typeof members, 'restrict'>): Promise<undefined> {
  const { record, input } = call
  await setRestricted(call, {
    personId: record.personId,
    isRestricted: true,
    reason: input.reason,
  })
  return undefined
}

/** Lets the data of the member's person be used again. */
export async function unrestrict(call: ActionCall<typeof members, 'unrestrict'>): Promise<undefined> {
  await setRestricted(call, { personId: call.record.personId, isRestricted: false, reason: null })
  return undefined
}

interface Restriction {
  personId: string
  isRestricted: boolean
  reason: string | null
}

/** Sets the restriction in all memberships of the person, and cancels unsent messages. */
export async function setRestricted(
  writing: Pick<Context, 'db' | 'world' | 'caller' | 'address' | 'changes'>,
  { personId, isRestricted, reason }: Restriction,
): Promise<void> {
  const { db, world, changes } = writing
  const rows = await many(
    db,
    sql`UPDATE members SET processing_restricted = ${isRestricted}, ${raiseVersion()}
        WHERE person_id = ${personId} AND processing_restricted <> ${isRestricted} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('members', 'updated', rows))
  await recordAudit(
    writing,
    rows.map(({ id }) => ({
      resource: 'members',
      id,
      action: isRestricted ? 'restrict' : 'unrestrict',
      changes: [
        { field: 'processingRestricted', from: !isRestricted, to: isRestricted },
        ...(reason === null ? [] : [{ field: 'reason', from: null, to: reason }]),
      ],
    })),
  )
  if (isRestricted) await cancelSilencedMessages({ db, world }, personId)
}
