import { execute, one, sql } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import type { KeptFile } from '../files/index.ts'
import { storeFile } from '../files/index.ts'
import { recordAudit } from '../rest/audit.ts'
import { planOf } from '../rest/modules.ts'
import type { Plan } from '../rest/plan.ts'
import { findRecord } from '../rest/find-record.ts'
import { updateRow } from '../rest/write-row.ts'
import type { Writing } from '../rest/write.ts'
import { refreshDependents } from '../rest/flat-fields.ts'
import { findForWriting } from '../rest/write.ts'
import type { PhotoOwner } from './photo-owners.ts'

/**
 * Gives the person of the record, or the applicant, another photo, or none, and answers the id of the one before, whose files can go once
 * this is committed. Throws 404 or 403 for who may not change the record.
 */
export async function replacePhoto(
  writing: Writing,
  owner: PhotoOwner,
  { id, photo }: { id: string; photo: KeptFile | null },
): Promise<string | null> {
  const { db, engine } = writing
  const plan = planOf(engine, owner.resource)
  const holder = planOf(engine, owner.holder)
  const holderId = await findHolder(writing, plan, { id, field: owner.field })
  const before = await lockPhoto(writing, holder, holderId)
  await findForWriting(writing, plan, id, 'update')
  if (before === null && photo === null) return null
  if (photo) await storeFile(db, photo)
  await updateRow(db, holder, holderId, {}, { internal: { photo_id: photo?.id ?? null } })
  if (before) await execute(db, sql`DELETE FROM stored_files WHERE id = ${before}`)
  await tellChanges(writing, holder, holderId)
  const changes = [{ field: 'photoUrl', from: before && kept, to: photo && (before ? replaced : kept) }]
  const owners = new Map([
    [holderId, holder.definition.name],
    [id, owner.resource],
  ])
  await recordAudit(
    writing,
    [...owners].map(([known, resource]) => ({ resource, id: known, action: 'updated', changes })),
  )
  return before
}

/** What the history shows: a photo that was replaced is gone, and its link would lead nowhere. */
const kept = 'Fotografia'
const replaced = 'Nova fotografia'

async function findHolder(
  { db }: Writing,
  plan: Plan,
  { id, field }: { id: string; field: string },
): Promise<string> {
  const record = await findRecord(db, plan, id, { constraint: {}, role: 'admin' })
  if (!record) throw notFound()
  return String(record[field])
}

/** Locks the holder, before the record, to avoid deadlocks: of two who replace a photo at once, one would leave its file behind. */
async function lockPhoto({ db }: Writing, { table }: Plan, id: string): Promise<string | null> {
  const { photo_id: photoId } = await one(
    db,
    sql`SELECT photo_id FROM ${table} WHERE id = ${id} FOR NO KEY UPDATE`,
    {
      photo_id: 'uuid?',
    },
  )
  return photoId
}

/** Whoever holds the photo and whatever carries the holder's fields changed; their lists show the photo. */
async function tellChanges(writing: Writing, { definition, table }: Plan, id: string): Promise<void> {
  const { version } = await one(writing.db, sql`SELECT version FROM ${table} WHERE id = ${id}`, {
    version: 'integer',
  })
  writing.changes.push({ resource: definition.name, action: 'updated', id, version })
  await refreshDependents(writing, definition, id)
}
