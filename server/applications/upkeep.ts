import { addMonths } from '@agremia/resources/rules/dates.ts'
import { eraseResultsAbout } from '../bulk-actions/index.ts'
import type { Sql } from '../database/sql.ts'
import { execute, inline, many, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { discardFiles } from '../files/index.ts'
import { eraseMessagesAbout } from '../messages/index.ts'
import { byProgram, recordAudit } from '../rest/audit.ts'
import type { Change } from '../rest/changes.ts'
import { idAndVersion } from '../rest/changes.ts'
import { readStates } from './states.ts'

const resource = 'memberApplications'
const unconfirmedDays = 30
/** As promised in the privacy notice (`application-texts.ts`). */
const rejectedMonths = 12

/** Daily work: expires unconfirmed applications, and erases personal data after its retention. Safe to repeat. */
export async function maintainApplications(db: Tx, today: string): Promise<Change[]> {
  await deleteUnusedPhotos(db, today)
  await eraseDeletedDrafts(db, today)
  return [
    ...(await expireUnconfirmed(db, today)),
    ...(await eraseUnconfirmed(db, today)),
    ...(await eraseRejected(db, today)),
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

/** Erases applications whose email was not confirmed within 30 days of the submission. */
function eraseUnconfirmed(db: Tx, today: string): Promise<Change[]> {
  return eraseWhere(
    db,
    sql`s.code IN ('unverified', 'expired') AND a.email_verified_at IS NULL AND a.source = 'site'
       AND a.submitted_at < ${today}::date - interval '${inline(unconfirmedDays)} days'`,
  )
}

/** Erases refused, withdrawn and duplicate applications after twelve months. */
function eraseRejected(db: Tx, today: string): Promise<Change[]> {
  return eraseWhere(
    db,
    sql`s.code IN ('refused', 'withdrawn', 'duplicate') AND a.state_since <= ${addMonths(today, -rejectedMonths)}::date`,
  )
}

/** Erases the traces of drafts that were deleted twelve months ago. */
async function eraseDeletedDrafts(db: Tx, today: string): Promise<void> {
  await eraseTraces(
    db,
    sql`SELECT record_id FROM audit_events d WHERE resource = ${resource} AND action = 'deleted' AND at < ${addMonths(today, -rejectedMonths)}::date
          AND NOT EXISTS (SELECT FROM member_applications a WHERE a.id = d.record_id)`,
  )
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
