import { restorableDays } from '@agremia/resources/restorable-days.ts'
import { members } from '@agremia/resources/definitions/members.ts'
import { formatDate, todayIn } from '@agremia/resources/rules/dates.ts'
import type { FastifyInstance } from 'fastify'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Querying } from '../database/querying.ts'
import { execute, jsonOf, lookUp, maybeOne, one, prepared, sql } from '../database/sql.ts'
import { formerNumbersSql, holderOfFormerNumber } from '../merged.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import type { FieldChange } from '../rest/audit.ts'
import { restorableSql } from '../rest/deleted-records.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import type { Context, HookContext, World } from '../rest/modules.ts'
import { requireAccess } from '../rest/scope.ts'
import type { FieldMessages } from '../errors.ts'

type Numbering = Pick<Context, 'settings'> & {
  db: Querying
  world: Pick<Context['world'], 'clock'>
}

/** Rows with the numbers of deleted members who can be restored at `now`, with the audit event of the deletion. */
const reservedSql = (now: Date) => sql`
  SELECT (e.rows -> 0 -> 'row' ->> 'member_number')::integer AS number, e.record_id, e.at, e.changes
  FROM audit_events e WHERE e.resource = 'members' AND ${restorableSql('e', sql`${now}::timestamptz`)}`

/** The numbers after the highest, from the organisation's first number, without those that deleted members had, or that a merge ended. */
async function readNextNumbers({ db, settings }: Numbering, count: number): Promise<number[]> {
  const { next, reserved } = await one(
    db,
    prepared(sql`SELECT (SELECT coalesce(max(member_number), 0)::bigint + 1 FROM members) AS next,
             (SELECT coalesce(array_agg(k.number), '{}') FROM (SELECT number FROM deleted_member_numbers UNION ALL SELECT number FROM (${formerNumbersSql}) f) k) AS reserved`),
    { next: 'integer', reserved: 'integer[]' },
  )
  const taken = new Set(reserved)
  const numbers: number[] = []
  for (
    let number = Math.max(next, Number(settings.membersFirstNumber) || 1);
    numbers.length < count;
    number++
  )
    if (!taken.has(number)) numbers.push(number)
  return numbers
}

/** The next number: for a write, after `lockNumbering`. */
export async function readNextNumber(numbering: Numbering): Promise<number> {
  const [number] = await readNextNumbers(numbering, 1)
  return number!
}

/**
 * Holds the numbering lock until the transaction ends. Transactions with an explicit number take it too: otherwise another could get the
 * same number at the same time, and fail.
 */
export async function lockNumbering({ db }: Pick<Numbering, 'db'>): Promise<void> {
  await execute(db, lookUp(sql`SELECT pg_advisory_xact_lock(${advisoryLocks.numbering}::bigint)`))
}

/** As many next numbers, for the caller's transaction, which holds the numbering lock until it ends. */
export async function nextMemberNumbers(context: Numbering, count: number): Promise<number[]> {
  if (count === 0) return []
  await lockNumbering(context)
  return readNextNumbers(context, count)
}

/** Rejects an explicit number that is reserved for a deleted member, or that a merge of other records ended. */
export async function numberProblems({
  db,
  world,
  settings,
  id,
  values,
}: Pick<HookContext<typeof members>, 'db' | 'world' | 'settings' | 'id' | 'values'>): Promise<FieldMessages> {
  const number = values.memberNumber
  if (typeof number !== 'number') return {}
  const holder = await holderOfFormerNumber(db, number)
  if (holder && holder.memberId !== id)
    return {
      memberNumber: [
        `O número ${number} é o anterior de «${holder.name}», de antes de uma fusão de fichas: indique outro.`,
      ],
    }
  const deletion = await maybeOne(
    db,
    lookUp(
      sql`SELECT k.at, k.changes FROM (${reservedSql(world.clock())}) k WHERE k.number = ${number}::integer AND k.record_id <> ${id}::uuid LIMIT 1`,
    ),
    { at: 'moment', changes: jsonOf<FieldChange[]>() },
  )
  if (!deletion) return {}
  const name = deletion.changes.find(({ field }) => field === members.title)?.from
  const deletedAt = new Date(deletion.at)
  const until = new Date(deletedAt.getTime() + restorableDays * 86_400_000)
  const dayOf = (time: Date) => formatDate(todayIn(settings.timeZone, time))
  return {
    memberNumber: [
      `O número ${number} era de ${typeof name === 'string' ? `«${name}»` : 'outro registo'}, eliminado em ${dayOf(deletedAt)}, ` +
        `e fica guardado até ${dayOf(until)}: indique outro, ou recupere esse registo em «Eliminados».`,
    ],
  }
}

const nextNumberApi: Api = {
  name: 'readNextMemberNumber',
  summary: 'Ler o número {do} próximo {memberSingular}',
  answers: { 200: data({ memberNumber: 'integer' }) },
}

/** `GET /members/next_number`: the number that the next new member gets. */
export function numberingRoutes(app: FastifyInstance, world: World): void {
  app.get('/members/next_number', route(nextNumberApi), async (request) => {
    requireAccess(members.access.create(request.caller), request.caller)
    knownParameters(request, [])
    const settings = await world.organisation.settings()
    const memberNumber = await readNextNumber({ db: world.database.pool, settings, world })
    return { data: { memberNumber } }
  })
}
