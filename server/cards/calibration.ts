import type { Readable } from 'node:stream'
import { staffReaders } from '@agremia/resources/access.ts'
import type { CardLayout } from '@agremia/resources/card-layouts.ts'
import { cardLayouts } from '@agremia/resources/card-layouts.ts'
import { cardHeight, cardWidth } from '@agremia/resources/card-template.ts'
import { oneOf } from '@agremia/resources/json-shape.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid, notFound } from '../errors.ts'
import type { DocumentLink, TaggedDocument } from '../pdf/index.ts'
import { asPdf, blankDocument, checkDocumentLink, documentLink, linkOptions } from '../pdf/index.ts'
import { data, linkShape, route } from '../rest/api.ts'
import type { Api } from '../rest/api.ts'
import { requireAccess } from '../rest/scope.ts'
import { pointsPerMm } from './draw/marks.ts'
import type { Sheet, Slot } from './draw/sheets.ts'
import { sheetsFor } from './print-options.ts'
import type { World } from '../rest/modules.ts'

const page = 'calibracao'
const path = '/card_calibration'

const layoutShape = oneOf(Object.keys(cardLayouts))
const linkApi: Api = {
  name: 'readCardCalibration',
  summary: 'Ler a ligação para a página de calibração',
  tag: 'Cartões',
  query: { 'layout?': layoutShape },
  answers: { 200: data(linkShape) },
  refuses: [422],
}
const pagesApi = {
  name: 'drawCardCalibration',
  summary: 'Ler a página de calibração',
  tag: 'Cartões',
  params: { id: oneOf([page]), variant: layoutShape },
}

/**
 * `GET /card_calibration?layout=` answers `data.url`, a signed link to the calibration page: crosses and rulers printed with the
 * offset of the settings.
 */
export function calibrationRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: Record<string, unknown> }>(path, route(linkApi), async (request) => {
    requireAccess(staffReaders(request.caller), request.caller)
    const place = { id: page, variant: readLayout(request.query) }
    return { data: { url: await documentLink(world, path, place) } }
  })
  app.get<DocumentLink>(`${path}/:id/:variant`, linkOptions(pagesApi), async (request, reply) =>
    asPdf(reply, 'Calibração').send(await calibrationPages(world, request)),
  )
}

function readLayout({ layout = 'a4-10', ...others }: Record<string, unknown>): CardLayout {
  const errors: Record<string, string[]> = {}
  if (!isLayout(layout)) errors['layout'] = [`Escolha um de: ${Object.keys(cardLayouts).join(', ')}.`]
  for (const name of Object.keys(others)) errors[name.slice(0, 60)] = ['Parâmetro desconhecido.']
  if (!isLayout(layout) || Object.keys(errors).length > 0) throw invalid(errors)
  return layout
}

function isLayout(layout: unknown): layout is CardLayout {
  return typeof layout === 'string' && Object.hasOwn(cardLayouts, layout)
}

async function calibrationPages(
  world: World,
  { params, query }: FastifyRequest<DocumentLink>,
): Promise<Readable> {
  await checkDocumentLink(world, query, params)
  if (params.id !== page || !isLayout(params.variant)) throw notFound()
  const settings = await world.organisation.settings()
  const uncorrected = { ...settings, cardsOffset: '0; 0' }
  return drawCalibration({
    title: `Calibração: ${cardLayouts[params.variant]}`,
    author: settings.name,
    offset: settings.cardsOffset,
    sheet: sheetsFor(settings, params.variant)('landscape'),
    target: sheetsFor(uncorrected, params.variant)('landscape'),
  })
}

interface Calibration {
  title: string
  author: string
  /** The offset of the settings, as the user wrote it. */
  offset: string
  /** The sheet with the offset, on which the page is drawn. */
  sheet: Sheet
  /** The sheet without offset: the positions that the printed crosses should have. */
  target: Sheet
}

/** Half of the width of a cross, in millimetres. */
const arm = 3
const ink = '#000000'
const pale = '#8A8F96'

/**
 * Draws a page for each side of the paper: a cross at the corners of every card, and rulers that show whether the printer keeps the
 * scale. The missing offset is the distance printed on the page minus the distance measured on the paper, from its edge to the first cross.
 */
