import { Readable } from 'node:stream'
import type { CardLayout } from '@agremia/resources/card-layouts.ts'
import { cardLayouts } from '@agremia/resources/card-layouts.ts'
import type { LetterValues } from '@agremia/resources/card-letter.ts'
import { fillLetter } from '@agremia/resources/card-letter.ts'
import { isId } from '@agremia/resources/coerce.ts'
import { oneOf, described } from '@agremia/resources/json-shape.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { formalGreeting } from '@agremia/resources/rules/names.ts'
import { withPreposition } from '@agremia/resources/rules/organisation-name.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../database/sql.ts'
import { badRequest, notFound } from '../errors.ts'
import type { DocumentLink, Letter, Letterhead } from '../pdf/index.ts'
import { asPdf, checkDocumentLink, documentLink, linkOptions, readLetterhead } from '../pdf/index.ts'
import { sendWhole } from '../rest/whole-answers.ts'
import { terminologyIn } from '../settings/index.ts'
import type { CardChoice } from './card-contents.ts'
import { readCards } from './card-contents.ts'
import type { CardToDraw } from './draw/draw-cards.ts'
import { drawCards } from './draw/draw-cards.ts'
import { conditionOf, findNamedSet, namedSets, sheetsFor } from './print-options.ts'
import type { World } from '../rest/modules.ts'
import { isNameIn } from '@agremia/resources/names.ts'

/** The content of a link: `id` is that of a card or the name of a set. */
interface CardDocument {
  id: string
  layout: CardLayout
}

const path = '/card_documents'

/** A signed link to a document of cards. The caller has checked access. */
export function cardDocumentUrl(world: World, { id, layout }: CardDocument): Promise<string> {
  return documentLink(world, path, { id, variant: layout })
}

export const cardSetQuery = {
  'type?': described(`Um de: ${namedSets.join(', ')}.`, 'text'),
  'includeLetters?': 'boolean',
  'layout?': oneOf(Object.keys(cardLayouts)),
} as const

/**
 * Reads `?type&includeLetters[&layout]`, by which other programs request the cards to print; with letters there is one card for
 * each letter. Throws 400 with the name of the invalid parameter.
 */
export function readCardSet(query: Record<string, unknown>): CardDocument {
  const { type, includeLetters = 'false', layout = 'a4-10', ...others } = query
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw badRequest(`Parâmetro desconhecido: «${unknown.slice(0, 60)}».`)
  const set = findNamedSet(type)
  if (!set) throw badRequest(`type: escolha um de: ${namedSets.join(', ')}.`)
  if (includeLetters !== 'true' && includeLetters !== 'false')
    throw badRequest('includeLetters: indique true ou false.')
  if (!isNameIn(cardLayouts, layout))
    throw badRequest(`layout: escolha um de: ${Object.keys(cardLayouts).join(', ')}.`)
  return { id: set, layout: includeLetters === 'true' ? 'letter' : layout }
}

const documentApi = {
  name: 'drawCards',
  summary: 'Ler um PDF de cartões',
  tag: 'Cartões',
  params: { id: 'text', variant: oneOf(Object.keys(cardLayouts)) },
} as const

/** `GET /card_documents/:id/:variant`: the PDF of a signed link. */
export function cardDocumentRoute(app: FastifyInstance, world: World): void {
  app.get<DocumentLink>(`${path}/:id/:variant`, linkOptions(documentApi), (request, reply) =>
    answerDocument(world, request, reply),
  )
}

async function answerDocument(
  world: World,
  request: FastifyRequest<DocumentLink>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, variant } = request.params
  await checkDocumentLink(world, request.query, { id, variant })
  if (!isNameIn(cardLayouts, variant)) throw notFound()
  const choice = choiceOf(id, variant)
  if (!choice) throw notFound()
  return sendWhole(world, reply, {
    holder: { kind: 'link', id: `${id}/${variant}` },
    open: async () => {
      const pages = await drawPages(world, readCards(world, choice), variant)
      void asPdf(reply, 'Cartões')
      return Readable.from(pages, { objectMode: false })
    },
  })
}

/** Letters are sorted by postal code. */
function choiceOf(id: string, layout: CardLayout): CardChoice | undefined {
  const order = layout === 'letter' ? 'post' : 'number'
  if (isId(id)) return { where: sql`c.id = ${id}`, order }
  const set = findNamedSet(id)
  return set && { where: conditionOf(set), order }
}

/** Streams the PDF of the cards while it is drawn. */
export async function drawPages(
  world: World,
  cards: AsyncIterable<CardToDraw>,
  layout: CardLayout,
): Promise<AsyncGenerator<Uint8Array>> {
  const settings = await world.organisation.settings()
  const letterOf = layout === 'letter' ? await letterWriter(world) : undefined
  return drawCards(cards, {
    title: `Cartões ${withPreposition('de', terminologyIn(settings))}`,
    author: settings.name,
    ...(letterOf && { letterOf }),
    sheetOf: sheetsFor(settings, layout),
    readImage: ({ id, variant }) => world.files.read(id, variant),
  })
}

/** The complete letter of a card, and its parts. */
interface WrittenLetter {
  letter: Letter
  letterhead: Letterhead
  /** Printed before the editable text; `signature` after it. */
  greeting: string
  signature: string
  values: LetterValues
}

/** The data of a card that its letter uses. */
type LetterCard = Pick<CardToDraw, 'values' | 'recipient' | 'letterText'>

/** Returns a function that writes the letter of a card, with the card's own text or that of the settings. */
export async function letterWriter(world: World): Promise<(card: LetterCard) => WrittenLetter> {
  const settings = await world.organisation.settings()
  const date = formatDateLong(await world.organisation.today())
  const letterhead = await readLetterhead(world)
  return ({ values, recipient, letterText }) => {
    const greeting = `${formalGreeting(genders[recipient.gender ?? 'other'])},`
    const letterValues: LetterValues = { ...values, morada: recipient.address.join(', '), data: date }
    const text = fillLetter(letterText ?? settings.cardsLetterText, letterValues)
    return {
      letterhead,
      greeting,
      signature: settings.name,
      values: letterValues,
      letter: {
        address: recipient.envelope,
        date,
        subject: values.titulo,
        text: `${greeting}\n\n${text}\n\n${settings.name}`,
        frames: [],
      },
    }
  }
}

const genders = { male: 'm', female: 'f', other: undefined, legal: 'legal' } as const
