import type { Caller } from '@agremia/resources/access.ts'
import { staffReaders } from '@agremia/resources/access.ts'
import { letterVariables } from '@agremia/resources/card-letter.ts'
import { cardVariables } from '@agremia/resources/card-template.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { membershipCardLetters } from '@agremia/resources/definitions/membership-card-letters.ts'
import { each } from '@agremia/resources/json-shape.ts'
import { envelopeLines, postalLines } from '@agremia/resources/rules/postal-address.ts'
import type { FastifyInstance } from 'fastify'
import type { RowOf } from '../database/sql.ts'
import { maybeOne, sql } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import { rejectProtected } from '../protected.ts'
import { letterheadFrom } from '../pdf/index.ts'
import { data, linkShape, type WithId, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { findRecord, fullScope } from '../rest/find-record.ts'
import { planOf } from '../rest/modules.ts'
import { valuesOf } from '../rest/openapi-schemas.ts'
import { requireAccess } from '../rest/scope.ts'
import { readCard } from './card-contents.ts'
import { cardDocumentUrl, letterWriter } from './documents.ts'
import { sampleContent } from './previews.ts'
import type { World } from '../rest/modules.ts'

const letterPartsShape = {
  letterhead: {
    name: 'text',
    nif: 'text',
    address: 'text',
    contacts: 'text[]',
    colour: 'text?',
  },
  address: 'text[]',
  date: 'text',
  subject: 'text',
  greeting: 'text',
  signature: 'text',
  values: each(Object.keys({ ...cardVariables, ...letterVariables }), 'text'),
} as const

const letterApi: Api = {
  name: 'readMembershipCardLetters',
  summary: 'Ler a carta de um cartão',
  description: 'O identificador é o da carta, o do cartão ou o de {um} {memberSingular}.',
  answers: {
    200: data({
      // Null when the card has no letter of its own.
      ...each(['_id', 'cardId'], 'uuid?'),
      ...each(['_created_at?', '_updated_at?'], 'moment'),
      _version: 'integer?',
      'cardLabel?': 'text?',
      ...valuesOf(membershipCardLetters, ['text', 'sentOn', 'channel']),
      ...linkShape,
      memberId: 'uuid',
      cardNumber: 'integer',
      usualText: 'text',
      ...letterPartsShape,
    }),
  },
}
const sampleApi: Api = {
  name: 'readSampleLetter',
  summary: 'Ler uma carta de exemplo',
  answers: { 200: data(letterPartsShape) },
}

/**
 * `GET /membership_card_letters/{id}`: the letter of a card as it is printed, and the link to its document. The id is that of the
 * letter, of the card, or of a member (for the latest card). A card without a stored letter (`_id` null) has the text of the
 * settings. Throws 404 when no card matches.
 */
export function letterRoute(app: FastifyInstance, world: World): void {
  app.get<WithId>('/membership_card_letters/:id', route(letterApi), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    return { data: await readLetter(world, request.params.id, request.caller) }
  })
}

type LetterRow = RowOf<typeof letterShape>
const letterShape = { id: 'uuid?', card_id: 'uuid', member_id: 'uuid', card_number: 'integer' } as const

async function readLetter(world: World, id: string, caller: Caller) {
  const row = await findLetter(world, id)
  const card = row && (await readCard(world, row.card_id))
  if (!row || !card) throw notFound()
  await rejectProtected(world.database.pool, caller, sql`SELECT ${row.member_id}::uuid`)
  const { database, organisation } = world
  const plan = planOf(world, membershipCardLetters.name)
  const record = row.id === null ? undefined : await findRecord(database.pool, plan, row.id, fullScope)
  const { letter, greeting, signature, values } = (await letterWriter(world))(card)
  return {
    _id: null,
    _version: null,
    cardId: row.card_id,
    text: null,
    sentOn: null,
    channel: null,
    ...record,
    url: await cardDocumentUrl(world, { id: row.card_id, layout: 'letter' }),
    memberId: row.member_id,
    cardNumber: row.card_number,
    usualText: (await organisation.settings()).cardsLetterText,
    address: letter.address,
    date: letter.date,
    subject: letter.subject,
    letterhead: letterheadFrom(await organisation.settings()),
    greeting,
    signature,
    values,
  }
}

async function findLetter(world: World, id: string): Promise<LetterRow | undefined> {
  if (!isId(id)) return undefined
  return maybeOne(
    world.database.pool,
    sql`SELECT l.id, c.id AS card_id, c.member_id, c.card_number FROM membership_cards c LEFT JOIN membership_card_letters l ON l.card_id = c.id
           WHERE c.id = ${id} OR c.id = (SELECT card_id FROM membership_card_letters WHERE id = ${id})
             OR c.id = (SELECT id FROM membership_cards WHERE member_id = ${id} ORDER BY issue DESC LIMIT 1)`,
    letterShape,
  )
}

const sampleAddress = { address: 'Rua da Prata, 12', postalCode: '1100-420', city: 'Lisboa' }

/** `GET /membership_card_letters/sample`: a sample letter without its text, and the values of its variables. */
export function letterSampleRoute(app: FastifyInstance, world: World): void {
  app.get('/membership_card_letters/sample', route(sampleApi), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    const { values } = await sampleContent(world)
    const write = await letterWriter(world)
    const {
      letter,
      greeting,
      signature,
      values: letterValues,
    } = write({
      values,
      recipient: {
        gender: 'female',
        envelope: envelopeLines({ name: values.nomeCompleto, ...sampleAddress }),
        address: postalLines(sampleAddress),
      },
      letterText: null,
    })
    const { address, date, subject } = letter
    const letterhead = letterheadFrom(await world.organisation.settings())
    return { data: { letterhead, address, date, subject, greeting, signature, values: letterValues } }
  })
}
