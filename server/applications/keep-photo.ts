import { people } from '@agremia/resources/definitions/people.ts'
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
  const { rows } = await db.query({
    text: `SELECT a.photo_id AS given, p.photo_id AS held FROM member_applications a, people p
           WHERE a.id = $1 AND p.id = $2 FOR NO KEY UPDATE`,
    values: [applicationId, personId],
  })
  const { given, held } = rows[0] as { given: string | null; held: string | null }
  if (!given || (held && !replaces)) return
  await db.query({
    text: 'UPDATE member_applications SET photo_id = NULL WHERE id = $1',
    values: [applicationId],
  })
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
