import { fieldErrors } from '@agremia/resources/field-errors.ts'
import type { CardLeftOutReason, cardRuns } from '@agremia/resources/definitions/card-runs.ts'
import { cardLeftOutReasons } from '@agremia/resources/definitions/card-runs.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Caller } from '@agremia/resources/access.ts'
import type { Querying } from '../database/querying.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { allowLongStatements } from '../database/transaction.ts'
import type { RowOf, Sql } from '../database/sql.ts'
import { execute, jsonOf, many, maybeOne, one, raiseVersion, sql, textOf } from '../database/sql.ts'
import type { Job } from '../jobs/index.ts'
import { beginWork, workOrFail } from '../rest/background-work.ts'
import { changesOf, idAndVersion, writeInTransaction } from '../rest/changes.ts'
import { selectionErrors, selectedRecords } from '../rest/chosen-records.ts'
import type { Hooks, World } from '../rest/modules.ts'
import { isDeceased } from '../deceased.ts'
import type { LeftOutGroup } from '../left-out.ts'
import { leftOutGroupsSql } from '../left-out.ts'
import { liveSql, validUntilSql } from './validity.ts'

/** The input of an issue. */
export interface CardRunInput {
  kind: 'missing' | 'renewal'
  audience: unknown
  needsPhoto: 'yes' | 'no'
  validUntil: string | null
}

/** Rules of an issue; the work is done in the background. */
export const cardRunHooks: Hooks<typeof cardRuns> = {
  async validate({ world, merged, caller, today }) {
    const { validUntil, audience } = merged
    const errors = isGiven(audience) ? selectionErrors(world, 'members', audience, { caller, today }) : {}
    if (typeof validUntil === 'string' && validUntil < today) errors['validUntil'] = [fieldErrors.past]
    return { errors }
  },
  async beforeSave({ caller, set }) {
    set({ createdByName: caller.name })
  },
  async afterSave({ db, world, id, before }) {
    if (!before) await world.jobs.add(db, 'cardRuns', [{ data: { id } }])
  },
}

const isGiven = (audience: unknown) => audience !== null && audience !== undefined

export interface EligibilityContext {
  today: string
  /** SQL of the last day of the new card of the member `m`; null for none. */
  until: Sql
  caller: Pick<Caller, 'role'>
}

/** Common table expressions that end with `candidates`: each chosen member, and the reason why they get no card (`reason`), or null. */
export function candidatesSql(
  world: World,
  input: CardRunInput,
  { today, until, caller }: EligibilityContext,
): Sql {
  const chosen = isGiven(input.audience)
    ? selectedRecords(world, 'members', input.audience, { caller, today })
    : { from: sql`members t`, where: sql`true` }
  const { kind, needsPhoto } = input
  return sql`
    chosen AS (SELECT t.id FROM ${chosen.from} WHERE ${chosen.where}),
    candidates AS MATERIALIZED (
      SELECT m.id AS member_id, m.member_number, p.name, CASE
        WHEN ${isDeceased} THEN 'deceased'
        WHEN s.marks_end THEN 'ended'
        WHEN ${kind}::text = 'missing' AND EXISTS (SELECT FROM membership_cards c WHERE c.member_id = m.id AND ${liveSql('c', today)}) THEN 'hasCard'
        WHEN ${kind}::text = 'renewal' AND NOT EXISTS (SELECT FROM membership_cards c WHERE c.member_id = m.id) THEN 'noCard'
        WHEN ${kind}::text = 'renewal' AND EXISTS (SELECT FROM membership_cards c WHERE c.member_id = m.id
          AND ${liveSql('c', today)} AND (c.valid_until IS NULL OR c.valid_until >= ${until})) THEN 'hasCard'
        WHEN ${needsPhoto}::text = 'yes' AND p.photo_id IS NULL THEN 'noPhoto' END AS reason
      FROM chosen x JOIN members m ON m.id = x.id JOIN people p ON p.id = m.person_id JOIN member_state_names s ON s.id = m.current_state_id)`
}

/** SQL of the last day of a new card of the member `m`: the one that was chosen, or by the settings. */
export function untilOf(
  { validUntil }: Pick<CardRunInput, 'validUntil'>,
  settings: Settings,
  today: string,
): Sql {
  return validUntil === null ? validUntilSql(settings, today) : sql`${validUntil}::date`
}

export type CardRunPreview = RowOf<typeof cardRunPreviewShape>
const cardRunPreviewShape = {
  count: 'integer',
  withoutPhoto: 'integer',
  /** The earliest and the latest last day of the cards. */
  validUntil: 'day?',
  lastValidUntil: 'day?',
  leftOut: jsonOf<LeftOutGroup<CardLeftOutReason>[]>(),
} as const

