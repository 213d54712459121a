import { createHash } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync } from 'node:zlib'
import { staffReaders } from '@agremia/resources/access.ts'
import type { CardValidity, KnownCardsPage } from '@agremia/resources/card-verification.ts'
import { cardValidities, knownKeyBytes } from '@agremia/resources/card-verification.ts'
import type { Settings } from '@agremia/resources/definitions/settings.ts'
import { described, orNull } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Querying } from '../database/querying.ts'
import type { RowOf } from '../database/sql.ts'
import { execute, inline, many, sql, textOf } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { data, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { requireAccess } from '../rest/scope.ts'
import { holderOf } from '../turns.ts'
import { liveStates, validityRule, validitySql } from './validity.ts'
import { displayNameOf } from './verify.ts'
import type { World } from '../rest/modules.ts'

const batchSize = 5_000

const knownCardsApi: Api = {
  name: 'listKnownCards',
  summary: 'Ler a validade de todos os cartões, para verificar sem rede',
  answers: {
    200: data({
      listedAt: 'moment',
      pages: [
        {
          keys: described(
            `Os primeiros ${knownKeyBytes} bytes do SHA-256 de cada código, seguidos, em base 64.`,
            'text',
          ),
          numbers: 'integer[]',
          names: 'text[]',
          statuses: described('Posições em statuses.', 'integer[]'),
          categories: described('Posições em categories.', 'integer[]'),
          until: [orNull('day')],
        },
      ],
      statuses: 'text[]',
      categories: 'text[]',
    }),
    304: null,
  },
}

/**
 * `GET /membership_cards/known`, for the staff: the validity of every card, for checks at a door without network. Omits cards that
 * ended more than a year ago. Throws 429 when the caller has too many such requests under way.
 */
export function knownCardsRoute(app: FastifyInstance, world: World): void {
  app.get('/membership_cards/known', route(knownCardsApi), async (request, reply) => {
    requireAccess(staffReaders(request.caller), request.caller)
    return answerKnownCards(world, request, reply)
  })
}

async function answerKnownCards(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const release = world.turns.wholeAnswers.take(holderOf(request))
  const { packed, tag } = await packKnownCards(world).finally(release)
  void reply
    .type('application/json; charset=utf-8')
    .header('etag', tag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding')
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  return acceptsGzip ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(gunzipSync(packed))
}

/** The answer, compressed while it is read, and its ETag: a hash of the body without `listedAt`. */
async function packKnownCards(world: World): Promise<{ packed: Buffer; tag: string }> {
  const head = `{"data":{"listedAt":${JSON.stringify(world.clock().toISOString())},`
  return inTransaction(
    world.database,
    async (db) => {
      const hash = createHash('sha256')
      const chunks: Buffer[] = []
      const parts = Readable.from(withHead(head, knownCardsJson(world, db), hash), { objectMode: false })
      await pipeline(parts, createGzip({ level: 4 }), collector(chunks))
      return { packed: Buffer.concat(chunks), tag: `"${hash.digest('base64url').slice(0, 22)}"` }
    },
    'repeatable read',
  )
}

async function* withHead(
  head: string,
  parts: AsyncGenerator<string>,
  hash: { update(text: string): unknown },
) {
  yield head
  for await (const part of parts) {
    hash.update(part)
    yield part
  }
}

function collector(chunks: Buffer[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
}

type KnownRow = RowOf<typeof knownShape>
const knownShape = {
  key: 'bytes',
  status: textOf<CardValidity>(),
  number: 'integer',
  name: 'text',
  category: 'text',
  until: 'day?',
} as const

/** The JSON of the pages, followed by the lists of texts to which their numbers refer. Reads one statement through a cursor. */
async function* knownCardsJson(world: World, db: Querying): AsyncGenerator<string> {
  const settings = await world.organisation.settings()
  const categories: string[] = []
  const rule = await validityRule(world)
  const sinceYear = sql`${rule.today}::date - 365`
  await execute(
    db,
    sql`DECLARE known_cards NO SCROLL CURSOR FOR
      SELECT substr(c.code_hash, 1, ${knownKeyBytes}) AS key, ${validitySql(rule)} AS status, m.member_number AS number, p.name,
        k.name AS category, c.valid_until AS until
      FROM membership_cards c JOIN members m ON m.id = c.member_id JOIN people p ON p.id = m.person_id
      JOIN member_categories k ON k.id = m.category_id JOIN member_state_names s ON s.id = m.current_state_id
      JOIN member_balances b ON b.id = m.id
      WHERE c.status IN (${liveStates}) OR c.valid_until >= ${sinceYear} OR c.revoked_at >= ${sinceYear}
      ORDER BY c.code_hash`,
  )
  yield '"pages":['
  for (let first = true; ; first = false) {
    const rows = await many(db, sql`FETCH ${inline(batchSize)} FROM known_cards`, knownShape)
    if (rows.length > 0) yield (first ? '' : ',') + JSON.stringify(pageOf(rows, categories, settings))
    if (rows.length < batchSize) break
  }
  yield `],"statuses":${JSON.stringify(cardValidities)},"categories":${JSON.stringify(categories)}}}`
}

/** Adds new categories to `categories`. */
function pageOf(rows: KnownRow[], categories: string[], settings: Settings): KnownCardsPage {
  return {
    keys: Buffer.concat(rows.map(({ key }) => key)).toString('base64'),
    numbers: rows.map(({ number }) => number),
    names: rows.map(({ name }) => displayNameOf(name, settings)),
    statuses: rows.map(({ status }) => cardValidities.indexOf(status)),
    categories: rows.map(({ category }) => indexIn(categories, category)),
    until: rows.map(({ until }) => until),
  }
}

/** The index of a text, which is appended when it is new. */
function indexIn(texts: string[], text: string): number {
  const index = texts.indexOf(text)
  return index === -1 ? texts.push(text) - 1 : index
}
