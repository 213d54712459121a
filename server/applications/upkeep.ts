import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { retentionOf } from '@agremia/resources/retention.ts'
import { addDays, addMonths } from '@agremia/resources/rules/dates.ts'
import { eraseResultsAbout } from '../bulk-actions/index.ts'
import type { Sql } from '../database/sql.ts'
import { execute, many, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { logErasure } from '../erasures.ts'
import { discardFiles } from '../files/index.ts'
import { eraseMessagesAbout } from '../messages/index.ts'
import { byProgram, recordAudit } from '../rest/audit.ts'
import { idAndVersion } from '../rest/changes.ts'
import { readStates } from './states.ts'
import { renewRetentionText } from './texts.ts'
import type { Change } from '../rest/change.ts'

const resource = 'memberApplications'
/** Daily work: expires unconfirmed applications, and erases personal data after its retention. Safe to repeat. */
export async function maintainApplications(db: Tx, today: string, settings: Settings): Promise<Change[]> {
  await deleteUnusedPhotos(db, today)
  return [
    ...(await expireUnconfirmed(db, today)),
    ...(await eraseDue(db, today, settings)),
    ...(await renewRetentionText(db, settings)),
  ]
}

/** Deletes uploaded photos whose application was not sent. */
async function deleteUnusedPhotos(db: Tx, today: string): Promise<void> {
  const rows = await many(
    db,
    sql`DELETE FROM application_photos WHERE created_at < ${today}::date - interval '1 day' RETURNING photo_id AS id`,
    { id: 'uuid' },
  )
  await discardFiles(db, idsOf(rows))
}

/** Expires applications whose email was not confirmed in time. */
async function expireUnconfirmed(db: Tx, today: string): Promise<Change[]> {
  const states = await readStates(db)
  const [from, to] = [states.byCode('unverified'), states.byCode('expired')]
  const expired = await many(
    db,
    sql`UPDATE member_applications SET state_id = ${to.id}, state_since = ${today}, ${raiseVersion()}
           WHERE state_id = ${from.id} AND verification_expires_at < ${today}::date RETURNING id, version`,
    idAndVersion,
  )
  const changes = [{ field: 'stateId', from: from.name, to: to.name }]
  await recordAudit(
    { db, ...byProgram },
    expired.map(({ id }) => ({ resource, id, action: 'expired', changes })),
  )
  return expired.map(({ id, version }) => ({ resource, action: 'updated', id, version }))
}

/** Erases applications whose email was not confirmed, and those that were refused, withdrawn or duplicate, when their time is over. */
async function eraseDue(db: Tx, today: string, settings: Settings): Promise<Change[]> {
  const unconfirmedUntil = addDays(today, -retentionOf('unconfirmedApplications', settings))
  const rejectedUntil = addMonths(today, -retentionOf('rejectedApplications', settings))
  const conditions = {
    unconfirmedApplications: sql`s.code IN ('unverified', 'expired') AND a.email_verified_at IS NULL AND a.source = 'site'
      AND a.submitted_at < ${unconfirmedUntil}::date`,
    rejectedApplications: sql`s.code IN ('refused', 'withdrawn', 'duplicate') AND a.state_since <= ${rejectedUntil}::date`,
  }
  const changes: Change[] = []
  for (const rule of ['unconfirmedApplications', 'rejectedApplications'] as const) {
    const erased = await eraseWhere(db, conditions[rule])
    await logErasure(db, { rule, count: erased.length, day: today })
    changes.push(...erased)
  }
  return changes
}

/** Erases personal data from audit events and results of bulk actions of the applications whose ids `ids` selects. */
async function eraseTraces(db: Tx, ids: Sql): Promise<void> {
  await execute(
    db,
    sql`UPDATE audit_events SET changes = '[]', rows = NULL, address = NULL
           WHERE resource = ${resource} AND (changes <> '[]' OR rows IS NOT NULL OR address IS NOT NULL) AND record_id IN (${ids})`,
  )
  await eraseResultsAbout(db, ids)
}

/** Erases the applications `a` in states `s` that match, with messages, consents, photos and traces. Leaves one audit event `erased`. */
async function eraseWhere(db: Tx, condition: Sql): Promise<Change[]> {
  const erased = await many(
    db,
    sql`SELECT a.id, a.photo_id FROM member_applications a JOIN member_application_states s ON s.id = a.state_id
           WHERE ${condition} ORDER BY a.id FOR UPDATE OF a`,
    { id: 'uuid', photo_id: 'uuid?' },
  )
  if (erased.length === 0) return []
  const ids = idsOf(erased)
  await eraseMessagesAbout(db, resource, ids)
  await execute(db, sql`DELETE FROM member_application_consents WHERE application_id = ANY(${ids})`)
  await execute(db, sql`DELETE FROM member_applications WHERE id = ANY(${ids})`)
  await eraseTraces(db, sql`SELECT unnest(${ids}::uuid[])`)
  await discardFiles(
    db,
    erased.flatMap(({ photo_id }) => photo_id ?? []),
  )
  await recordAudit(
    { db, ...byProgram },
    ids.map((id) => ({ resource, id, action: 'erased', changes: [] })),
  )
  return ids.map((id) => ({ resource, action: 'deleted', id, version: 0 }))
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
