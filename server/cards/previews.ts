import { buffer } from 'node:stream/consumers'
import { cardTemplates } from '@agremia/resources/definitions/card-templates.ts'
import { fieldErrors } from '@agremia/resources/field-errors.ts'
import { staffReaders, staffWriters } from '@agremia/resources/access.ts'
import type { CardSide, Orientation } from '@agremia/resources/card-template.ts'
import { cardSize, findMalformation, cardVariables } from '@agremia/resources/card-template.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { described, each } from '@agremia/resources/json-shape.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FastifyInstance } from 'fastify'
import { jsonOf, many, sql, textOf } from '../database/sql.ts'
import { badRequest, invalid } from '../errors.ts'
import { describeFile, signedUrl } from '../files/index.ts'
import { data, inputOf, withMore, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import type { World } from '../rest/modules.ts'
import { bodyOf } from '../rest/request.ts'
import { requireAccess } from '../rest/scope.ts'
import { readSampleCard, sampleCode, sampleValues } from './card-contents.ts'
import type { StoredImage } from './draw/marks.ts'
import { keyOf } from './draw/marks.ts'
import { paintSvg } from './draw/paint-svg.ts'
import type { CardContent } from './draw/place-side.ts'
import { placeSide } from './draw/place-side.ts'
import { verificationUrl } from './verify.ts'
import type { FieldMessages } from '../errors.ts'

export const svgShape = described('SVG.', 'text')
/** Both sides of a card; sizes in millimetres. */
export const sidesShape = { width: 'number', height: 'number', front: svgShape, back: svgShape } as const

const unsavedApi: Api = {
  name: 'previewCardTemplate',
  summary: 'Ver um modelo de cartão por gravar',
  body: withMore(inputOf(cardTemplates), {
    'memberId?': described('Com os dados desta pessoa; senão, com exemplos.', 'uuid?'),
  }),
  answers: { 200: data({ ...sidesShape, values: each(Object.keys(cardVariables), 'text') }) },
  refuses: [422],
}
const previewsApi: Api = {
  name: 'listCardTemplatePreviews',
  summary: 'Ver todos os modelos de cartão',
  answers: { 200: data([{ _id: 'uuid', ...sidesShape }]) },
}

/** Previews: `POST /card_templates/preview` of an unsaved template, `GET /card_templates/previews` of all saved ones. */
export function templatePreviewRoutes(app: FastifyInstance, world: World): void {
  app.post('/card_templates/preview', route(unsavedApi), async (request) => {
    requireAccess(staffWriters(request.caller), request.caller)
    return { data: await previewUnsaved(world, bodyOf(request)) }
  })
  app.get('/card_templates/previews', route(previewsApi), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    return { data: await previewTemplates(world) }
  })
}

/**
 * The preview of an unsaved template, with sample values or those of the member `memberId`; answers the values too (`values`).
 * Draws elements outside the safe area too, since the user is moving them.
 */
async function previewUnsaved(world: World, body: Record<string, unknown>) {
  const { orientation = 'landscape', front, back, memberId = null } = body
  if (orientation !== 'landscape' && orientation !== 'portrait')
    throw invalid({ orientation: [fieldErrors.option] })
  if (!front || !back) throw badRequest('Indique os dois lados: front e back.')
  const errors: FieldMessages = {}
  for (const [name, side] of Object.entries({ front, back })) {
    const fault = findMalformation(side)
    if (fault) errors[name] = [fault]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const content = memberId === null ? await sampleContent(world) : await readMemberContent(world, memberId)
  const sides = { orientation, front: front as CardSide, back: back as CardSide } as const
  return { ...(await paintSides(world, { ...content, ...sides })), values: content.values }
}

/** Every saved template with the sample values, in the order of the list. */
async function previewTemplates(world: World) {
  const content = await sampleContent(world)
  const rows = await many(
    world.database.pool,
    sql`SELECT id, orientation, front, back FROM card_templates ORDER BY "order", id`,
    { id: 'uuid', orientation: textOf<Orientation>(), front: jsonOf<CardSide>(), back: jsonOf<CardSide>() },
  )
  return Promise.all(
    rows.map(async ({ id, ...sides }) => ({
      _id: id,
      ...(await paintSides(world, { ...sides, ...content })),
    })),
  )
}

/** The content of a sample card without a member. */
export async function sampleContent(world: World): Promise<CardContent> {
  const title = fillTerms('Cartão de {MemberSingular}', await world.organisation.terminology())
  return {
    url: verificationUrl(world.config.publicUrl, sampleCode),
    photoId: null,
    logoId: (await world.organisation.setting('organisationLogo')) || null,
    values: sampleValues(await world.organisation.settings(), title, await world.organisation.today()),
  }
}

/** The values and the photo of a member, who may have no card. Throws 422 when the member does not exist. */
async function readMemberContent(world: World, memberId: unknown): Promise<CardContent> {
  const card = isId(memberId) ? await readSampleCard(world, memberId) : undefined
  if (!card) throw invalid({ memberId: ['Não existe.'] })
  return card
}

interface Sides extends CardContent {
  orientation: Orientation
  front: CardSide
  back: CardSide
}

/** Both sides as SVG in millimetres, as they are printed; images are links that expire after an hour. */
async function paintSides(world: World, sides: Sides) {
  const key = world.keys.signing('files')
  const now = world.clock()
  return paintBoth(sides, (image) => signedUrl(key, image, now))
}

/** Both sides as SVG with embedded images, as an `img` element requires. */
export async function paintWholeSides(world: World, sides: Sides) {
  const { orientation, front, back, ...content } = sides
  const marks = [front, back].flatMap((side) => placeSide(side, content, cardSize(orientation)))
  const dataUrls = new Map<string, string>()
  for (const mark of marks) {
    if (mark.kind !== 'image' || dataUrls.has(keyOf(mark.image))) continue
    dataUrls.set(keyOf(mark.image), await dataUrlOf(world, mark.image))
  }
  return paintBoth(sides, (image) => dataUrls.get(keyOf(image)) ?? '')
}

function paintBoth(
  { orientation, front, back, ...content }: Sides,
  addressOf: (image: StoredImage) => string,
) {
  const size = cardSize(orientation)
  const paint = (side: CardSide, title: string) =>
    paintSvg(placeSide(side, content, size), { ...size, title, addressOf })
  return {
    ...size,
    front: paint(front, `Frente do cartão de ${content.values.nomeCompleto}`),
    back: paint(back, `Verso do cartão de ${content.values.nomeCompleto}`),
  }
}

/** An empty string when the file is missing, which leaves the place of the image empty. */
async function dataUrlOf({ database, files }: World, image: StoredImage): Promise<string> {
  const content = await files.read(image.id, image.variant)
  if (!content) return ''
  const type = (await describeFile(database.pool, image))?.type ?? 'application/octet-stream'
  return `data:${type};base64,${(await buffer(content)).toString('base64')}`
}