/** The number of cards that an issue would create, and the members that it would leave out. Writes nothing. */
export async function previewCardRun(
  world: World,
  input: CardRunInput,
  context: EligibilityContext,
): Promise<CardRunPreview> {
  const preview = await one(
    world.database.pool,
    sql`WITH ${candidatesSql(world, input, context)}
      SELECT count(*)::integer AS count, count(*) FILTER (WHERE p.photo_id IS NULL)::integer AS "withoutPhoto",
        min(${context.until}) AS "validUntil", max(${context.until}) AS "lastValidUntil", ${leftOutGroupsSql} AS "leftOut"
      FROM candidates j JOIN members m ON m.id = j.member_id JOIN people p ON p.id = m.person_id WHERE j.reason IS NULL`,
    cardRunPreviewShape,
  )
  const leftOut = preview.leftOut.map((one) => ({ ...one, reasonLabel: cardLeftOutReasons[one.reason] }))
  return { ...preview, leftOut }
}

type RunRow = RowOf<typeof runShape>
const runShape = {
  kind: textOf<CardRunInput['kind']>(),
  audience: 'json?',
  needsPhoto: textOf<CardRunInput['needsPhoto']>(),
  validUntil: 'day?',
  type: 'text',
  templateId: 'uuid?',
} as const

const problem =
  'A emissão não chegou ao fim: nenhum cartão foi emitido. Pode tentar outra vez; se voltar a falhar, peça ajuda a quem cuida da instalação.'

/** Creates all cards of an issue or none, in one transaction; safe to repeat after a crash. */
export async function issueCards(world: World, job: Job): Promise<void> {
  const id = job.data['id'] ?? ''
  await workOrFail(world, { resource: 'cardRuns', id, problem }, async () => {
    if (await beginWork(world, { resource: 'cardRuns', id })) await issue(world, id)
  })
}

async function issue(world: World, id: string): Promise<void> {
  const today = await world.organisation.today()
  const settings = await world.organisation.settings()
  await writeInTransaction(world, async (db, changes) => {
    await allowLongStatements(db)
    await execute(db, sql`SELECT pg_advisory_xact_lock(${advisoryLocks.cardIssue})`)
    const run = await lockRun(db, id)
    if (!run) return
    const until = untilOf(run, settings, today)
    const candidates = candidatesSql(world, run, { today, until, caller: { role: 'admin' } })
    const result = await insertCards(db, { run, today, until, runId: id, candidates })
    const done = await many(
      db,
      sql`UPDATE card_runs SET state = 'done', count = ${result.count}, left_out = ${JSON.stringify(result.leftOut)}, ${raiseVersion()}
             WHERE id = ${id} RETURNING id, version`,
      idAndVersion,
    )
    changes.push(...changesOf('cardRuns', 'updated', done))
    if (result.count > 0)
      changes.push({
        resource: 'membershipCards',
        action: 'created',
        id: '',
        ids: sql`SELECT id FROM membership_cards WHERE card_run_id = ${id}`,
        version: 0,
      })
  })
}

async function lockRun(db: Querying, id: string): Promise<RunRow | undefined> {
  return maybeOne(
    db,
    sql`SELECT kind, audience, needs_photo AS "needsPhoto", valid_until AS "validUntil", type, template_id AS "templateId"
           FROM card_runs WHERE id = ${id} AND state = 'running' FOR NO KEY UPDATE`,
    runShape,
  )
}

interface CardInsert {
  run: RunRow
  today: string
  until: Sql
  runId: string
  candidates: Sql
}

/**
 * Creates the cards in one statement. Locks the members first, which skips members deleted meanwhile: their cards would violate
 * the foreign key and fail the whole issue.
 */
async function insertCards(db: Querying, { run, today, until, runId, candidates }: CardInsert) {
  return one(
    db,
    sql`WITH ${candidates},
      present AS MATERIALIZED (
        SELECT m.id AS member_id, ${until} AS until FROM members m WHERE m.id IN (SELECT member_id FROM candidates WHERE reason IS NULL) ORDER BY m.id FOR KEY SHARE OF m),
      inserted AS (
        INSERT INTO membership_cards (id, member_id, issue, type, template_id, status, valid_from, valid_until, issued_at, card_run_id)
        SELECT new_id(), j.member_id, coalesce((SELECT max(issue) FROM membership_cards o WHERE o.member_id = j.member_id), 0) + 1,
          ${run.type}::text, ${run.templateId}::uuid, CASE WHEN ${run.type} = 'digital' THEN 'active' ELSE 'toPrint' END, ${today}::date, present.until, ${today}::date, ${runId}::uuid
        FROM candidates j JOIN present USING (member_id) ORDER BY j.member_number
        ON CONFLICT (member_id, issue) DO NOTHING RETURNING 1),
      out AS (SELECT reason, count(*) AS count FROM candidates WHERE reason IS NOT NULL GROUP BY reason)
      SELECT count(*)::integer AS count, (SELECT coalesce(json_object_agg(reason, count), '{}') FROM out) AS "leftOut" FROM inserted`,
    { count: 'integer', leftOut: jsonOf<Record<string, number>>() },
  )
}
