import { admins, staffReaders } from '@agremia/resources/access.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import { retentionPhrase, retentionRuleOf } from '@agremia/resources/retention.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { execute, join, jsonOf, many, one, raiseVersion, sql, inline } from '../database/sql.ts'
import { invalid } from '../errors.ts'
import { logErasure } from '../erasures.ts'
import { discardFiles } from '../files/index.ts'
import { actionOf, performAction, readActionInput } from '../rest/actions.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { labelledRecords } from '../rest/chosen-records.ts'
import type { BulkTask, Context, World } from '../rest/modules.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { requireAccess } from '../rest/scope.ts'
import { rejectUnconfirmed } from './anonymise.ts'
import { dueBefore } from './retention.ts'

/** The rules whose deletions an administrator confirms. */
export const confirmedRules = ['formerMembers', 'mandates', 'formerIbans', 'photos'] as const
type ConfirmedRule = (typeof confirmedRules)[number]

interface Moment {
  today: string
  settings: Settings
}

const left = sql`coalesce(m.end_date, m.state_since)`
const lastDebit = sql`(SELECT max(b.collection_date) FROM debit_collections c JOIN debit_batches b ON b.id = c.batch_id WHERE c.member_id = m.id)`

/** Conditions on the member `m` of the person `p`, who has left. */
const conditions: Record<ConfirmedRule, (day: Sql) => Sql> = {
  formerMembers: (day) => sql`${left} <= ${day}`,
  mandates: (day) => sql`greatest(${left}, ${lastDebit}) <= ${day}
    AND EXISTS (SELECT FROM mandates d WHERE d.member_id = m.id AND d.iban <> '')`,
  formerIbans: (day) => sql`m.iban IS NOT NULL AND greatest(${left}, ${lastDebit}) <= ${day}`,
  photos: (day) => sql`p.photo_id IS NOT NULL AND ${left} <= ${day}`,
}

/** The members of whom data of the rule are due: `member_id`, `label`, `since`. People who are still members are not. */
function dueSql(rule: ConfirmedRule, { today, settings }: Moment): Sql {
  const day = sql`${dueBefore(rule, today, settings)}::date`
  return sql`SELECT m.id AS member_id, m.label, ${left} AS since FROM members m JOIN people p ON p.id = m.person_id
    JOIN member_state_names s ON s.id = m.current_state_id
    WHERE s.marks_end AND p.anonymised_at IS NULL AND ${conditions[rule](day)}
      AND NOT EXISTS (SELECT FROM members o JOIN member_state_names os ON os.id = o.current_state_id WHERE o.person_id = p.id AND NOT os.marks_end)`
}

/** People that a page shows of each rule. */
const shownLimit = 200

const dueApi: Api = {
  name: 'listDataToErase',
  summary: 'Listar os dados a eliminar',
  tag: 'Privacidade',
  answers: {
    200: data([
      {
        rule: oneOf(confirmedRules),
        label: 'text',
        kept: 'text',
        count: 'integer',
        members: [{ _id: 'uuid', label: 'text', since: 'day?' }],
      },
    ]),
  },
}

/** `GET /data_to_erase`: the data whose time is over, by rule, with the first members of each. */
export function dueRoutes(app: FastifyInstance, world: World): void {
  const { database, organisation } = world
  app.get('/data_to_erase', route(dueApi, null), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    knownParameters(request, [])
    const settings = await organisation.settings()
    const today = await organisation.today()
    const terminology = await organisation.terminology()
    const parts = confirmedRules.map(
      (rule) => sql`SELECT ${rule}::text AS rule, count(*)::integer AS count,
        coalesce(json_agg(json_build_object('_id', member_id, 'label', label, 'since', since) ORDER BY since, label) FILTER (WHERE place <= ${inline(shownLimit)}), '[]') AS members
        FROM (SELECT *, row_number() OVER (ORDER BY since, label) AS place FROM (${dueSql(rule, { today, settings })}) due) placed`,
    )
    const rows = await many(database.pool, join(parts, ' UNION ALL '), {
      rule: 'text',
      count: 'integer',
      members: jsonOf<{ _id: string; label: string; since: string | null }[]>(),
    })
    const found = new Map(rows.map((row) => [row.rule, row]))
    return {
      data: confirmedRules.map((rule) => ({
        rule,
        label: retentionRuleOf(rule).label,
        kept: fillTerms(retentionPhrase(rule, settings), terminology),
        count: found.get(rule)?.count ?? 0,
        members: found.get(rule)?.members ?? [],
      })),
    }
  })
}

interface ErasureInput {
  rule: ConfirmedRule
  confirmation: string
}

