import type { Caller } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { messageBatches } from '@agremia/resources/definitions/message-batches.ts'
import { setImmediate as breathe } from 'node:timers/promises'
import { inline, many, sql } from '../database/sql.ts'
import type { Engine } from '../rest/modules.ts'
import { membersOf } from './audience.ts'
import { audienceProblems } from './batches.ts'
import type { Candidate } from './eligible.ts'
import { candidateColumns, candidateJoins, candidateOf, candidateShape } from './eligible.ts'
import { previewCandidates } from './preview-candidates.ts'
import { readDraft } from './read-draft.ts'

/** Candidates read in one statement; between statements other requests are served. */
const batchSize = 500

const names = ['kind', 'channel', 'subject', 'body', 'smsText', 'audience']

/** The preview of an unsaved batch (see `previewCandidates`). Throws 422 by field. */
export async function previewBatch(engine: Engine, input: Record<string, unknown>, caller: Caller) {
  const { organisation } = engine.world
  const today = await organisation.today()
  const definition = messageBatches as unknown as Definition
  const draft = readDraft(definition, names, { given: input, today }, (merged) =>
    audienceProblems({ engine, merged, caller, today }),
  )
  const context = {
    settings: await organisation.settings(),
    terminology: await organisation.terminology(),
    today,
  }
  return previewCandidates(context, draft, candidates(engine, draft.audience, caller, today))
}

/** The people of the audience, each once, by member number. */
async function* candidates(
  engine: Engine,
  audience: unknown,
  caller: Caller,
  today: string,
): AsyncGenerator<Candidate> {
  const { pool } = engine.world.database
  const { from, where } = membersOf(engine, audience, { caller, today })
  for (let lastNumber = 0; ;) {
    const rows = await many(
      pool,
      sql`
      WITH chosen AS (
        SELECT DISTINCT ON (t.person_id) t.id FROM ${from} WHERE ${where}
        ORDER BY t.person_id, t.end_date IS NULL DESC, t.id DESC)
      SELECT ${candidateColumns} FROM chosen JOIN members m ON m.id = chosen.id ${candidateJoins}
      WHERE m.member_number > ${lastNumber} ORDER BY m.member_number LIMIT ${inline(batchSize)}`,
      candidateShape,
    )
    for (const row of rows) yield candidateOf(row)
    if (rows.length < batchSize) return
    lastNumber = rows.at(-1)?.member_number ?? lastNumber
    await breathe()
  }
}
