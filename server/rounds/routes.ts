import { isStaff } from '@agremia/resources/access.ts'
import { roundLeftOutReasons, rounds } from '@agremia/resources/definitions/rounds.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from '../database/sql.ts'
import { badRequest, invalid, notFound } from '../errors.ts'
import { leftOutApi, leftOutGroupShape, leftOutPage, readLeftOutRequest } from '../left-out.ts'
import { asPdf, checkDocumentLink, documentLink, linkOptions } from '../pdf/index.ts'
import type { DocumentLink } from '../pdf/index.ts'
import { data, inputOf, linkShape, route, type WithId } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { checkInput } from '../rest/check.ts'
import type { DrawDocument, World } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { knownParameters } from '../rest/query-parameters.ts'
import { bodyOf, readVisible } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { candidatesSql, type RoundSelection } from './candidates.ts'
import { drawRoute } from './draw-route.ts'
import { drawSettlement } from './draw-settlement.ts'
import { drawSlips } from './draw-slips.ts'
import { previewRound, roundTotals } from './preview.ts'

/** The papers of a round: the list by route, a slip for each member, and the statement that both sign. */
const drawings = { route: drawRoute, slips: drawSlips, settlement: drawSettlement } satisfies Record<
  string,
  DrawDocument
>
type DocumentKind = keyof typeof drawings
const kinds = oneOf(Object.keys(drawings))

const previewApi: Api = {
  name: 'previewRound',
  summary: 'Prever uma ronda',
  body: inputOf(rounds),
  answers: { 200: data({ ...roundTotals, leftOut: [leftOutGroupShape(roundLeftOutReasons)] }) },
  refuses: [422],
}
const leftOutOfRoundApi: Api = {
  ...leftOutApi(roundLeftOutReasons, inputOf(rounds)),
  name: 'listLeftOutOfRound',
  summary: 'Listar quem fica fora de uma ronda por um motivo',
}
const documentApi: Api = {
  name: 'readRoundDocument',
  summary: 'Ler a ligação para a lista, os avisos ou as contas de uma ronda',
  query: { kind: kinds },
  answers: { 200: data(linkShape) },
}
const drawnApi = {
  name: 'drawRoundDocument',
  summary: 'Ler o PDF de uma ronda',
  tag: rounds.label.many,
  params: { id: 'uuid', variant: kinds },
} as const
const documentsPath = '/round_documents'

/** Preview of a round, `POST /rounds/preview` with `/left_out`, and its papers, `GET /rounds/:id/document?kind=`. */
export function roundRoutes(app: FastifyInstance, world: World): void {
  const { database } = world
  app.post('/rounds/preview', route(previewApi), async (request) => ({
    data: await previewRound(database.pool, await selectionOf(world, request, bodyOf(request))),
  }))
  app.post('/rounds/left_out', route(leftOutOfRoundApi), async (request) => {
    const { reason, input, page } = readLeftOutRequest(request, roundLeftOutReasons)
    const selection = await selectionOf(world, request, input)
    const found = sql`SELECT member_id FROM candidates WHERE reason = ${reason}::text`
    return leftOutPage(database.pool, candidatesSql(selection), found, page)
  })
  app.get<WithId>('/rounds/:id/document', route(documentApi), async (request) => {
    const { kind } = knownParameters(request, ['kind'])
    const { id, json } = await readVisible(
      world,
      planOf(world, rounds.name),
      request.params.id,
      request.caller,
    )
    if (!isKind(kind)) throw badRequest('Indique em kind qual dos documentos: route, slips ou settlement.')
    const { state } = JSON.parse(json) as { state: string }
    const isSettled = ['queued', 'running', 'failed', 'done'].includes(state)
    // A collector has no list of people any more when the round is over.
    if (kind === 'settlement' ? !isSettled : state !== 'out' && !isStaff(request.caller)) throw notFound()
    return { data: { url: await documentLink(world, documentsPath, { id, variant: kind }) } }
  })
  app.get<DocumentLink>(`${documentsPath}/:id/:variant`, linkOptions(drawnApi), async (request, reply) => {
    const { id, variant } = request.params
    if (!isKind(variant)) throw notFound()
    await checkDocumentLink(world, request.query, { id, variant })
    const { name, pdf } = await drawings[variant](world, id)
    return asPdf(reply, name).send(pdf)
  })
}

function isKind(kind: unknown): kind is DocumentKind {
  return typeof kind === 'string' && Object.hasOwn(drawings, kind)
}

/** The selection of a request. Throws 403 and 422. */
async function selectionOf(
  world: World,
  { caller }: FastifyRequest,
  input: Record<string, unknown>,
): Promise<RoundSelection> {
  const { organisation } = world
  requireAccess(rounds.access.create(caller), caller)
  const context = {
    caller,
    settings: await organisation.settings(),
    today: await organisation.today(),
    input,
    before: null,
  }
  const { values, errors } = checkInput({ ...context, plan: planOf(world, rounds.name), mode: 'create' })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { collectorId: String(values['collectorId']), dueUntil: String(values['dueUntil']) }
}
