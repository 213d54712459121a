import { people } from '@agremia/resources/definitions/people.ts'
import { execute, one, sql } from '../database/sql.ts'
import { discardFiles } from '../files/index.ts'
import { planOf } from '../rest/modules.ts'
import { updateRow } from '../rest/write-row.ts'
import type { Writing } from '../rest/write.ts'
import { refreshDependents } from '../rest/flat-fields.ts'

/** Moves the applicant's photo to the person. Without `replaces`, a photo of the person stays. */
export async function movePhoto(
  writing: Writing,
  { applicationId, personId, replaces }: { applicationId: string; personId: string; replaces: boolean },
): Promise<void> {
  const { db, engine, changes } = writing
  const { applicationPhoto, personPhoto } = await one(
    db,
    sql`SELECT a.photo_id AS "applicationPhoto", p.photo_id AS "personPhoto" FROM member_applications a, people p
           WHERE a.id = ${applicationId} AND p.id = ${personId} FOR NO KEY UPDATE`,
    { applicationPhoto: 'uuid?', personPhoto: 'uuid?' },
  )
  if (!applicationPhoto || (personPhoto && !replaces)) return
  await execute(db, sql`UPDATE member_applications SET photo_id = NULL WHERE id = ${applicationId}`)
  const after = await updateRow(
    db,
    planOf(engine, people.name),
    personId,
    {},
    { internal: { photo_id: applicationPhoto } },
  )
  if (personPhoto) await discardFiles(db, [personPhoto])
  changes.push({ resource: people.name, action: 'updated', id: personId, version: after._version })
  await refreshDependents(writing, people as never, personId)
}
