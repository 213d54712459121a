import { staffWriters } from '@agremia/resources/access.ts'
import { merges, mergeSides } from '@agremia/resources/definitions/merges.ts'
import { described, oneOf } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance } from 'fastify'
import type { Querying } from '../database/querying.ts'
import { many, maybeOne, sql } from '../database/sql.ts'
import { badRequest } from '../errors.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { runAndRollBack, write } from '../rest/write-request.ts'
import { requireAccess } from '../rest/scope.ts'
import { repeatedCharges } from './charges.ts'
import { compareRecords } from './compare.ts'
import { findDuplicates } from './find-duplicates.ts'
import { countMoved } from './merge.ts'
import { lostHistories } from './histories.ts'
import { findObstacles } from './obstacles.ts'
import { readReferences } from './references.ts'
import { findSubjects } from './subjects.ts'
import type { World } from '../rest/modules.ts'

const parameters = ['personId', 'lostPersonId', 'memberId', 'lostMemberId', 'keepsBoth'] as const

const side = {
  personId: 'uuid',
  memberId: 'uuid?',
  name: 'text',
  memberNumber: 'integer?',
  state: 'text?',
  since: 'day?',
} as const

const previewApi: Api = {
  name: 'previewMerge',
  summary: 'Comparar duas fichas antes de as fundir',
  query: {
    personId: 'uuid',
    lostPersonId: 'uuid',
    'memberId?': 'uuid',
    'lostMemberId?': 'uuid',
    'keepsBoth?': oneOf(['true', 'false']),
  },
  answers: {
    200: data({
      kept: side,
      lost: side,
      fields: [
        {
          name: 'text',
          label: 'text',
          kept: 'text',
          lost: 'text',
          side: oneOf(mergeSides),
          canJoin: 'boolean',
        },
      ],
      moved: [{ label: 'text', count: 'integer' }],
      repeated: described('As dívidas repetidas que a fusão anula.', 'text[]'),
      warnings: 'text[]',
      obstacles: 'text[]',
    }),
  },
}

const findApi: Api = {
  name: 'findDuplicates',
  summary: 'Procurar duplicados nas fichas que mudaram',
  idempotent: true,
  answers: { 200: data({ waiting: 'integer' }) },
}

/** `GET /merges/preview` compares two records; `POST /duplicates/find` looks for duplicates at once instead of within the hour. */
export function mergeRoutes(app: FastifyInstance, world: World): void {
  app.get('/merges/preview', route(previewApi), async (request) => {
    requireAccess(merges.access.create(request.caller), request.caller)
    const query = knownParameters(request, [...parameters])
    const input = { ...query, keepsBoth: query.keepsBoth === 'true' }
    return {
      data: await runAndRollBack(world, request, async (writing) => {
        const { db } = writing
        const { subjects, errors } = await findSubjects(db, input)
        const [problem] = Object.entries(errors)
        if (!subjects || problem) throw badRequest(problem ? `${problem[0]}: ${problem[1].join(' ')}` : '')
        const compared = await compareRecords(writing, subjects, {})
        const moved = await countMoved(writing, subjects, await readReferences(db))
        const repeated = await repeatedCharges(db, subjects)
        const sideOf = async (name: 'kept' | 'lost') => {
          const { personId, memberId, memberIds } = subjects[name]
          // The membership of only one side stays as it is.
          const shown = memberId ?? memberIds[0]
          const member = shown === undefined ? undefined : await readMembership(db, shown)
          return {
            personId,
            memberId: null,
            name: compared[name].person['name'],
            memberNumber: null,
            state: null,
            since: null,
            ...member,
          }
        }
        return {
          kept: await sideOf('kept'),
          lost: await sideOf('lost'),
          fields: compared.fields.map(({ name, label, kept, lost, side: chosen, canJoin }) => ({
            name,
            label,
            kept,
            lost,
            side: chosen,
            canJoin,
          })),
          moved: moved.map(({ label, count }) => ({ label, count })),
          repeated: repeated.filter(({ endedId }) => endedId !== null).map(({ description }) => description),
          warnings: [
            ...warningsOf(compared.kept.person, compared.lost.person),
            ...(await lostHistories(db, subjects)),
          ],
          obstacles: await findObstacles(writing, subjects),
        }
      }),
    }
  })
  app.post('/duplicates/find', route(findApi), async (request, reply) => {
    requireAccess(staffWriters(request.caller), request.caller)
    return write(world, request, reply, async ({ db, changes }) => {
      changes.push(...(await findDuplicates(db)))
      const [{ waiting } = { waiting: 0 }] = await many(
        db,
        sql`SELECT count(*)::integer AS waiting FROM duplicate_checks`,
        { waiting: 'integer' },
      )
      return { status: 200, data: { waiting } }
    })
  })
}

function readMembership(db: Querying, id: string) {
  return maybeOne(
    db,
    sql`SELECT m.id AS "memberId", m.member_number AS "memberNumber", n.name AS state, m.admission_date AS since
        FROM members m LEFT JOIN member_state_names n ON n.id = m.current_state_id WHERE m.id = ${id}`,
    { memberId: 'uuid', memberNumber: 'integer?', state: 'text?', since: 'day?' },
  )
}

/** What says that they may be two people. */
function warningsOf(kept: Record<string, unknown>, lost: Record<string, unknown>): string[] {
  const differ = (name: string) => kept[name] && lost[name] && kept[name] !== lost[name]
  return [
    ...(differ('nif') ? ['Os NIF são diferentes: confirme que é a mesma pessoa.'] : []),
    ...(differ('birthDate') ? ['As datas de nascimento são diferentes: confirme que é a mesma pessoa.'] : []),
  ]
}
