import type { ApplicationConsent } from '@agremia/resources/definitions/member-applications.ts'
import { applicationConsentNames } from '@agremia/resources/definitions/member-applications.ts'
import { v7 as newId } from 'uuid'
import type { WriteContext } from '../rest/modules.ts'

/**
 * Keeps the proof of what was accepted or not: when, in which version of the text, and from where. `offered` are the
 * consents that the form asked for; of the others only a change is kept.
 */
export async function recordConsents(
  context: WriteContext,
  { offered, method }: { offered: ReadonlySet<string>; method: 'site' | 'counter' },
): Promise<void> {
  const { db, world, id, before, values, merged, address, changes } = context
  const isSaid = (name: ApplicationConsent) =>
    before ? name in values : merged[name] === true || offered.has(name)
  const said = applicationConsentNames.filter(isSaid)
  if (said.length === 0) return
  const rows = said.map((purpose) => ({ id: newId(), purpose, accepted: merged[purpose] === true }))
  await db.query({
    text: `INSERT INTO member_application_consents (id, application_id, purpose, accepted, at, text_version, method, address)
           SELECT given.id, $2, given.purpose, given.accepted, $3, t.text_version, $4, $5
           FROM jsonb_to_recordset($1) AS given (id uuid, purpose text, accepted boolean)
           JOIN member_application_texts t ON t.name = given.purpose`,
    values: [JSON.stringify(rows), id, world.clock(), method, method === 'site' ? address : null],
  })
  for (const row of rows)
    changes.push({ resource: 'memberApplicationConsents', action: 'created', id: row.id, version: 1 })
}
