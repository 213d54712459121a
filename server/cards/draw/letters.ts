import { openSync, type Font } from 'fontkit'
import { fontFiles } from '../../pdf/index.ts'

/** The files of the letters on cards, by weight. */
export const letterFiles = { 400: fontFiles.regular, 600: fontFiles.bold } as const
export type Weight = keyof typeof letterFiles

const fonts = new Map<Weight, Font>()

function fontOf(weight: Weight): Font {
  const known = fonts.get(weight) ?? (openSync(letterFiles[weight]) as Font)
  fonts.set(weight, known)
  return known
}

/** How wide a text is, in millimetres. */
export function widthOf(text: string, { size, weight }: { size: number; weight: Weight }): number {
  return advanceOf(text, weight) * size * (25.4 / 72)
}

/** Widths that were measured, of letters of size 1: the same words are tried in many sizes, and stand on many cards. */
const measured = new Map<string, number>()
const mostMeasured = 20_000

function advanceOf(text: string, weight: Weight): number {
  const key = `${weight} ${text}`
  const known = measured.get(key)
  if (known !== undefined) return known
  const font = fontOf(weight)
  const advance = font.layout(text).advanceWidth / font.unitsPerEm
  if (measured.size >= mostMeasured) measured.clear()
  measured.set(key, advance)
  return advance
}

/** The outline of a text that begins at 0, 0 on its base line, as the `d` of an SVG path in font units, and their number in a size. */
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
