import { fieldErrors } from '@agremia/resources/field-errors.ts'
import type { ApplicationTextName } from '@agremia/resources/application-texts.ts'
import { applicationTextNames, applicationTextOf } from '@agremia/resources/application-texts.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { retentionHeading, retentionText } from '@agremia/resources/retention.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, many, maybeOne, raiseVersion, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { byProgram, recordAudit } from '../rest/audit.ts'
import type { Hooks, HookContext } from '../rest/modules.ts'
import type { Change } from '../rest/change.ts'
import type { memberApplicationTexts } from '@agremia/resources/definitions/application-texts.ts'

/** Changing a text creates a new version. Earlier versions stay, since consents refer to them. */
export const textHooks: Hooks<typeof memberApplicationTexts> = {
  async validate({ before, merged, world }) {
    const name = applicationTextNames.find((known) => known === before?.name)
    const body = merged.body
    if (typeof body !== 'string')
      return name && applicationTextOf(name).required
        ? { errors: { body: [fieldErrors.required] } }
        : undefined
    const problem = findTermProblem(body, await world.organisation.terminology())
    return problem ? { errors: { body: [problem] } } : undefined
  },

  async beforeSave(context) {
    const { before, values, world, set } = context
    if (!before || !('body' in values)) return
    const version = {
      textVersion: before.textVersion + 1,
      validFrom: world.clock().toISOString(),
    }
    set(version)
    await insertVersion(context)
  },
}

async function insertVersion({
  db,
  id,
  merged,
  changes,
}: HookContext<typeof memberApplicationTexts>): Promise<void> {
  const versionId = newId()
  await execute(
    db,
    sql`INSERT INTO member_application_text_versions (id, text_id, text_version, body, valid_from)
           VALUES (${versionId}, ${id}, ${merged.textVersion}, ${merged.body ?? null}, ${merged.validFrom})`,
  )
  changes.push({ resource: 'memberApplicationTextVersions', action: 'created', id: versionId, version: 1 })
}

/**
 * Daily work: renews the paragraph of the privacy notice on retention when the settings have changed, as a new version. An organisation that
 * has rewritten the paragraph under another heading keeps its own.
 */
export async function renewRetentionText(db: Tx, settings: Settings): Promise<Change[]> {
  const text = await maybeOne(
    db,
    sql`SELECT id, body, version FROM member_application_texts WHERE name = 'privacyNotice' FOR UPDATE`,
    { id: 'uuid', body: 'text?', version: 'integer' },
  )
  const paragraph = (text?.body ?? '').split('\n').find((line) => line.startsWith(retentionHeading))
  const current = retentionText(settings)
  if (!text?.body || paragraph === undefined || paragraph === current) return []
  const versionId = newId()
  await execute(
    db,
    sql`WITH renewed AS (
          UPDATE member_application_texts SET body = ${text.body.replace(paragraph, () => current)}, text_version = text_version + 1, valid_from = now(), ${raiseVersion()}
          WHERE id = ${text.id} RETURNING id, body, text_version, valid_from)
        INSERT INTO member_application_text_versions (id, text_id, text_version, body, valid_from)
        SELECT ${versionId}, id, text_version, body, valid_from FROM renewed`,
  )
  await recordAudit({ db, ...byProgram }, [
    {
      resource: 'memberApplicationTexts',
      id: text.id,
      action: 'updated',
      changes: [{ field: 'body', from: paragraph, to: current }],
    },
  ])
  return [
    { resource: 'memberApplicationTexts', action: 'updated', id: text.id, version: text.version + 1 },
    { resource: 'memberApplicationTextVersions', action: 'created', id: versionId, version: 1 },
  ]
}

/** The error for the first unknown term in braces; undefined when all are known. */
function findTermProblem(body: string, terminology: Terminology): string | undefined {
  const unknown = body.match(/\{[^{}]*\}/g)?.find((piece) => {
    try {
      fillTerms(piece, terminology)
      return false
    } catch {
      return true
    }
  })
  return (
    unknown && `Não se sabe o que é ${unknown.slice(0, 60)}: use {memberSingular}, {memberPlural} ou {name}.`
  )
}

export interface ApplicationText {
  body: string
  textVersion: number
}

/** The current texts, in the terminology of the organisation. */
export async function readTexts(
  db: Querying,
  terminology: Terminology,
): Promise<Record<ApplicationTextName, ApplicationText>> {
  const rows = await many(db, sql`SELECT name, body, text_version FROM member_application_texts`, {
    name: 'text',
    body: 'text?',
    text_version: 'integer',
  })

  const entries = applicationTextNames.map((name) => {
    const row = rows.find((one) => one.name === name)
    return [name, { body: fillTerms(row?.body ?? '', terminology), textVersion: row?.text_version ?? 1 }]
  })
  return Object.fromEntries(entries) as Record<ApplicationTextName, ApplicationText>
}
