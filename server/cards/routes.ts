import { staff } from '@agremia/resources/access.ts'
import type { CardSide } from '@agremia/resources/card-template.ts'
import { cardSize } from '@agremia/resources/card-template.ts'
import { cardRuns } from '@agremia/resources/definitions/card-runs.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isId } from '@agremia/resources/coerce.ts'
import type { FastifyInstance } from 'fastify'
import { badRequest, invalid, notFound } from '../errors.ts'
import { signedUrl } from '../files/index.ts'
import { checkInput } from '../rest/check.ts'
import type { Engine } from '../rest/modules.ts'
import { planOf } from '../rest/modules.ts'
import { bodyOf, constraintOf, scopeOf } from '../rest/register-resource.ts'
import { findRecord } from '../rest/store.ts'
import { readCard, sampleValues } from './card-contents.ts'
import { cardDocumentUrl } from './documents.ts'
import type { CardContent } from './draw/place-side.ts'
import { placeSide } from './draw/place-side.ts'
import { paintSvg } from './draw/paint-svg.ts'
import type { RunAsked } from './runs.ts'
import { previewCardRun } from './runs.ts'
import { templateProblems } from './templates.ts'
import { validUntilOf } from './validity.ts'
import { verificationUrl } from './verify.ts'

interface Params {
  Params: { id: string }
}

/** Besides plain CRUD: what an issue would make, how a card or a template looks, and links to what is printed. */
export function cardRoutes(app: FastifyInstance, engine: Engine): void {
  const { world } = engine
  app.post('/card_runs/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    const [today, settings] = [await world.organisation.today(), await world.organisation.settings()]
    const { caller } = request
    const given = { caller, settings, today, input: bodyOf(request), before: null }
    const { values, errors } = checkInput({ ...given, plan: planOf(engine, cardRuns.name), mode: 'create' })
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const asked = {
      kind: values['kind'] ?? 'missing',
      audience: values['audience'] ?? null,
      needsPhoto: values['needsPhoto'] ?? 'no',
      validUntil: values['validUntil'] ?? null,
    } as RunAsked
    const until = asked.validUntil ?? validUntilOf(settings, today)
    return { data: { ...(await previewCardRun(engine, asked, { today, until, caller })), validUntil: until } }
  })
  app.post('/card_templates/preview', async (request) => {
    constraintOf(staff(request.caller), request.caller)
    return { data: await previewTemplate(engine, bodyOf(request)) }
  })
  app.get<Params>('/membership_cards/:id/preview', async (request) => {
    const id = await readableCard(engine, request)
    const card = await readCard(world, id)
    if (!card) throw notFound()
    return { data: await paintSides(engine, card) }
  })
  app.get<Params>('/membership_cards/:id/document', async (request) => {
    const id = await readableCard(engine, request)
    return { data: { url: await cardDocumentUrl(world, { id, layout: 'single' }) } }
  })
}

/** The card, when the caller may see it. */
async function readableCard(
  engine: Engine,
  request: { params: { id: string }; caller: Parameters<typeof scopeOf>[2] },
) {
  const plan = planOf(engine, 'membershipCards')
  const scope = scopeOf(plan, 'read', request.caller)
  const { id } = request.params
  const found = isId(id) && (await findRecord(engine.world.database.pool, plan, id, scope))
  if (!found) throw notFound()
  return found._id
}

interface Sides extends CardContent {
  orientation: 'landscape' | 'portrait'
  front: CardSide
  back: CardSide
}

/** Both sides as pictures, exactly as they are printed. */
async function paintSides({ world }: Engine, { orientation, front, back, ...content }: Sides) {
  const key = await world.secret('files')
  const now = world.clock()
  const size = cardSize(orientation)
  const paint = (side: CardSide, title: string) =>
    paintSvg(placeSide(side, content, size), {
      ...size,
      title,
      addressOf: (image) => signedUrl(key, image, now),
    })
  return {
    ...size,
    front: paint(front, `Frente do cartão de ${content.values.nomeCompleto}`),
    back: paint(back, `Verso do cartão de ${content.values.nomeCompleto}`),
  }
}

/** A template as somebody is drawing it, with the words of nobody in particular. */
async function previewTemplate(engine: Engine, body: Record<string, unknown>) {
  const { world } = engine
  const { orientation = 'landscape', front, back } = body
  if (orientation !== 'landscape' && orientation !== 'portrait')
    throw invalid({ orientation: ['Escolha um valor da lista.'] })
  if (!front || !back) throw badRequest('Indique os dois lados: front e back.')
  const errors = templateProblems(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const settings = await world.organisation.settings()
  const title = fillTerms('Cartão de {MemberSingular}', await world.organisation.terminology())
  return paintSides(engine, {
    orientation,
    front: front as CardSide,
    back: back as CardSide,
    url: verificationUrl(world.config.publicUrl, '7K3M9QX2VT4D'),
    photoId: null,
    values: sampleValues(settings, title),
  })
}
