import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { settingOf } from '@agremia/resources/definitions/settings.ts'
import { execute, exists, many, raiseVersion, sql } from '../database/sql.ts'
import { conflict } from '../errors.ts'
import type { FieldChange } from '../rest/audit.ts'
import { recordAudit } from '../rest/audit.ts'
import { changesOf, idAndVersion } from '../rest/changes.ts'
import type { ActionCall } from '../rest/modules.ts'

const setting = 'protectsPeople' satisfies SettingName

/** Withholds the data of a person, or of a member's person, from all but administrators. Throws 409 unless the setting allows it. */
export async function protect(call: ActionCall): Promise<undefined> {
  const isOn = await exists(
    call.db,
    sql`SELECT FROM settings WHERE name = ${setting} AND value = 'true' FOR SHARE`,
  )
  if (!isOn) throw conflict(`Ligue primeiro «${settingOf(setting).label}», nas definições de privacidade.`)
  await setProtected(call, true, [{ field: 'reason', from: null, to: call.input.reason }])
  return undefined
}

/** Shows the data of the person as those of others. */
export async function unprotect(call: ActionCall): Promise<undefined> {
  await setProtected(call, false, [])
  return undefined
}

async function setProtected(call: ActionCall, isProtected: boolean, more: FieldChange[]): Promise<void> {
  const { db, record, changes, action } = call
  const personId = String(record.personId ?? record._id)
  const people = await many(
    db,
    sql`UPDATE people SET is_protected = ${isProtected}, ${raiseVersion()} WHERE id = ${personId} RETURNING id, version`,
    idAndVersion,
  )
  // Messages that were sent before the person was known, such as those to an applicant.
  await execute(
    db,
    sql`UPDATE messages m SET person_id = p.id, ${raiseVersion('m')} FROM people p
        WHERE ${isProtected} AND p.id = ${personId} AND m.person_id IS NULL AND m.recipient IN (p.email, p.mobile)`,
  )
  // Lists of members depend on the protection of their people.
  const members = await many(
    db,
    sql`UPDATE members SET ${raiseVersion()} WHERE person_id = ${personId} RETURNING id, version`,
    idAndVersion,
  )
  changes.push(...changesOf('people', 'updated', people), ...changesOf('members', 'updated', members))
  await recordAudit(call, [
    {
      resource: 'people',
      id: personId,
      action,
      changes: [{ field: 'isProtected', from: !isProtected, to: isProtected }, ...more],
    },
  ])
}
