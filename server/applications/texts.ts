import { fieldErrors } from '@agremia/resources/field-errors.ts'
import type { ApplicationTextName } from '@agremia/resources/application-texts.ts'
import { applicationTextNames, applicationTextOf } from '@agremia/resources/application-texts.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, many, sql } from '../database/sql.ts'
import type { Hooks, HookContext } from '../rest/modules.ts'

/** Changing a text creates a new version. Earlier versions stay, since consents refer to them. */
export const textHooks: Hooks = {
  async validate({ before, merged, world }) {
    const name = applicationTextNames.find((known) => known === before?.['name'])
    const body = merged['body']
    if (typeof body !== 'string')
      return name && applicationTextOf(name).required
        ? { errors: { body: [fieldErrors.required] } }
        : undefined
    const problem = findTermProblem(body, await world.organisation.terminology())
    return problem ? { errors: { body: [problem] } } : undefined
  },

  async beforeSave(context) {
    const { before, values, merged, world } = context
    if (!before || !('body' in values)) return
    const version = {
      textVersion: Number(before['textVersion']) + 1,
      validFrom: world.clock().toISOString(),
    }
    Object.assign(values, version)
    Object.assign(merged, version)
    await insertVersion(context)
  },
}

async function insertVersion({ db, id, merged, changes }: HookContext): Promise<void> {
  const versionId = newId()
  await execute(
    db,
    sql`INSERT INTO member_application_text_versions (id, text_id, text_version, body, valid_from)
           VALUES (${versionId}, ${id}, ${merged['textVersion']}, ${merged['body'] ?? null}, ${merged['validFrom']})`,
  )
  changes.push({ resource: 'memberApplicationTextVersions', action: 'created', id: versionId, version: 1 })
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
