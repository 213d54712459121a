import type { Caller } from '@agremia/resources/access.ts'
import { isWithheldFrom } from '@agremia/resources/access.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import type { MatchReason } from '@agremia/resources/match-reasons.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import { memberApplications } from '@agremia/resources/definitions/member-applications.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { mayReadField } from '@agremia/resources/describe.ts'
import { isEmpty, isId } from '@agremia/resources/coerce.ts'
import { matchReasons } from '@agremia/resources/match-reasons.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyRequest } from 'fastify'
import type { Querying } from '../database/querying.ts'
import type { RowOf, Shape, Sql } from '../database/sql.ts'
import { join, many, maybeOne, sql, textsOf } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import { isDeceased } from '../deceased.ts'
import { similaritySql } from '../people/index.ts'
import { data, type WithId } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { planOf } from '../rest/modules.ts'
import { planFor, scopeOf } from '../rest/scope.ts'
import type { WireRecord } from '../rest/find-record.ts'
import { findRecord } from '../rest/find-record.ts'
import type { World } from '../rest/modules.ts'

/** A record similar to the application, with the reasons, the strongest first. */
type Similar = RowOf<typeof similarShape>
const similarShape = { id: 'uuid', reasons: textsOf<MatchReason>() } as const

type MatchedResource = 'people' | 'memberApplications'

const tables = { people: 'people', memberApplications: 'member_applications' } as const

/** Records with the same NIF, the same name and birth date, or the same email as the application; each once. */
export async function findSimilar(
  db: Querying,
  resource: MatchedResource,
  record: WireRecord,
): Promise<Similar[]> {
  const text = (name: string) => (typeof record[name] === 'string' ? record[name] : '')
  const parts = similaritySql(tables[resource], {
    nif: text('nif'),
    name: text('name'),
    birthDate: text('birthDate'),
    email: text('email'),
  })
  if (parts.length === 0) return []
  return many(
    db,
    sql`SELECT id, array_agg(reason ORDER BY rank) AS reasons FROM (${join(parts, ' UNION ALL ')}) every (id, reason, rank)
           WHERE id <> ${record._id}::uuid GROUP BY id ORDER BY min(rank), id LIMIT 20`,
    similarShape,
  )
}

/** A label of the other person with this NIF: `Rui Paz, n.º 12 (Ativo)`; undefined when there is none. */
export async function findNifHolder(
  db: Querying,
  nif: unknown,
  except: string | undefined,
): Promise<string | undefined> {
  if (isEmpty(nif)) return undefined
  const holder = await maybeOne(
    db,
    sql`SELECT p.name, m.member_number AS number, s.name AS state FROM people p ${membershipJoins}
           WHERE p.nif = ${nif} AND p.id IS DISTINCT FROM ${except ?? null}::uuid`,
    { name: 'text', number: 'integer?', state: 'text?' },
  )
  if (!holder || holder.number === null) return holder?.name
  return `${holder.name}, n.º ${holder.number} (${holder.state})`
}

const comparedFields = [
  'name',
  'nif',
  'birthDate',
  'email',
  'mobile',
  'address',
  'postalCode',
  'city',
] as const

export const matchesApi: Api = {
  name: 'listApplicationMatches',
  summary: 'Listar quem pode ser a pessoa de uma candidatura',
  answers: {
    200: data([
      {
        _id: 'uuid',
        resource: oneOf(Object.keys(tables)),
        name: 'text',
        reasons: [oneOf(Object.keys(matchReasons))],
        memberId: 'uuid?',
        memberNumber: 'integer?',
        isMember: 'boolean',
        isDeceased: 'boolean',
        number: 'integer?',
        stateLabel: 'text?',
        fields: [
          {
            field: oneOf(comparedFields),
            label: 'text',
            application: 'text?',
            known: 'text?',
            isSame: 'boolean',
          },
        ],
      },
    ]),
  },
}

/**
 * `GET /member_applications/{id}/matches`: people, with their membership, and other applications that may be of the same
 * person. `isMember` is true for a current membership; `isDeceased` people cannot be admitted. Each has
 * `fields: [{field, label, application, known, isSame}]` to compare, with values in wire form.
 */
