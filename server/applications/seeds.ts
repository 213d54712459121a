import { applicationStateCodes, applicationStateOf } from '@agremia/resources/application-states.ts'
import { applicationTextNames, applicationTextOf } from '@agremia/resources/application-texts.ts'
import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'

/** Inserts missing states and texts of the form. Safe to repeat: existing rows do not change. */
export async function seedApplicationLists(db: Querying): Promise<void> {
  const states = applicationStateCodes.map((code, index) => {
    const { name, colour, final, accepted, waiting, needsReason, sendsMessage } = applicationStateOf(code)
    return {
      id: newId(),
      code,
      name,
      colour,
      order: (index + 1) * 10,
      is_final: final ?? false,
      is_accepted: accepted ?? false,
      is_waiting: waiting ?? false,
      needs_reason: needsReason ?? false,
      sends_message: sendsMessage ?? false,
    }
  })
  const columns = sql`id, code, name, colour, "order", is_final, is_accepted, is_waiting, needs_reason, sends_message`
  await execute(
    db,
    sql`INSERT INTO member_application_states (${columns}, search_text)
           SELECT ${columns}, ' ' || fold_text(name) FROM jsonb_populate_recordset(NULL::member_application_states, ${JSON.stringify(states)})
           ON CONFLICT DO NOTHING`,
  )
  await seedTexts(db)
}

async function seedTexts(db: Querying): Promise<void> {
  const texts = applicationTextNames.map((name) => ({
    id: newId(),
    version_id: newId(),
    name,
    body: applicationTextOf(name).default,
  }))
  await execute(
    db,
    sql`WITH defaults AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(texts)}) AS t (id uuid, version_id uuid, name text, body text)),
             inserted AS (INSERT INTO member_application_texts (id, name, body) SELECT id, name, body FROM defaults
                      ON CONFLICT (name) DO NOTHING RETURNING id, body, text_version, valid_from)
           INSERT INTO member_application_text_versions (id, text_id, text_version, body, valid_from)
           SELECT defaults.version_id, inserted.id, inserted.text_version, inserted.body, inserted.valid_from FROM inserted JOIN defaults USING (id)`,
  )
}
