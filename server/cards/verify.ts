import { createHash } from 'node:crypto'
import { screenPaths } from '@agremia/resources/screen-paths.ts'
import { isStaff } from '@agremia/resources/access.ts'
import { cardValidities } from '@agremia/resources/card-verification.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { CardValidity, CardVerification } from '@agremia/resources/card-verification.ts'
import { described, oneOf, orNull } from '@agremia/resources/json-shape.ts'
import { readCardCode } from '@agremia/resources/rules/card-code.ts'
import { reducedName } from '@agremia/resources/rules/names.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitAttempts } from '../auth/index.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, maybeOne, prepared, sql, textOf } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import { signedUrl } from '../files/index.ts'
import { data, openRoute } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { validityRule, validitySql } from './validity.ts'
import type { World } from '../rest/modules.ts'

type CardRow = RowOf<typeof cardShape>
const cardShape = {
  id: 'uuid',
  member_id: 'uuid',
  status: textOf<CardValidity>(),
  member_number: 'integer',
  name: 'text',
  category: 'text',
  since: 'integer',
  valid_until: 'day?',
  photo_id: 'uuid?',
  may_show_photo: 'boolean',
} as const

const verifyApi: Api = {
  name: 'verifyCard',
  summary: 'Verificar um cartão pelo seu código',
  params: { code: 'text' },
  answers: {
    200: data({
      status: oneOf(cardValidities),
      organisation: 'text',
      memberNumber: 'integer',
      displayName: 'text',
      category: 'text',
      memberSince: described('Ano.', 'integer'),
      validUntil: 'day?',
      photoUrl: orNull('url'),
      checkedAt: 'moment',
      'memberId?': described('Só para a secretaria.', 'uuid'),
      'cardId?': described('Só para a secretaria.', 'uuid'),
    }),
  },
}

/** `GET /membership_cards/verify/{code}`: the validity of a card and the data to compare with it, open to visitors. Throws 404 and 429. */
export function verifyRoute(app: FastifyInstance, world: World): void {
  app.get<VerifyRoute>('/membership_cards/verify/*', openRoute(verifyApi), (request, reply) =>
    answerVerification(world, request, reply),
  )
}

/** The wildcard also matches codes with slashes, so that malformed codes get the same 404. */
interface VerifyRoute {
  Params: { '*': string }
}

async function answerVerification(
  world: World,
  request: FastifyRequest<VerifyRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isForStaff = isStaff(request.caller)
  if (!isForStaff) await limitAttempts(world, [['cardVerification', request.ip]])
  const code = request.params['*']
  const card = await findCard(world, code)
  request.log.info({ card: code.slice(0, 4), result: card?.status ?? 'unknown' }, 'a card was verified')
  void reply.header('cache-control', 'no-store')
  if (!card) throw notFound('Não existe nenhum cartão com este código.')
  await countVerification(world, card.id)
  return reply.send({ data: await describeVerification(world, card, isForStaff) })
}

/**
 * Finds a card by the hash of its code, so that the response time reveals nothing about nearly right codes. Looks up malformed
 * codes too, for the same reason.
 */
async function findCard(world: World, code: string): Promise<CardRow | undefined> {
  const hash = createHash('sha256')
    .update(readCardCode(code) ?? '')
    .digest()
  const validity = validitySql(await validityRule(world))
  return maybeOne(
    world.database.pool,
    prepared(sql`SELECT c.id, c.member_id, ${validity} AS status, m.member_number, p.name, k.name AS category,
             extract(year FROM m.admission_date)::integer AS since, c.valid_until, p.photo_id,
             coalesce((SELECT status = 'given' FROM consents WHERE person_id = p.id AND purpose = 'imageUse' ORDER BY at DESC, id DESC LIMIT 1), false) AS may_show_photo
           FROM membership_cards c JOIN members m ON m.id = c.member_id JOIN people p ON p.id = m.person_id
           JOIN member_categories k ON k.id = m.category_id JOIN member_state_names s ON s.id = m.current_state_id
           JOIN member_balances b ON b.id = m.id WHERE c.code_hash = ${hash}`),
    cardShape,
  )
}

async function countVerification(world: World, id: string): Promise<void> {
  await execute(
    world.database.pool,
    sql`UPDATE membership_cards SET last_verified_at = ${world.clock()}, verify_count = verify_count + 1 WHERE id = ${id}`,
  )
}

async function describeVerification(
  world: World,
  card: CardRow,
  isForStaff: boolean,
): Promise<CardVerification> {
  const settings = await world.organisation.settings()
  const now = world.clock()
  const showsPhoto = card.photo_id !== null && card.may_show_photo && settings.verifyShowsPhoto === 'true'
  return {
    status: card.status,
    organisation: settings.name,
    memberNumber: card.member_number,
    displayName: displayNameOf(card.name, settings),
    category: card.category,
    memberSince: card.since,
    validUntil: card.valid_until,
    photoUrl:
      showsPhoto && card.photo_id !== null
        ? signedUrl(world.keys.signing('files'), { id: card.photo_id, variant: 'large' }, now)
        : null,
    checkedAt: now.toISOString(),
    ...(isForStaff && { memberId: card.member_id, cardId: card.id }),
  }
}

/** The full name, or its first name and initial, by the settings. */
export function displayNameOf(name: string, settings: Pick<Settings, 'verifyShowsFullName'>): string {
  return settings.verifyShowsFullName === 'true' ? name : reducedName(name)
}

/** The URL in a card's QR code. */
export function verificationUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/${screenPaths.publicCheck}/${code}`
}
