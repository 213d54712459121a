import type { CardPlace } from '@agremia/resources/card-template.ts'
import bwip from 'bwip-js/node'

/** The bars of a Code 128 barcode, with a quiet zone of ten modules on each side. */
export function barcodeBars(text: string, { x, y, w, h }: CardPlace): CardPlace[] {
  const [{ sbs }] = bwip.raw('code128', text, '') as { sbs: number[] }[] as [{ sbs: number[] }]
  const module = w / (sbs.reduce((sum, width) => sum + width, 0) + 20)
  let left = x + 10 * module
  const bars: CardPlace[] = []
  for (const [index, width] of sbs.entries()) {
    if (index % 2 === 0) bars.push({ x: left, y, w: width * module, h })
    left += width * module
  }
  return bars
}
