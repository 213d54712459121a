import { one, sql } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import type { StoredFile } from '../files/index.ts'
import { discardFiles, insertFileRow } from '../files/index.ts'
import { recordAudit } from '../rest/audit.ts'
import { findRecord, fullScope } from '../rest/find-record.ts'
import { refreshDependents } from '../rest/flat-fields.ts'
import { planOf } from '../rest/modules.ts'
import type { Plan } from '../rest/plan.ts'
import { updateRow } from '../rest/write-row.ts'
import { findForWriting } from '../rest/write.ts'
import type { Context } from '../rest/modules.ts'

/** A path of the photo routes, and the resource of its ids. */
export interface PhotoOwner {
  path: string
  resource: string
  /** The resource whose table stores the photo, and the field with the id of that row. */
  holder: 'people' | 'memberApplications'
  field: string
  /** Where reading continues when the record does not exist. */
  fallback?: PhotoOwner
}

const personPhotos: PhotoOwner = {
  path: '/person_photos',
  resource: 'people',
  holder: 'people',
  field: '_id',
}

export const memberPhotos: PhotoOwner = {
  path: '/member_photos',
  resource: 'members',
  holder: 'people',
  field: 'personId',
}

export const photoOwners: readonly PhotoOwner[] = [
  memberPhotos,
  personPhotos,
  {
    path: '/member_application_photos',
    resource: 'memberApplications',
    holder: 'memberApplications',
    field: '_id',
    fallback: personPhotos,
  },
]

/**
 * Replaces or removes the photo of a person or applicant. Returns the id of the previous photo, whose files the caller removes after
 * the commit. Throws 404 or 403 when the caller may not update the record.
 */
export async function replacePhoto(
  writing: Context,
  owner: PhotoOwner,
  { id, photo, keptUntil = null }: { id: string; photo: StoredFile | null; keptUntil?: Date | null },
): Promise<string | null> {
  const { db, world } = writing
  const plan = planOf(world, owner.resource)
  const holder = planOf(world, owner.holder)
  const holderId = await findHolder(writing, plan, { id, field: owner.field })
  const before = await lockPhoto(writing, holder, holderId)
  await findForWriting(writing, plan, id, 'update')
  if (before === null && photo === null) return null
  if (photo) await insertFileRow(db, photo)
  await updateRow(db, holder, holderId, {}, { columns: { photo_id: photo?.id ?? null } })
  if (before) await discardFiles(db, [before], keptUntil)
  await notifyHolder(writing, holder, holderId)
  const changes = [
    { field: 'photoUrl', from: before && photoLabel, to: photo && (before ? newPhotoLabel : photoLabel) },
  ]
  const owners = new Map([
    [holderId, holder.definition.name],
    [id, owner.resource],
  ])
  await recordAudit(
    writing,
    [...owners].map(([ownerId, resource]) => ({ resource, id: ownerId, action: 'updated', changes })),
  )
  return before
}

/** Audit events show labels instead of links, since a replaced photo is deleted. */
const photoLabel = 'Fotografia'
const newPhotoLabel = 'Nova fotografia'

async function findHolder(
  { db }: Context,
  plan: Plan,
  { id, field }: { id: string; field: string },
): Promise<string> {
  const record = await findRecord(db, plan, id, fullScope)
  if (!record) throw notFound()
  return String(record[field])
}

/** Locks the holder before the record, to avoid deadlocks. Without the lock, concurrent replacements would leave a file behind. */
async function lockPhoto({ db }: Context, { table }: Plan, id: string): Promise<string | null> {
  const { photo_id: photoId } = await one(
    db,
    sql`SELECT photo_id FROM ${table} WHERE id = ${id} FOR NO KEY UPDATE`,
    {
      photo_id: 'uuid?',
    },
  )
  return photoId
}

/** Notifies clients of the holder and of records that show its fields. */
async function notifyHolder(writing: Context, { definition, table }: Plan, id: string): Promise<void> {
  const { version } = await one(writing.db, sql`SELECT version FROM ${table} WHERE id = ${id}`, {
    version: 'integer',
  })
  writing.changes.push({ resource: definition.name, action: 'updated', id, version })
  await refreshDependents(writing, definition, id)
}
