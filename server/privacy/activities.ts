import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { processingPurposes } from '@agremia/resources/processing-purposes.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { Querying } from '../database/querying.ts'
import { execute, exists, sql } from '../database/sql.ts'
import { foldedSql } from '../database/fold.ts'
import type { Change } from '../rest/change.ts'

interface Organisation {
  terminology: Terminology
  orgType: Settings['orgType']
}

/** Daily work: fills the register of an organisation that was set up before there was one. */
export async function fillActivities(db: Querying, organisation: Organisation): Promise<Change[]> {
  const isSetUp = await exists(db, sql`SELECT FROM users LIMIT 1`)
  return isSetUp && (await insertActivities(db, organisation)) > 0
    ? [{ resource: 'processingActivities', action: 'created', id: '', version: 1 }]
    : []
}

/** Fills the register of processing activities with what the program does, once: not again when all of them were deleted. */
export async function insertActivities(
  db: Querying,
  { terminology, orgType }: Organisation,
): Promise<number> {
  const rows = processingPurposes
    .filter(({ onlyFor }) => onlyFor === undefined || onlyFor === orgType)
    .map((purpose) => ({
      ...purpose,
      name: fillTerms(purpose.name, terminology),
      people: fillTerms(purpose.people, terminology),
    }))
  return execute(
    db,
    sql`INSERT INTO processing_activities (id, name, bases, people, data, recipients, retention, other_period, search_text)
        SELECT new_id(), name, ARRAY(SELECT jsonb_array_elements_text(bases)), people, data, recipients,
          ARRAY(SELECT jsonb_array_elements_text(retention)), "otherPeriod", ' ' || ${foldedSql(sql`name`)}
        FROM jsonb_to_recordset(${JSON.stringify(rows)}) AS
          purposes (name text, bases jsonb, people text, data text, recipients text, retention jsonb, "otherPeriod" text)
        WHERE NOT EXISTS (SELECT FROM processing_activities)
          AND NOT EXISTS (SELECT FROM audit_events WHERE resource = 'processingActivities')`,
  )
}
