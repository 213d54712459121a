import type { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import type { ApplicationConsent } from '@agremia/resources/definitions/member-applications.ts'
import { applicationConsentNames } from '@agremia/resources/definitions/member-applications.ts'
import { v7 as newId } from 'uuid'
import { execute, many, sql } from '../database/sql.ts'
import type { Context, HookContext } from '../rest/modules.ts'

/**
 * Stores the consents of an application with time, version of the text and IP address, as evidence. A new application stores those
 * in `offered`, also when refused, and all accepted ones; a later write stores only those that it contains.
 */
export async function recordConsents(
  context: HookContext<typeof memberApplications>,
  { offered, method }: { offered: ReadonlySet<string>; method: 'site' | 'counter' },
): Promise<void> {
  const { db, world, id, before, values, merged, address, changes } = context
  const isRecorded = (name: ApplicationConsent) =>
    before ? name in values : merged[name] === true || offered.has(name)
  const recorded = applicationConsentNames.filter(isRecorded)
  if (recorded.length === 0) return
  const rows = recorded.map((purpose) => ({ id: newId(), purpose, accepted: merged[purpose] === true }))
  await execute(
    db,
    sql`INSERT INTO member_application_consents (id, application_id, purpose, accepted, at, text_version, method, address)
           SELECT answer.id, ${id}, answer.purpose, answer.accepted, ${world.clock()}, t.text_version, ${method}, ${method === 'site' ? address : null}
           FROM jsonb_to_recordset(${JSON.stringify(rows)}) AS answer (id uuid, purpose text, accepted boolean)
           JOIN member_application_texts t ON t.name = answer.purpose`,
  )
  for (const row of rows)
    changes.push({ resource: 'memberApplicationConsents', action: 'created', id: row.id, version: 1 })
}

/** Copies the latest consents of an application to the person, with their evidence. */
export async function copyConsents(
  { db, changes }: Pick<Context, 'db' | 'changes'>,
  { applicationId, personId }: { applicationId: string; personId: string },
): Promise<void> {
  const rows = await many(
    db,
    sql`SELECT DISTINCT ON (c.purpose) c.purpose, c.accepted, c.at, c.text_version, c.method, c.address, a.number, a.guardian_consent
           FROM member_application_consents c JOIN member_applications a ON a.id = c.application_id
           WHERE c.application_id = ${applicationId} ORDER BY c.purpose, c.at DESC, c.id DESC`,
    {
      purpose: 'text',
      accepted: 'boolean',
      at: 'moment',
      text_version: 'integer?',
      method: 'text',
      address: 'text?',
      number: 'integer',
      guardian_consent: 'boolean',
    },
  )
  const consents = rows.map((row) => ({
    id: newId(),
    purpose: row.purpose === 'guardianConsent' ? 'minor' : row.purpose,
    status: row.accepted ? 'given' : 'refused',
    at: row.at,
    method: row.method === 'site' ? 'webForm' : 'paper',
    given_by: row.guardian_consent ? 'guardian' : 'self',
    text_version: row.text_version === null ? null : `${row.purpose} ${row.text_version}`,
    evidence: [`Candidatura n.º ${row.number}`, row.address].filter(Boolean).join(', '),
  }))
  await execute(
    db,
    sql`INSERT INTO consents (id, person_id, purpose, status, at, method, given_by, text_version, evidence)
           SELECT id, ${personId}, purpose, status, at, method, given_by, text_version, evidence
           FROM jsonb_populate_recordset(NULL::consents, ${JSON.stringify(consents)})`,
  )
  for (const { id } of consents) changes.push({ resource: 'consents', action: 'created', id, version: 1 })
}
