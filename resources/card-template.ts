import type { ShapeValue } from './json-shape.ts'
import { either, limited, oneOf as codes } from './json-shape.ts'
import { isNameIn } from './names.ts'

/** ISO/IEC 7810 ID-1, in millimetres. */
export const cardWidth = 85.6
export const cardHeight = 53.98
/** Minimum side of a QR code in mm that phones can read, and minimum font size in points. */
export const minQrSide = 15
export const minFontSize = 6
export const maxElements = 60
export const maxTextLength = 300
/** How far shapes and images may extend beyond the edge, in mm: farther ones would be impossible to find. */
const maxBeyondEdge = 30

export type Orientation = 'landscape' | 'portrait'

/** Position and size in millimetres, from the top left corner of the card. */
export interface CardPlace {
  x: number
  y: number
  w: number
  h: number
}

export interface CardText extends CardPlace {
  kind: 'text'
  /** May contain variables such as `{nome}`. A line whose variables are all empty is left out. */
  text: string
  /** Font size in points. Shrinks down to 6 when the text does not fit. */
  size: number
  weight: 400 | 600
  colour: string
  align: 'left' | 'center' | 'right'
  /** Vertical alignment of the lines; default: top. */
  stand?: 'top' | 'middle' | 'bottom'
  maxLines: number
}

export interface CardBox extends CardPlace {
  kind: 'box'
  colour: string
  /** Corner radius in millimetres. */
  radius: number
}

export interface CardImage extends CardPlace {
  kind: 'image'
  imageId: string
}

/** Photo (or a silhouette), QR code of the verification, number as Code 128, or logo of the organisation (or nothing). */
export interface CardFigure extends CardPlace {
  kind: 'photo' | 'qr' | 'barcode' | 'logo'
}

export type CardElement = CardText | CardBox | CardImage | CardFigure

export interface CardSide {
  colour: string
  /** Background image; null for none. */
  imageId: string | null
  elements: CardElement[]
}

const placeShape = { x: 'number', y: 'number', w: 'number', h: 'number' } as const
const colourShape = limited('text', { pattern: '^#[0-9A-Fa-f]{6}$' })

/** A side as it is stored: `CardSide` in the words of its shape. */
export type StoredSide = ShapeValue<typeof cardSideShape>

/** `CardSide` as JSON. */
export const cardSideShape = {
  colour: colourShape,
  imageId: 'uuid?',
  elements: [
    either(
      {
        kind: codes(['text']),
        ...placeShape,
        text: limited('text', { maxLength: maxTextLength }),
        size: 'number',
        weight: 'integer',
        colour: colourShape,
        align: codes(['left', 'center', 'right']),
        'stand?': codes(['top', 'middle', 'bottom']),
        maxLines: 'integer',
      },
      { kind: codes(['box']), ...placeShape, colour: colourShape, radius: 'number' },
      { kind: codes(['image']), ...placeShape, imageId: 'uuid' },
      { kind: codes(['photo', 'qr', 'barcode', 'logo']), ...placeShape },
    ),
  ],
} as const

/** Variables of the texts of a template, with their labels. */
export const cardVariables = {
  titulo: 'Título do cartão',
  nome: 'Nome no cartão',
  nomeCompleto: 'Nome completo',
  numero: 'Número',
  categoria: 'Categoria',
  desde: 'Ano de admissão',
  validade: 'Validade',
  via: 'Via',
  codigo: 'Código de verificação',
  organizacao: 'Organização',
  sede: 'Sede',
  contactos: 'Contactos',
  nipc: 'NIPC',
  condicoes: 'Condições de utilização',
  extravio: 'Em caso de extravio',
} as const
export type CardVariable = keyof typeof cardVariables
export type CardValues = Record<CardVariable, string>

/** Returns the width and height of a card in millimetres. */
export function cardSize(orientation: Orientation): { width: number; height: number } {
  return orientation === 'landscape'
    ? { width: cardWidth, height: cardHeight }
    : { width: cardHeight, height: cardWidth }
}

/** Texts and codes must be at least `safe` millimetres inside the edge; shapes and images may extend beyond it. */
export interface PrintArea {
  orientation: Orientation
  safe: number
}

/** Returns why a side cannot be printed, in Portuguese; undefined when it can. */
export function findSideProblem(side: unknown, area: PrintArea): string | undefined {
  const fault = findMalformation(side)
  if (fault) return fault
  const { elements } = side as CardSide
  const problems = elements.map((element) => findPrintProblem(element, area))
  const index = problems.findIndex((problem) => problem !== undefined)
  return index === -1 ? undefined : ofElement(index, problems[index] ?? '')
}

