import type { CardText } from '@agremia/resources/card-template.ts'
import { fonts, printable } from '../../pdf/index.ts'
import type { TextMark } from './marks.ts'

/** Relative to the font size, as `ascent` is. */
const lineHeight = 1.2
const ascent = 0.93
const mmPerPoint = 25.4 / 72
/** Points; a text that does not fit at this size is truncated with an ellipsis. */
const smallestSize = 6
const step = 0.25

/** Lays out a text inside its element: at the element's font size, or at a smaller one when it does not fit. */
export function fitText(element: CardText, content: string): TextMark[] {
  const text = printable(content)
    .replace(/[^\S\n]+/g, ' ')
    .trim()
  if (text === '') return []
  const { size, lines } = findFit(element, text)
  const height = size * mmPerPoint
  const top = element.y + roomAbove(element, height * (1 + (lines.length - 1) * lineHeight))
  return lines.map((line, index) => {
    const width = widthOf(line, { size, weight: element.weight })
    const left = { left: 0, center: (element.w - width) / 2, right: element.w - width }[element.align]
    return {
      kind: 'text',
      text: line,
      x: element.x + Math.max(0, left),
      y: top + height * (ascent + index * lineHeight),
      size,
      weight: element.weight,
      colour: element.colour,
    }
  })
}

/** Millimetres above the first line, by the vertical alignment of the element. */
function roomAbove({ h, stand = 'top' }: CardText, height: number): number {
  const room = Math.max(0, h - height)
  return { top: 0, middle: room / 2, bottom: room }[stand]
}

function findFit(element: CardText, text: string): { size: number; lines: string[] } {
  for (let size = element.size; size > smallestSize; size -= step) {
    const lines = breakIfFits(text, { ...element, size })
    if (lines && lines.length <= maximumLines(element, size)) return { size, lines }
  }
  const size = Math.min(smallestSize, element.size)
  const maximum = Math.max(1, maximumLines(element, size))
  const lines = breakLines(text, { ...element, size })
  const visible = lines.slice(0, maximum)
  if (lines.length > maximum)
    visible[maximum - 1] = truncate(visible[maximum - 1] ?? '', { ...element, size })
  return { size, lines: visible.map((line) => truncateIfWider(line, { ...element, size })) }
}

function maximumLines({ h, maxLines }: CardText, size: number): number {
  const fitting = Math.floor((h / (size * mmPerPoint) - 1) / lineHeight + 1.001)
  return Math.min(maxLines, Math.max(fitting, 0))
}

/** The lines of a text; undefined when a single word is wider than the element. */
function breakIfFits(text: string, element: CardText): string[] | undefined {
  const lines = breakLines(text, element)
  return lines.every((line) => widthOf(line, element) <= element.w) ? lines : undefined
}

function breakLines(text: string, element: CardText): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.trim().split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line === '' || widthOf(longer, element) <= element.w) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    return [...lines, line]
  })
}

function truncateIfWider(line: string, element: CardText): string {
  return widthOf(line, element) <= element.w ? line : truncate(line, element)
}

/** The longest start of a line that fits with an ellipsis after it. */
function truncate(line: string, element: CardText): string {
  const letters = [...line]
  while (letters.length > 0 && widthOf(`${letters.join('').trimEnd()}…`, element) > element.w) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** The fonts of documents that cards use, by weight. */
export const letterFonts = { 400: 'regular', 600: 'bold' } as const
export type Weight = keyof typeof letterFonts

/** The width of a text in millimetres; `size` is in points. */
export function widthOf(text: string, { size, weight }: { size: number; weight: Weight }): number {
  return advanceOf(text, weight) * size * (25.4 / 72)
}

/** The width at font size 1: the same texts are measured at many sizes and on many cards. */
const advanceOf = cached(20_000, (text, weight) => {
  const font = fonts[letterFonts[weight]]()
  return font.layout(text).advanceWidth / font.unitsPerEm
})

/**
 * The outline of a text whose baseline starts at 0, 0: the `d` of an SVG path in font units, and the units per em. Cached, because
 * previews of a design repeat most texts, and an outline takes a millisecond.
 */
export const outlineOf = cached(1000, (text, weight) => {
  const font = fonts[letterFonts[weight]]()
  const { glyphs, positions } = font.layout(text)
  let left = 0
  const parts = glyphs.map((glyph, index) => {
    const at = left + (positions[index]?.xOffset ?? 0)
    left += positions[index]?.xAdvance ?? 0
    return glyph.path.translate(at, 0).toSVG()
  })
  return { d: parts.join(''), unitsPerEm: font.unitsPerEm }
})

/** The function with a cache of at most `limit` results. */
function cached<Result>(
  limit: number,
  compute: (text: string, weight: Weight) => Result,
): (text: string, weight: Weight) => Result {
  const results = new Map<string, Result>()
  return (text, weight) => {
    const key = `${weight} ${text}`
    const known = results.get(key)
    if (known !== undefined) return known
    const result = compute(text, weight)
    if (results.size >= limit) results.clear()
    results.set(key, result)
    return result
  }
}
