import { people } from '@agremia/resources/definitions/people.ts'
import { notFound } from '../errors.ts'
import { recordAudit } from '../rest/audit.ts'
import { planOf } from '../rest/modules.ts'
import type { Plan } from '../rest/plan.ts'
import { findRecord, updateRow } from '../rest/store.ts'
import type { Writing } from '../rest/write.ts'
import { findForWriting, refreshDependents } from '../rest/write.ts'
import type { PhotoOwner } from './photo-owners.ts'

/** A photo whose files are kept already. */
export interface KeptPhoto {
  id: string
  bytes: number
  width: number
  height: number
}

/**
 * Gives the person of the record another photo, or none, and answers the id of the one before, whose files can go once
 * this is committed. Throws 404 or 403 for who may not change the record.
 */
export async function replacePhoto(
  writing: Writing,
  owner: PhotoOwner,
  { id, photo }: { id: string; photo: KeptPhoto | null },
): Promise<string | null> {
  const { db, engine } = writing
  const plan = planOf(engine, owner.resource)
  const personId = await findPerson(writing, plan, { id, field: owner.personField })
  const before = await lockPhoto(writing, personId)
  await findForWriting(writing, plan, id, 'update')
  if (before === null && photo === null) return null
  if (photo) {
    await db.query({
      text: `INSERT INTO stored_files (id, media_type, bytes, width, height) VALUES ($1, 'image/jpeg', $2, $3, $4)`,
      values: [photo.id, photo.bytes, photo.width, photo.height],
    })
  }
  await updateRow(
    db,
    planOf(engine, people.name),
    personId,
    {},
    { internal: { photo_id: photo?.id ?? null } },
  )
  if (before) await db.query({ text: 'DELETE FROM stored_files WHERE id = $1', values: [before] })
  await tellChanges(writing, personId)
  const changes = [{ field: 'photoUrl', from: before && kept, to: photo && (before ? replaced : kept) }]
  const owners = new Map([
    [personId, people.name as string],
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

async function findPerson(
  { db }: Writing,
  plan: Plan,
  { id, field }: { id: string; field: string },
): Promise<string> {
  const record = await findRecord(db, plan, id, { constraint: {}, role: 'admin' })
  if (!record) throw notFound()
  return String(record[field])
}

/** The person first, whichever way the photo came: two who lock in different orders wait for each other in vain. */
async function lockPhoto({ db }: Writing, personId: string): Promise<string | null> {
  const { rows } = await db.query({
    text: 'SELECT photo_id FROM people WHERE id = $1 FOR UPDATE',
    values: [personId],
  })
  return (rows[0] as { photo_id: string | null }).photo_id
}

/** The person and whatever carries the person's fields changed; their lists show the photo. */
async function tellChanges(writing: Writing, personId: string): Promise<void> {
  const { rows } = await writing.db.query({
    text: 'SELECT version FROM people WHERE id = $1',
    values: [personId],
  })
  writing.changes.push({
    resource: people.name,
    action: 'updated',
    id: personId,
    version: (rows[0] as { version: number }).version,
  })
  await refreshDependents(writing, people as never, personId)
}