/** Returns why a side is malformed and cannot be drawn, regardless of the positions of its elements. */
export function findMalformation(side: unknown): string | undefined {
  if (!isObject(side) || !Array.isArray(side['elements'])) return 'Não é o desenho de um cartão.'
  const { colour, imageId, elements, ...others } = side
  const unknown = Object.keys(others)[0]
  if (unknown !== undefined) return `Não se conhece «${unknown.slice(0, 40)}».`
  if (!isColour(colour)) return 'A cor do fundo não é uma cor.'
  if (imageId !== null && !isId(imageId)) return 'A imagem do fundo não existe.'
  if (elements.length > maxElements) return `São demasiados elementos: no máximo ${maxElements}.`
  for (const [index, element] of elements.entries()) {
    const fault = findElementFault(element)
    if (fault) return ofElement(index, fault)
  }
  return undefined
}

/** Returns why an element would be printed badly, in words that follow its name; undefined when it is fine. */
export function findPrintProblem(element: CardElement, { orientation, safe }: PrintArea): string | undefined {
  const { kind, x, y, w, h } = element
  const { width, height } = cardSize(orientation)
  const margin = mayReachEdge(element) ? -maxBeyondEdge : safe
  // Tolerance in mm, because positions are computed in tenths.
  const tolerance = 0.05
  const isInside =
    x >= margin - tolerance &&
    y >= margin - tolerance &&
    x + w <= width - margin + tolerance &&
    y + h <= height - margin + tolerance
  if (!isInside) return 'sai da zona segura do cartão.'
  if (kind === 'qr' && Math.min(w, h) < minQrSide)
    return `o código QR tem de ter pelo menos ${minQrSide} mm de lado.`
  if (kind === 'text') return findTextProblem(element)
  return undefined
}

/** Returns whether an element may extend to the edge and beyond it. */
export function mayReachEdge({ kind }: CardElement): boolean {
  return kind === 'box' || kind === 'image' || kind === 'photo' || kind === 'logo'
}

/** Returns the ids of the images of a side. */
export function imagesOf({ imageId, elements }: StoredSide): string[] {
  const shown = elements.map((element) => (element.kind === 'image' ? element.imageId : null))
  return [imageId, ...shown].filter((id) => id !== null)
}

function ofElement(index: number, problem: string): string {
  return `Elemento ${index + 1}: ${problem}`
}

function findElementFault(element: unknown): string | undefined {
  if (!isObject(element)) return 'não é um elemento.'
  const kind = String(element['kind'])
  const known = isNameIn(partsOf, kind) ? partsOf[kind] : undefined
  if (!known) return 'não se conhece este tipo de elemento.'
  const allowed = ['kind', 'x', 'y', 'w', 'h', ...Object.keys(known)]
  const unknown = Object.keys(element).find((name) => !allowed.includes(name))
  if (unknown !== undefined) return `não se conhece «${unknown.slice(0, 40)}».`
  const wrong = Object.entries(known).find(([name, isValid]) => !isValid(element[name]))
  if (wrong) return `«${wrong[0]}» não tem um valor possível.`
  const { x, y, w, h } = element as unknown as CardPlace
  const isPlace = [x, y, w, h].every((value) => Number.isFinite(value) && Math.abs(value) <= 200)
  return isPlace && w >= 0.1 && h >= 0.1 ? undefined : 'o lugar ou o tamanho não são possíveis.'
}

function findTextProblem({ text }: CardText): string | undefined {
  const names = [...text.matchAll(/\{(\w*)\}/g)].map(([, name]) => name ?? '')
  const unknown = names.find((name) => !Object.hasOwn(cardVariables, name))
  return unknown === undefined ? undefined : `não existe a variável {${unknown.slice(0, 30)}}.`
}

type Check = (value: unknown) => boolean
const within =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'number' && value >= min && value <= max
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value)
const isColour: Check = (value) => typeof value === 'string' && /^#[0-9A-Fa-f]{6}$/.test(value)
const isId: Check = (value) => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)

/** The properties of each kind besides its position, with their checks. */
const partsOf: Record<CardElement['kind'], Record<string, Check>> = {
  text: {
    text: (value) => typeof value === 'string' && value.length <= maxTextLength,
    size: within(minFontSize, 60),
    weight: oneOf(400, 600),
    colour: isColour,
    align: oneOf('left', 'center', 'right'),
    stand: oneOf(undefined, 'top', 'middle', 'bottom'),
    maxLines: (value) => Number.isInteger(value) && within(1, 12)(value),
  },
  box: { colour: isColour, radius: within(0, 30) },
  image: { imageId: isId },
  photo: {},
  qr: {},
  logo: {},
  barcode: {},
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
