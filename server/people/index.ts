import type { HiddenKinds } from '@agremia/resources/access.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { contacts } from '@agremia/resources/definitions/contacts.ts'
import { people } from '@agremia/resources/definitions/people.ts'
import { peopleResearcher } from '@agremia/resources/definitions/members.ts'
import { each } from '@agremia/resources/json-shape.ts'
import { isMinor } from '@agremia/resources/application-audience.ts'
import { isDate, laterOf } from '@agremia/resources/rules/dates.ts'
import { foldText, searchWords } from '@agremia/resources/rules/fold.ts'
import {
  isLegalPersonNif,
  isNaturalPersonNif,
  nif as nifRule,
} from '@agremia/resources/rules/identity-numbers.ts'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../database/sql.ts'
import { empty, join, many, raiseVersion, raw, sql } from '../database/sql.ts'
import { cancelSilencedMessages } from '../messages/index.ts'
import { refuseClosed } from '../erased.ts'
import { mergedPeople } from '../merged.ts'
import { anonymise, protect, unprotect } from '../privacy/index.ts'
import { badRequest } from '../errors.ts'
import { componentRef, page, pageQuery, withMore, openRoute, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { recordAudit } from '../rest/audit.ts'
import { readPageParameters, knownParameters, pageParameters } from '../rest/query-parameters.ts'
import { idAndVersion } from '../rest/changes.ts'
import { searchSql } from '../rest/list-conditions.ts'
import type { Area, HookContext, World } from '../rest/modules.ts'
import { resourceModule } from '../rest/modules.ts'
import type { ComputedColumn } from '../rest/plan.ts'
import { requireAccess } from '../rest/scope.ts'
import { answerCountries, countriesApi } from './answer-countries.ts'
import { answerLocality, localityApi } from './locality.ts'
import type { FieldMessages } from '../errors.ts'

export function peopleArea(photoUrl: ComputedColumn): Area {
  return {
    resources: [
      resourceModule({
        definition: people,
        hooks: {
          validate: async (context) => ({
            errors: personProblems(context),
            warnings: personWarnings(context),
          }),
          async beforeSave({ db, id, before }) {
            if (before) await refuseClosed(db, id)
          },
          async afterSave(context) {
            await cancelMessagesIfSilenced(context)
            return 'unchanged'
          },
        },
        actions: { anonymise, protect, unprotect },
        computed: { photoUrl },
        succession: mergedPeople,
      }),
      resourceModule({ definition: peopleResearcher }),
      resourceModule({
        definition: contacts,
        hooks: {
          // Only one contact of a type is preferred: a new one replaces the previous one.
          async beforeSave(context) {
            const { db, id, merged, changes } = context
            await refuseClosed(db, merged.personId)
            if (merged.preferred !== true) return
            const rows = await many(
              db,
              sql`UPDATE contacts SET preferred = false, ${raiseVersion()} WHERE person_id = ${merged.personId} AND type = ${merged.type} AND id <> ${id} AND preferred RETURNING id, version`,
              idAndVersion,
            )
            for (const previous of rows) {
              changes.push({ resource: 'contacts', action: 'updated', ...previous })
              await recordAudit(context, [
                {
                  resource: 'contacts',
                  id: previous.id,
                  action: 'updated',
                  changes: [{ field: 'preferred', from: true, to: false }],
                },
              ])
            }
          },
        },
      }),
    ],
    routes(app, world) {
      app.get('/countries', openRoute(countriesApi), async (request) => answerCountries(request))
      app.get('/people_researcher', route(researchApi), (request) => research(world, request))
      app.get('/people_researcher/locality', route(localityApi), (request) => answerLocality(world, request))
    },
  }
}

/** Cancels pending messages when a date of death or `doNotContact` is set. */
export async function cancelMessagesIfSilenced({
  db,
  world,
  id,
  merged,
  values,
}: HookContext): Promise<void> {
  if (!merged.deathDate && merged.doNotContact !== true) return
  if ('deathDate' in values || 'doNotContact' in values)
    await cancelSilencedMessages({ db, world }, String(merged.personId ?? id))
}

/**
 * Requires a guardian for minors and a representative for legal persons. The age of a member is that of today, or of the day of an admission
 * that is still to come.
 */
export function personProblems({
  before,
  values,
  merged,
  today,
}: Pick<HookContext, 'before' | 'values' | 'merged' | 'today'>): FieldMessages {
  const errors: FieldMessages = {}
  const dayOf = ({ admissionDate }: Record<string, unknown>) => laterOf(today, admissionDate)
  // An update validates only the fields that it changes, so that old records can be edited.
  const names = ['birthDate', 'kind', 'guardianName', 'representativeName']
  if (before && !names.some((name) => name in values) && dayOf(before) === dayOf(merged)) return errors
  if (merged.kind === 'legal') {
    if (!merged.representativeName)
      errors['representativeName'] = ['Indique quem representa a pessoa coletiva.']
    return errors
  }
  if (isMinor(merged, dayOf(merged)) && !merged.guardianName)
    errors['guardianName'] = ['Indique o encarregado de educação: a pessoa é menor de 18 anos.']
  return errors
}

/** Warns of a NIF of the other kind of person. No error, since sources disagree on the prefixes. */
export function personWarnings({ merged }: Pick<HookContext, 'merged'>): FieldMessages {
  const nif = String(merged.nif ?? '')
  if (merged.kind === 'legal' && isNaturalPersonNif(nif))
    return { nif: ['É o número de uma pessoa singular. Confirme-o, ou mude o tipo de pessoa.'] }
  if (merged.kind === 'natural' && isLegalPersonNif(nif))
    return { nif: ['É o número de uma pessoa coletiva. Confirme-o, ou mude o tipo de pessoa.'] }
  return {}
}

/** The fields by which records of the same person are recognised. */
interface Identity {
  nif: string
  name: string
  birthDate: string
  email: string
}

/** Selects of similar records as `(id, reason, rank)`: same NIF, same name and birth date, same email. */
export function similaritySql(table: 'people' | 'member_applications', identity: Identity): Sql[] {
  const parts: Sql[] = []
  const from = raw(table)
  const nif = nifRule.normalize(identity.nif)
  if (/^\d{9}$/.test(nif))
    parts.push(sql`SELECT id, 'nif' AS reason, 1 AS rank FROM ${from} WHERE nif = ${nif}`)
  const name = foldText(identity.name)
  if (name && isDate(identity.birthDate)) {
    parts.push(
      sql`SELECT id, 'nameBirth', 2 FROM ${from} WHERE fold_text(name) IN (${name}, fold_text(${identity.name})) AND birth_date = ${identity.birthDate}::date`,
    )
  }
  const email = identity.email.toLowerCase()
  if (email.includes('@')) parts.push(sql`SELECT id, 'email', 3 FROM ${from} WHERE lower(email) = ${email}`)
  return parts
}

const researchApi: Api = {
  name: 'listPeopleResearcher',
  summary: 'Encontrar pessoas parecidas',
  query: {
    ...each(['nif?', 'name?', 'birthDate?', 'email?', 'search?', '_search?'], 'text'),
    'except?': 'uuid',
    '_sort?': 'text',
    ...pageQuery,
  },
  answers: { 200: page(withMore(componentRef('peopleResearcher'), { _id: 'uuid' })) },
}

const defaultLimit = 20
const orders: Readonly<Record<string, string>> = {
  name: 'p.name',
  birthYear: '"birthYear"',
  city: '"city"',
  memberNumber: 'm.member_number',
}

/**
 * `GET /people_researcher`: people with the same NIF, the same name and birth date, or the same email; or that match a search by
 * words or member number. Accepts `_page`, `_limit` (20), `_sort` and `_search`; by default the strongest matches come first.
 */
async function research(world: World, request: FastifyRequest) {
  requireAccess(peopleResearcher.access.read(request.caller), request.caller)
  const parameters = ['nif', 'name', 'birthDate', 'email', 'search', 'except'] as const
  const query = knownParameters(request, [...parameters, '_search', '_sort', ...pageParameters])
  const text = (name: keyof typeof query) => (query[name] ?? '').slice(0, 200).trim()
  if (text('birthDate') && !isDate(text('birthDate')))
    throw badRequest('birthDate: indique uma data aaaa-mm-dd.')
  if (text('except') && !isId(text('except')))
    throw badRequest('except: indique o identificador de uma pessoa.')
  const requested = readPageParameters({ _limit: String(defaultLimit), ...query })
  const order = orderOf(text('_sort'))
  const { hidden = [], protectsPeople } = request.caller
  const parts = similaritySql('people', {
    nif: hidden.includes('nif') ? '' : text('nif'),
    name: text('name'),
    birthDate: text('birthDate'),
    email: text('email'),
  })
  parts.push(...matchingSql(text('_search') || text('search'), { hidden, protectsPeople }))
  const paging = { page: requested.page, limit: requested.limit }
  if (parts.length === 0) return { data: [], meta: { total: 0, ...paging } }
  const except = text('except') ? sql`AND p.id <> ${text('except')}::uuid` : empty
  // Of protected people only what the number of a new record would reveal anyway: that they exist.
  const withheld = protectsPeople ? sql`p.is_protected` : sql`false`
  const rows = await many(
    world.database.pool,
    sql`
      SELECT p.id AS "_id", p.name, CASE WHEN NOT ${withheld} THEN extract(year FROM p.birth_date)::int END AS "birthYear",
             CASE WHEN NOT ${withheld} THEN p.city END AS city,
             m.id AS "memberId", m.member_number AS "memberNumber", s.name AS "stateLabel", found.reason, count(*) OVER ()::int AS "_total"
      FROM (SELECT DISTINCT ON (id) id, reason, rank FROM (${join(parts, ' UNION ALL ')}) every (id, reason, rank)
            WHERE reason IN ('search', 'nif') OR NOT EXISTS (SELECT FROM people p WHERE p.id = every.id AND ${withheld}) ORDER BY id, rank) found
      JOIN people p ON p.id = found.id
      LEFT JOIN LATERAL (SELECT * FROM members WHERE person_id = p.id ORDER BY created_at DESC LIMIT 1) m ON true
      LEFT JOIN member_state_names s ON s.id = m.current_state_id
      WHERE true ${except} ORDER BY ${order} LIMIT ${requested.sqlLimit} OFFSET ${requested.offset}`,
    {
      _id: 'uuid',
      name: 'text',
      birthYear: 'integer?',
      city: 'text?',
      memberId: 'uuid?',
      memberNumber: 'integer?',
      stateLabel: 'text?',
      reason: 'text',
      _total: 'integer',
    },
  )
  const total = rows[0]?._total ?? 0
  return {
    data: rows.map((row) => withoutTotal(row as object)),
    meta: { total, ...paging },
  }
}

function withoutTotal(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== '_total'))
}

