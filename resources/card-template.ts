/** ISO/IEC 7810 ID-1, in millimetres. */
export const cardWidth = 85.6
export const cardHeight = 53.98
/** The least side of a QR code that every phone reads, and the least letters that people do. */
export const leastCode = 15
export const leastText = 6
export const mostElements = 60
export const mostText = 300
/** How far colours and pictures may go beyond the edge: circles begin there, and nobody loses sight of them. */
const mostBeyond = 30

export type Orientation = 'landscape' | 'portrait'

/** Where something stands: millimetres from the top left corner of the card. */
export interface CardPlace {
  x: number
  y: number
  w: number
  h: number
}

export interface CardText extends CardPlace {
  kind: 'text'
  /** With variables such as `{nome}`. A line without any value is left out. */
  text: string
  /** Points. Shrinks as far as 6 when the words do not fit. */
  size: number
  weight: 400 | 600
  colour: string
  align: 'left' | 'center' | 'right'
  /** Where the lines stand when they do not fill the height; at the top when absent. */
  stand?: 'top' | 'middle' | 'bottom'
  maxLines: number
}

export interface CardBox extends CardPlace {
  kind: 'box'
  colour: string
  /** Of the corners, in millimetres. */
  radius: number
}

export interface CardImage extends CardPlace {
  kind: 'image'
  imageId: string
}

/**
 * The photo (a silhouette where there is none), the QR code of the verification, the number as Code 128, the organisation's logo
 * (nothing where there is none).
 */
export interface CardFigure extends CardPlace {
  kind: 'photo' | 'qr' | 'barcode' | 'logo'
}

export type CardElement = CardText | CardBox | CardImage | CardFigure

export interface CardSide {
  colour: string
  /** A picture that covers the side; null for none. */
  imageId: string | null
  elements: CardElement[]
}

/** What the words of a template may stand for. */
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

/** Width and height of a card that stands or lies. */
export function cardSize(orientation: Orientation): { width: number; height: number } {
  return orientation === 'landscape'
    ? { width: cardWidth, height: cardHeight }
    : { width: cardHeight, height: cardWidth }
}

/** Where words and codes may stand: `safe` millimetres inside the edge. Colours and pictures may go beyond it. */
export interface PrintArea {
  orientation: Orientation
  safe: number
}

/** What is wrong with a side that somebody drew, in words for them; undefined when it can be printed. */
export function findSideProblem(side: unknown, area: PrintArea): string | undefined {
  const fault = findSideFault(side)
  if (fault) return fault
  const { elements } = side as CardSide
  const problems = elements.map((element) => findPrintProblem(element, area))
  const index = problems.findIndex((problem) => problem !== undefined)
  return index === -1 ? undefined : ofElement(index, problems[index] ?? '')
}

/** What keeps a side from being drawn at all, wherever its elements stand. */
export function findSideFault(side: unknown): string | undefined {
  if (!isObject(side) || !Array.isArray(side['elements'])) return 'Não é o desenho de um cartão.'
  const { colour, imageId, elements, ...others } = side
  const unknown = Object.keys(others)[0]
  if (unknown !== undefined) return `Não se conhece «${unknown.slice(0, 40)}».`
  if (!isColour(colour)) return 'A cor do fundo não é uma cor.'
  if (imageId !== null && !isId(imageId)) return 'A imagem do fundo não existe.'
  if (elements.length > mostElements) return `São demasiados elementos: no máximo ${mostElements}.`
  for (const [index, element] of elements.entries()) {
    const fault = findElementFault(element)
    if (fault) return ofElement(index, fault)
  }
  return undefined
}

/** What keeps an element from being printed well, in words that follow its name; undefined when nothing does. */
export function findPrintProblem(element: CardElement, { orientation, safe }: PrintArea): string | undefined {
  const { kind, x, y, w, h } = element
  const { width, height } = cardSize(orientation)
  const margin = isFree(element) ? -mostBeyond : safe
  // Tenths of a millimetre that were computed.
  const nearly = 0.05
  const isInside =
    x >= margin - nearly &&
    y >= margin - nearly &&
    x + w <= width - margin + nearly &&
    y + h <= height - margin + nearly
  if (!isInside) return 'sai da zona segura do cartão.'
  if (kind === 'qr' && Math.min(w, h) < leastCode)
    return `o código QR tem de ter pelo menos ${leastCode} mm de lado.`
  if (kind === 'text') return findTextProblem(element)
  return undefined
}

/** Whether an element may reach the edge, and beyond it. */
export function isFree({ kind }: CardElement): boolean {
  return kind === 'box' || kind === 'image' || kind === 'photo' || kind === 'logo'
}

/** The pictures that a side shows. */
export function imagesOf({ imageId, elements }: CardSide): string[] {
  const shown = elements.map((element) => (element.kind === 'image' ? element.imageId : null))
  return [imageId, ...shown].filter((id) => id !== null)
}

function ofElement(index: number, problem: string): string {
  return `Elemento ${index + 1}: ${problem}`
}

function findElementFault(element: unknown): string | undefined {
  if (!isObject(element)) return 'não é um elemento.'
  const kind = String(element['kind'])
  const known = Object.hasOwn(partsOf, kind) ? partsOf[kind as CardElement['kind']] : undefined
  if (!known) return 'não se conhece este tipo de elemento.'
  const allowed = ['kind', 'x', 'y', 'w', 'h', ...Object.keys(known)]
  const unknown = Object.keys(element).find((name) => !allowed.includes(name))
  if (unknown !== undefined) return `não se conhece «${unknown.slice(0, 40)}».`
  const wrong = Object.entries(known).find(([name, isRight]) => !isRight(element[name]))
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
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value)
const isColour: Check = (value) => typeof value === 'string' && /^#[0-9A-Fa-f]{6}$/.test(value)
const isId: Check = (value) => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)

/** What each kind has besides its place. */
const partsOf: Record<CardElement['kind'], Record<string, Check>> = {
  text: {
    text: (value) => typeof value === 'string' && value.length <= mostText,
    size: within(leastText, 60),
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
