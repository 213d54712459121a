import { createHash } from 'node:crypto'
import { isStaff } from '@agremia/resources/access.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { CardStanding, CardVerification } from '@agremia/resources/card-verification.ts'
import { readCardCode } from '@agremia/resources/rules/card-code.ts'
import { reducedName } from '@agremia/resources/rules/names.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitAttempts } from '../auth/index.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, maybeOne, prepared, sql, textOf } from '../database/sql.ts'
import { notFound } from '../errors.ts'
import { signedUrl } from '../files/index.ts'
import type { Engine } from '../rest/modules.ts'
import { standingRule, standingSql } from './standing.ts'

type FoundCard = RowOf<typeof foundCardShape>
const foundCardShape = {
  id: 'uuid',
  member_id: 'uuid',
  status: textOf<CardStanding>(),
  member_number: 'integer',
  name: 'text',
  category: 'text',
  since: 'integer',
  valid_until: 'day?',
  photo_id: 'uuid?',
  may_show_photo: 'boolean',
} as const

/** `GET /membership_cards/verify/{code}`: for anybody, who learns the least that lets a card be trusted or not. */
export function verifyRoute(app: FastifyInstance, engine: Engine): void {
  app.get<Asked>('/membership_cards/verify/*', { config: { open: true } }, (request, reply) =>
    answerVerification(engine, request, reply),
  )
}

/** Whatever stands there, however long, is a code that is looked up. */
interface Asked {
  Params: { '*': string }
}

async function answerVerification(
  engine: Engine,
  request: FastifyRequest<Asked>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { world } = engine
  const ofStaff = isStaff(request.caller)
  if (!ofStaff) await limitAttempts(world, [['cardVerification', request.ip]])
  const code = request.params['*']
  const found = await findCard(engine, code)
  request.log.info({ card: code.slice(0, 4), result: found?.status ?? 'unknown' }, 'a card was verified')
  void reply.header('cache-control', 'no-store')
  if (!found) throw notFound('Não existe nenhum cartão com este código.')
  await noteVerification(engine, found.id)
  return reply.send({ data: await sayVerification(engine, found, ofStaff) })
}

/**
 * The card of a code: looked up by its hash, so that the time it takes tells nothing of codes that are nearly right. What is no
 * code at all is looked up too.
 */
async function findCard({ world }: Engine, given: string): Promise<FoundCard | undefined> {
  const hash = createHash('sha256')
    .update(readCardCode(given) ?? '')
    .digest()
  const standing = standingSql(await standingRule(world))
  return maybeOne(
    world.database.pool,
    prepared(sql`SELECT c.id, c.member_id, ${standing} AS status, m.member_number, p.name, k.name AS category,
             extract(year FROM m.admission_date)::integer AS since, c.valid_until, p.photo_id,
             coalesce((SELECT status = 'given' FROM consents WHERE person_id = p.id AND purpose = 'imageUse' ORDER BY at DESC, id DESC LIMIT 1), false) AS may_show_photo
           FROM membership_cards c JOIN members m ON m.id = c.member_id JOIN people p ON p.id = m.person_id
           JOIN member_categories k ON k.id = m.category_id JOIN member_state_names s ON s.id = m.current_state_id
           JOIN member_balances b ON b.id = m.id WHERE c.code_hash = ${hash}`),
    foundCardShape,
  )
}

async function noteVerification({ world }: Engine, id: string): Promise<void> {
  await execute(
    world.database.pool,
    sql`UPDATE membership_cards SET last_verified_at = ${world.clock()}, verify_count = verify_count + 1 WHERE id = ${id}`,
  )
}

async function sayVerification(
  { world }: Engine,
  found: FoundCard,
  ofStaff: boolean,
): Promise<CardVerification> {
  const settings = await world.organisation.settings()
  const now = world.clock()
  const showsPhoto = found.photo_id !== null && found.may_show_photo && settings.verifyShowsPhoto === 'true'
  return {
    status: found.status,
    organisation: settings.name,
    memberNumber: found.member_number,
    displayName: displayNameOf(found.name, settings),
    category: found.category,
    memberSince: found.since,
    validUntil: found.valid_until,
    photoUrl:
      showsPhoto && found.photo_id !== null
        ? signedUrl(await world.secret('files'), { id: found.photo_id, variant: 'large' }, now)
        : null,
    checkedAt: now.toISOString(),
    ...(ofStaff && { memberId: found.member_id, cardId: found.id }),
  }
}

/** What a door is told of a name. */
export function displayNameOf(name: string, settings: Pick<Settings, 'verifyShowsFullName'>): string {
  return settings.verifyShowsFullName === 'true' ? name : reducedName(name)
}

/** The address that a card's QR code leads to. */
export function verificationUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/v/${code}`
}