function drawCalibration({ title, author, offset, sheet, target }: Calibration): TaggedDocument {
  const doc = blankDocument({ title, author }, { autoFirstPage: false })
  const sides = sheet.backsAre === 'behind' ? (['fronts', 'backs'] as const) : (['fronts'] as const)
  for (const side of sides) {
    const { width, height } = sheet
    doc.addPage({ size: [width * pointsPerMm, height * pointsPerMm], margin: 0 })
    doc.save().scale(pointsPerMm)
    const slots =
      side === 'fronts' && sheet.backsAre === 'beside' ? [...sheet.fronts, ...sheet.backs] : sheet[side]
    doc.decoration(() => slots.forEach((slot) => drawFrame(doc, slot)))
    const [first = { x: 0, y: 0 }] = slots
    const [expected = { x: 0, y: 0 }] = target[side]
    drawTexts(doc, first, [
      side === 'fronts' ? 'Frente' : 'Verso',
      `Do papel até à primeira cruz: ${formatMillimetres(expected.x)}\u00A0mm da esquerda, ${formatMillimetres(expected.y)}\u00A0mm de cima.`,
      `Acerto em uso: ${offset.replaceAll('-', '\u2212')}\u00A0mm. Some-lhe o que faltar, tire-lhe o que sobrar.`,
      'As réguas têm 40\u00A0mm: se não tiverem no papel, imprima em tamanho real (100%).',
    ])
    const edges = [first.x, first.y, first.x + cardWidth, first.y + cardHeight] as const
    doc.tag('Figure', () => drawRulers(doc, first), {
      alt: 'Uma régua horizontal e uma vertical, de 40\u00A0mm.',
      box: edges.map((edge) => edge * pointsPerMm) as [number, number, number, number],
    })
    doc.restore()
  }
  doc.end()
  return doc
}

/** The outline of a card, with a cross on each of its corners. */
function drawFrame(doc: TaggedDocument, { x, y }: Slot): void {
  doc.lineWidth(0.1).rect(x, y, cardWidth, cardHeight).stroke(pale)
  for (const [left, top] of [
    [x, y],
    [x + cardWidth, y],
    [x, y + cardHeight],
    [x + cardWidth, y + cardHeight],
  ] as const) {
    doc.moveTo(left - arm, top).lineTo(left + arm, top)
    doc.moveTo(left, top - arm).lineTo(left, top + arm)
  }
  doc.lineWidth(0.15).stroke(ink)
}

const rulerLength = 40

/** A horizontal and a vertical ruler, in millimetres, inside the first card. */
function drawRulers(doc: TaggedDocument, { x, y }: Slot): void {
  const [left, top] = [x + 6, y + 6]
  for (let at = 0; at <= rulerLength; at++) {
    const length = at % 10 === 0 ? 3 : at % 5 === 0 ? 2 : 1.2
    doc.moveTo(left + at, top).lineTo(left + at, top + length)
    doc.moveTo(left, top + at).lineTo(left + length, top + at)
  }
  doc.moveTo(left, top).lineTo(left + rulerLength, top)
  doc.moveTo(left, top).lineTo(left, top + rulerLength)
  doc.lineWidth(0.1).stroke(ink)
  doc.font('regular').fontSize(2).fillColor(ink)
  for (let at = 10; at <= rulerLength; at += 10) {
    doc.text(String(at), left + at - 1.2, top + 3.4, { lineBreak: false })
    doc.text(String(at), left + 3.4, top + at - 1, { lineBreak: false })
  }
}

function drawTexts(doc: TaggedDocument, { x, y }: Slot, lines: readonly string[]): void {
  const [title = '', ...rest] = lines
  doc.font('bold').fontSize(3.4).fillColor(ink)
  doc.tag('H1', () => doc.text(title, x + 18, y + 15, { lineBreak: false }))
  doc.font('regular').fontSize(2.4)
  doc.tag('P', () => doc.text(rest.join('\n'), x + 18, y + 20.5, { width: cardWidth - 22, lineGap: 0.6 }))
}

function formatMillimetres(millimetres: number): string {
  return String(Math.round(millimetres * 100) / 100).replace('.', ',')
}