/** The requested order, by default that of rank and name. Throws 400 for a field that is not sortable. */
function orderOf(sort: string): Sql {
  const defaultOrder = 'found.rank, p.name, p.id'
  if (sort === '') return raw(defaultOrder)
  const requested = sort.split(',').map((one) => {
    const column = orders[one.replace(/^-/, '')]
    if (!column) throw badRequest(`_sort: não é possível ordenar por «${one.slice(0, 60)}».`)
    return `${column} ${one.startsWith('-') ? 'DESC' : 'ASC'} NULLS LAST`
  })
  return raw([...requested, defaultOrder].join(', '))
}

/** Selects of the people that match a search: all words in their search text, or exactly that member number. */
function matchingSql(typed: string, given: { hidden: HiddenKinds; protectsPeople: true | undefined }): Sql[] {
  const words = searchWords(typed).slice(0, 8)
  if (words.length === 0) return []
  const parts = searchSql(people, { ...given, words, alias: 'p' })
  const byWords = sql`SELECT id, 'search', 5 FROM people p WHERE ${join(parts, ' AND ')}`
  const isNumber = words.length === 1 && /^\d{1,9}$/.test(typed)
  return isNumber
    ? [byWords, sql`SELECT person_id, 'search', 4 FROM members WHERE member_number = ${Number(typed)}`]
    : [byWords]
}