export async function answerMatches(world: World, request: FastifyRequest<WithId>) {
  const plan = planFor(planOf(world, memberApplications.name), 'record', request.caller)
  const scope = scopeOf(plan, 'read', request.caller)
  const { id } = request.params
  const { pool } = world.database
  const record = isId(id) ? await findRecord(pool, plan, id, scope) : undefined
  if (!record) throw notFound()
  const matches = [
    ...(await matchesIn(world, 'people', record, request.caller)),
    ...(await matchesIn(world, 'memberApplications', record, request.caller)),
  ]
  return { data: matches }
}

async function matchesIn(world: World, resource: MatchedResource, record: WireRecord, caller: Caller) {
  const { pool } = world.database
  const similar = await findSimilar(pool, resource, record)
  if (similar.length === 0) return []
  const terminology = await world.organisation.terminology()
  const { fields } = (resource === 'people' ? people : memberApplications) as unknown as Definition
  const rows = await detailsOf(pool, resource, similar)
  return similar.flatMap(({ id, reasons }) => {
    const known = rows.get(id)
    if (!known) return []
    const { _id, name, memberId, memberNumber, number, stateLabel } = known
    return {
      _id,
      resource,
      name,
      reasons,
      memberId: memberId ?? null,
      memberNumber: memberNumber ?? null,
      isMember: known['isMember'] === true,
      isDeceased: known['isDeceased'] === true,
      number: number ?? null,
      stateLabel: stateLabel ?? null,
      fields: comparedFields
        .filter(() => !isWithheldFrom(caller) || known['isProtected'] !== true)
        .filter((field) => fields[field] && mayReadField(fields[field], caller))
        .map((field) => ({
          field,
          label: fillTerms(fields[field]?.label ?? field, terminology),
          application: record[field] ?? null,
          known: known[field] ?? null,
          isSame: isSame(record[field], known[field]),
        })),
    }
  })
}

const columns = sql`t.id AS "_id", t.name, t.nif, t.birth_date AS "birthDate", t.email, t.mobile, t.address, t.postal_code AS "postalCode", t.city`
const columnsShape = {
  _id: 'uuid',
  name: 'text',
  nif: 'text?',
  birthDate: 'day?',
  email: 'text?',
  mobile: 'text?',
  address: 'text?',
  postalCode: 'text?',
  city: 'text?',
} as const

/** Joins the current or else latest membership `m` of the person `p`, and the name of its state `s`. */
const membershipJoins = sql`LEFT JOIN LATERAL (
    SELECT m.* FROM members m JOIN member_state_names s ON s.id = m.current_state_id WHERE m.person_id = p.id
    ORDER BY s.marks_end, m.created_at DESC LIMIT 1) m ON true
  LEFT JOIN member_state_names s ON s.id = m.current_state_id`

const details: Record<MatchedResource, { statement: (ids: readonly string[]) => Sql; shape: Shape }> = {
  people: {
    statement: (
      ids,
    ) => sql`SELECT ${columns}, m.id AS "memberId", m.member_number AS "memberNumber", NOT s.marks_end AS "isMember",
      ${isDeceased} AS "isDeceased", p.is_protected AS "isProtected", s.name AS "stateLabel"
      FROM people p JOIN people t ON t.id = p.id ${membershipJoins} WHERE p.id = ANY(${ids})`,
    shape: {
      ...columnsShape,
      memberId: 'uuid?',
      memberNumber: 'integer?',
      isMember: 'boolean?',
      isDeceased: 'boolean',
      isProtected: 'boolean',
      stateLabel: 'text?',
    },
  },
  memberApplications: {
    statement: (ids) => sql`SELECT ${columns}, t.number, s.name AS "stateLabel", t.member_id AS "memberId"
      FROM member_applications t JOIN member_application_states s ON s.id = t.state_id WHERE t.id = ANY(${ids})`,
    shape: { ...columnsShape, number: 'integer', stateLabel: 'text', memberId: 'uuid?' },
  },
}

async function detailsOf(db: Querying, resource: MatchedResource, similar: Similar[]) {
  const { statement, shape } = details[resource]
  const ids = similar.map(({ id }) => id)
  const rows: Record<string, unknown>[] = await many(db, statement(ids), shape)
  return new Map(rows.map((row) => [String(row['_id']), row]))
}

/** Compares without case and accents. Two empty values are not the same. */
function isSame(one: unknown, other: unknown): boolean {
  return !isEmpty(one) && !isEmpty(other) && foldText(String(one)) === foldText(String(other))
}
