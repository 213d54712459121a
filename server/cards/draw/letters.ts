import { openSync, type Font } from 'fontkit'
import { fontFiles } from '../../pdf/index.ts'

/** The font files of cards, by weight. */
export const letterFiles = { 400: fontFiles.regular, 600: fontFiles.bold } as const
export type Weight = keyof typeof letterFiles

const fonts = new Map<Weight, Font>()

function fontOf(weight: Weight): Font {
  const font = fonts.get(weight) ?? (openSync(letterFiles[weight]) as Font)
  fonts.set(weight, font)
  return font
}

/** The width of a text in millimetres; `size` is in points. */
export function widthOf(text: string, { size, weight }: { size: number; weight: Weight }): number {
  return advanceOf(text, weight) * size * (25.4 / 72)
}

/** Cache of widths at font size 1: the same texts are measured at many sizes and on many cards. */
const advances = new Map<string, number>()
const cacheLimit = 20_000

function advanceOf(text: string, weight: Weight): number {
  const key = `${weight} ${text}`
  const cached = advances.get(key)
  if (cached !== undefined) return cached
  const font = fontOf(weight)
  const advance = font.layout(text).advanceWidth / font.unitsPerEm
  if (advances.size >= cacheLimit) advances.clear()
  advances.set(key, advance)
  return advance
}

/** The outline of a text whose baseline starts at 0, 0: the `d` of an SVG path in font units, and the units per em. */
export function outlineOf(text: string, weight: Weight): { d: string; unitsPerEm: number } {
  const font = fontOf(weight)
  const { glyphs, positions } = font.layout(text)
  let left = 0
  const parts = glyphs.map((glyph, index) => {
    const at = left + (positions[index]?.xOffset ?? 0)
    left += positions[index]?.xAdvance ?? 0
    return glyph.path.translate(at, 0).toSVG()
  })
  return { d: parts.join(''), unitsPerEm: font.unitsPerEm }
}
