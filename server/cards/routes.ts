import { staffWriters } from '@agremia/resources/access.ts'
import { cardLeftOutReasons, cardRuns } from '@agremia/resources/definitions/card-runs.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { cardValidUntil } from '@agremia/resources/rules/card-validity.ts'
import { described, each } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from '../database/sql.ts'
import { invalid, notFound } from '../errors.ts'
import { rejectProtected } from '../protected.ts'
import { leftOutPage, readLeftOutRequest, leftOutApi, leftOutGroupShape } from '../left-out.ts'
import { data, inputOf, linkShape, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { checkInput } from '../rest/check.ts'
import { planOf } from '../rest/modules.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess, scopeOf } from '../rest/scope.ts'
import { findRecord } from '../rest/find-record.ts'
import { readCard } from './card-contents.ts'
import { cardDocumentUrl } from './documents.ts'
import { paintQr } from './draw/paint-svg.ts'
import { paintWholeSides, sidesShape, svgShape } from './previews.ts'
import type { CardRunInput } from './runs.ts'
import { candidatesSql, previewCardRun, untilOf } from './runs.ts'
import type { World } from '../rest/modules.ts'

const runPreviewApi: Api = {
  name: 'previewCardRun',
  summary: 'Prever uma emissão de cartões',
  body: inputOf(cardRuns),
  answers: {
    200: data({
      ...each(['count', 'withoutPhoto'], 'integer'),
      leftOut: [leftOutGroupShape(cardLeftOutReasons)],
      validUntil: 'day?',
      lastValidUntil: described('O mais tarde: o de quem é admitido depois.', 'day?'),
    }),
  },
  refuses: [422],
}
const runLeftOutApi: Api = {
  ...leftOutApi(cardLeftOutReasons, inputOf(cardRuns)),
  name: 'listLeftOutOfCardRun',
  summary: 'Listar quem fica fora de uma emissão por um motivo',
}
const cardPreviewApi: Api = {
  name: 'previewCard',
  summary: 'Ver um cartão como se imprime',
  answers: { 200: data({ ...sidesShape, qr: svgShape, code: 'text' }) },
}
const cardDocumentApi: Api = {
  name: 'readCardDocument',
  summary: 'Ler a ligação para o PDF de um cartão',
  answers: { 200: data(linkShape) },
}

interface Params {
  Params: { id: string }
}

/** The preview of an issue with the members that it leaves out, and the preview and document of a card. */
export function cardRoutes(app: FastifyInstance, world: World): void {
  app.post('/card_runs/preview', route(runPreviewApi), async (request) => {
    const { run, settings, context } = await issueOf(world, request, bodyOf(request))
    const preview = await previewCardRun(world, run, context)
    if (preview.count > 0) return { data: preview }
    const validUntil = run.validUntil ?? cardValidUntil(settings, context.today)
    return { data: { ...preview, validUntil, lastValidUntil: validUntil } }
  })
  app.post('/card_runs/left_out', route(runLeftOutApi), async (request) => {
    const { reason, input, page } = readLeftOutRequest(request, cardLeftOutReasons)
    const { run, context } = await issueOf(world, request, input)
    const found = sql`SELECT member_id FROM candidates WHERE reason = ${reason}::text`
    return leftOutPage(world.database.pool, candidatesSql(world, run, context), found, page)
  })
  app.get<Params>('/membership_cards/:id/preview', route(cardPreviewApi), async (request) => {
    const id = await requireReadableCard(world, request)
    const card = await readCard(world, id)
    if (!card) throw notFound()
    const { url, values } = card
    return { data: { ...(await paintWholeSides(world, card)), qr: paintQr(url), code: values.codigo } }
  })
  app.get<Params>('/membership_cards/:id/document', route(cardDocumentApi), async (request) => {
    const id = await requireReadableCard(world, request)
    return { data: { url: await cardDocumentUrl(world, { id, layout: 'single' }) } }
  })
}

/** The issue that a request describes. Throws 403 and 422. */
async function issueOf(world: World, { caller }: FastifyRequest, input: Record<string, unknown>) {
  requireAccess(staffWriters(caller), caller)
  const { organisation } = world
  const [today, settings] = [await organisation.today(), await organisation.settings()]
  const checked = { caller, settings, today, input, before: null }
  const { values, errors } = checkInput({ ...checked, plan: planOf(world, cardRuns.name), mode: 'create' })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const run = {
    kind: values['kind'] ?? 'missing',
    audience: values['audience'] ?? null,
    needsPhoto: values['needsPhoto'] ?? 'no',
    validUntil: values['validUntil'] ?? null,
  } as CardRunInput
  return { run, settings, context: { today, until: untilOf(run, settings, today), caller } }
}

/** The id of a card that the caller may read. Throws 404 otherwise. */
async function requireReadableCard(
  world: World,
  request: { params: { id: string }; caller: Parameters<typeof scopeOf>[2] },
) {
  const plan = planOf(world, 'membershipCards')
  const scope = scopeOf(plan, 'read', request.caller)
  const { id } = request.params
  const record = isId(id) && (await findRecord(world.database.pool, plan, id, scope))
  if (!record) throw notFound()
  const holder = sql`SELECT member_id FROM membership_cards WHERE id = ${record._id}`
  await rejectProtected(world.database.pool, request.caller, holder)
  return record._id
}
