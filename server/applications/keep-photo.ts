import { people } from '@agremia/resources/definitions/people.ts'
import { execute, one, sql } from '../database/sql.ts'
import { discardFiles } from '../files/index.ts'
import { planOf } from '../rest/modules.ts'
import { updateRow } from '../rest/write-row.ts'
import type { Writing } from '../rest/write.ts'
import { refreshDependents } from '../rest/flat-fields.ts'

/** The applicant's photo becomes the person's, unless the person has one that stays. */
export async function takePhoto(
  writing: Writing,
  { applicationId, personId, replaces }: { applicationId: string; personId: string; replaces: boolean },
): Promise<void> {
  const { db, engine, changes } = writing
  const { given, held } = await one(
    db,
    sql`SELECT a.photo_id AS given, p.photo_id AS held FROM member_applications a, people p
           WHERE a.id = ${applicationId} AND p.id = ${personId} FOR NO KEY UPDATE`,
    { given: 'uuid?', held: 'uuid?' },
  )
  if (!given || (held && !replaces)) return
  await execute(db, sql`UPDATE member_applications SET photo_id = NULL WHERE id = ${applicationId}`)
  const after = await updateRow(
    db,
    planOf(engine, people.name),
    personId,
    {},
    { internal: { photo_id: given } },
  )
  if (held) await discardFiles(db, [held])
  changes.push({ resource: people.name, action: 'updated', id: personId, version: after._version })
  await refreshDependents(writing, people as never, personId)
}
