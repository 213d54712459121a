import { staffWriters } from '@agremia/resources/access.ts'
import type { Caller } from '@agremia/resources/access.ts'
import { orNull, selectionShape } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { jsonOf, maybeOne, nullable, one, sql, textOf } from '../database/sql.ts'
import { isDeceased } from '../deceased.ts'
import type { LeftOutGroup } from '../left-out.ts'
import {
  leftOutGroupsSql,
  leftOutPage,
  readLeftOutRequest,
  leftOutApi,
  leftOutGroupShape,
} from '../left-out.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { labelledRecords } from '../rest/chosen-records.ts'
import type { BulkTask, World } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { bodyOf } from '../rest/request.ts'
import { heldText } from '../held-messages.ts'
import { requireAccess } from '../rest/scope.ts'
import { saveRecord } from '../rest/write.ts'

/** Why a member gets no account. */
export const leftOutReasons = {
  deceased: 'Faleceu',
  ended: 'Já saiu',
  hasAccount: 'Já tem conta',
  noEmail: 'Sem email',
  sharedEmail: 'Partilha o email com outra pessoa: crie à mão a conta de quem o usa',
  takenEmail: 'Já há uma conta com este email, que não é desta pessoa',
} as const
type LeftOutReason = keyof typeof leftOutReasons

interface CandidateContext {
  caller: Caller
  today: string
}

/**
 * Common table expressions that end with `candidates`: each chosen member, and the reason why they get no account (`reason`), or
 * null. One email is one account, so people who share one are left to the staff.
 */
function candidatesSql(world: World, audience: unknown, context: CandidateContext): Sql {
  return sql`
    chosen AS (${labelledRecords(world, 'members', audience ?? { query: {} }, context)}),
    candidates AS MATERIALIZED (
      SELECT m.id AS member_id, m.member_number, m.person_id, p.name, lower(p.email) AS email, c.label, c.place, CASE
        WHEN ${isDeceased} THEN 'deceased'
        WHEN EXISTS (SELECT FROM users u WHERE u.person_id = p.id) THEN 'hasAccount'
        WHEN s.marks_end THEN 'ended'
        WHEN p.email IS NULL THEN 'noEmail'
        WHEN EXISTS (SELECT FROM people o JOIN members om ON om.person_id = o.id WHERE lower(o.email) = lower(p.email) AND o.id <> p.id)
          THEN 'sharedEmail'
        WHEN EXISTS (SELECT FROM users u WHERE u.email = lower(p.email)) THEN 'takenEmail' END AS reason
      FROM chosen c JOIN members m ON m.id = c.record_id JOIN people p ON p.id = m.person_id
        JOIN member_state_names s ON s.id = m.current_state_id)`
}

const candidateShape = {
  reason: nullable(textOf<LeftOutReason>()),
  personId: 'uuid',
  name: 'text',
  email: 'text?',
} as const

/** Bulk task that creates an account for each chosen member, who gets a link to sign in. */
export const accountTask: BulkTask<Record<string, never>> = {
  resource: 'members',
  access: staffWriters,
  readInput: () => ({}),
  records: ({ world, audience, caller, today }) => sql`
    WITH ${candidatesSql(world, audience, { caller, today })}
    SELECT member_id AS record_id, label, place, ${JSON.stringify(leftOutReasons)}::jsonb ->> reason AS reason, NULL::jsonb AS data
    FROM candidates`,
  async perform(writing, { id }) {
    const { db, world } = writing
    const candidate = await maybeOne(
      db,
      sql`WITH ${candidatesSql(world, { ids: [id] }, writing)} SELECT reason, person_id AS "personId", name, email FROM candidates`,
      candidateShape,
    )
    if (!candidate) return { outcome: 'skipped', reason: 'Não foi encontrado.' }
    const { reason, ...input } = candidate
    if (reason !== null) return { outcome: 'skipped', reason: leftOutReasons[reason] }
    await saveRecord(writing, planOf(world, 'users'), { id: null, mode: 'create', input })
    return { outcome: heldText(db) === undefined ? 'done' : 'held' }
  },
}

const body = { 'audience?': orNull(selectionShape) } as const
const previewApi: Api = {
  name: 'previewAccounts',
  summary: 'Prever a criação de contas',
  tag: 'Utilizadores',
  body,
  answers: { 200: data({ count: 'integer', leftOut: [leftOutGroupShape(leftOutReasons)] }) },
  refuses: [422],
}
const leftOutOfAccountsApi: Api = {
  ...leftOutApi(leftOutReasons, body),
  name: 'listLeftOutOfAccounts',
  summary: 'Listar quem fica sem conta por um motivo',
  tag: 'Utilizadores',
}

const previewShape = { count: 'integer', leftOut: jsonOf<LeftOutGroup<LeftOutReason>[]>() } as const

/** The preview of new accounts and the members whom they leave out. The bulk task `accounts` creates them. */
export function accountRoutes(app: FastifyInstance, world: World): void {
  const { database, organisation } = world
  const candidatesOf = async ({ caller }: FastifyRequest, audience: unknown) => {
    requireAccess(staffWriters(caller), caller)
    return candidatesSql(world, audience, { caller, today: await organisation.today() })
  }
  app.post('/user_accounts/preview', route(previewApi), async (request) => {
    const { audience } = bodyOf(request)
    const candidates = await candidatesOf(request, audience)
    const { count, leftOut } = await one(
      database.pool,
      sql`WITH ${candidates} SELECT (SELECT count(*)::integer FROM candidates WHERE reason IS NULL) AS count, ${leftOutGroupsSql} AS "leftOut"`,
      previewShape,
    )
    return {
      data: { count, leftOut: leftOut.map((one) => ({ ...one, reasonLabel: leftOutReasons[one.reason] })) },
    }
  })
  app.post('/user_accounts/left_out', route(leftOutOfAccountsApi), async (request) => {
    const { reason, input, page } = readLeftOutRequest(request, leftOutReasons)
    const candidates = await candidatesOf(request, input['audience'])
    return leftOutPage(
      database.pool,
      candidates,
      sql`SELECT member_id FROM candidates WHERE reason = ${reason}::text`,
      page,
    )
  })
}