/** Bulk task that erases the data of a rule, of the chosen members of whom they are still due. */
export const erasureTask: BulkTask<ErasureInput> = {
  resource: 'members',
  access: admins,
  readInput({ rule: given, ...input }, context) {
    const rule = confirmedRules.find((known) => known === given)
    if (!rule) throw invalid({ rule: ['Escolha o que se elimina.'] })
    const { confirmation } = readActionInput(people.actions!.anonymise.fields, input, context)
    rejectUnconfirmed(confirmation)
    return { rule, confirmation }
  },
  records: ({ world, audience, input, caller, today, settings }) => sql`
    SELECT c.record_id, c.label, c.place, CASE WHEN d.member_id IS NULL THEN 'O prazo ainda não passou, ou já foi feito.' END AS reason, NULL::jsonb AS data
    FROM (${labelledRecords(world, 'members', audience, { caller, today })}) c LEFT JOIN (${dueSql(input.rule, { today, settings })}) d ON d.member_id = c.record_id`,
  async perform(writing, { id }, { rule, confirmation }) {
    const { db, world, today, caller } = writing
    const { isDue } = await one(
      db,
      sql`SELECT ${id}::uuid IN (SELECT member_id FROM (${dueSql(rule, writing)}) due) AS "isDue"`,
      { isDue: 'boolean' },
    )
    if (!isDue) return { outcome: 'skipped', reason: 'O prazo ainda não passou, ou já foi feito.' }
    if (rule === 'formerMembers') {
      await performAction(writing, actionOf(world, 'members', 'anonymise'), { id, input: { confirmation } })
    } else {
      await erase[rule](writing, id)
      await forgetInHistory(writing, id, rule)
    }
    await logErasure(db, { rule, count: 1, day: today, by: caller.name })
    return { outcome: 'done' }
  },
}

type Writing = Pick<Context, 'db' | 'changes' | 'caller' | 'address'>

const erase: Record<
  Exclude<ConfirmedRule, 'formerMembers'>,
  (writing: Writing, id: string) => Promise<void>
> = {
  async formerIbans({ db }, id) {
    await execute(db, sql`UPDATE members SET iban = NULL WHERE id = ${id}`)
  },
  async mandates({ db }, id) {
    const files = await many(
      db,
      sql`DELETE FROM record_files WHERE id IN (SELECT document_id FROM mandates WHERE member_id = ${id}) RETURNING id`,
      { id: 'uuid' },
    )
    await discardFiles(
      db,
      files.map((file) => file.id),
    )
    await execute(
      db,
      sql`UPDATE mandates SET iban = '', document_id = NULL, notes = NULL, ${raiseVersion()},
            state = CASE WHEN state IN ('pending', 'active', 'suspended') THEN 'revoked' ELSE state END WHERE member_id = ${id}`,
    )
    await execute(
      db,
      sql`UPDATE debit_collections SET iban = '', original_iban = NULL, ${raiseVersion()} WHERE member_id = ${id}`,
    )
  },
  async photos({ db }, id) {
    const rows = await many(
      db,
      sql`WITH known AS (SELECT p.id, p.photo_id FROM people p JOIN members m ON m.person_id = p.id WHERE m.id = ${id} AND p.photo_id IS NOT NULL)
          UPDATE people p SET photo_id = NULL, ${raiseVersion('p')} FROM known WHERE p.id = known.id RETURNING known.photo_id AS id`,
      { id: 'uuid' },
    )
    await discardFiles(
      db,
      rows.map((row) => row.id),
    )
  },
}

/** Takes former values of the erased fields from the audit events of the member and the mandates, and records the erasure without them. */
async function forgetInHistory(
  { db, changes, caller, address }: Writing,
  id: string,
  rule: ConfirmedRule,
): Promise<void> {
  await execute(
    db,
    sql`UPDATE audit_events SET changes = jsonb_path_query_array(changes, '$[*] ? (@.field != "iban")'), rows = NULL
        WHERE (resource = 'members' AND record_id = ${id} OR resource = 'mandates' AND record_id IN (SELECT id FROM mandates WHERE member_id = ${id}))
          AND changes @> '[{"field": "iban"}]'`,
  )
  const { version } = await one(
    db,
    sql`UPDATE members SET ${raiseVersion()} WHERE id = ${id} RETURNING version`,
    { version: 'integer' },
  )
  await recordAudit({ db, caller, address }, [
    { resource: 'members', id, action: `erase${rule.charAt(0).toUpperCase()}${rule.slice(1)}`, changes: [] },
  ])
  changes.push({ resource: 'members', action: 'updated', id, version })
}
