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
  const font = fontOf(weight)
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size * (25.4 / 72)
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
