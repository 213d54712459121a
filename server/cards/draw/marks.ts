import type { CardPlace } from '@agremia/resources/card-template.ts'
import { rare } from '../../rare.ts'

/** A drawn shape of a side: millimetres from the top left. Marks are painted in order, the first below the others. */
export type Mark = {
  /** The index of its element in the side; undefined for the background. */ element?: number
} & (
  | ({ kind: 'box'; colour: string; radius: number } & CardPlace)
  /** Covers its place and is clipped to it, or with `isWhole` is contained in it. */
  | ({ kind: 'image'; image: StoredImage; isWhole?: true } & CardPlace)
  | ({ kind: 'silhouette' } & CardPlace)
  | { kind: 'bars'; bars: CardPlace[] }
  | TextMark
)

/** An image of the file store: `large` for photos, `original` for images of templates and the logo. */
export interface StoredImage {
  id: string
  variant: 'large' | 'original'
}

/** A key of an image for maps. */
export function keyOf({ id, variant }: StoredImage): string {
  return `${id}/${variant}`
}

/** One line of text: `y` is its baseline and `x` its left end, in millimetres; `size` is in points. */
export interface TextMark {
  kind: 'text'
  text: string
  x: number
  y: number
  size: number
  weight: 400 | 600
  colour: string
}

export const pointsPerMm = 72 / 25.4

/** The bars of a Code 128 barcode, with a quiet zone of ten modules on each side. */
export function barcodeBars(text: string, { x, y, w, h }: CardPlace): CardPlace[] {
  const [{ sbs }] = rare.bwip().raw('code128', text, '') as { sbs: number[] }[] as [{ sbs: number[] }]
  const module = w / (sbs.reduce((sum, width) => sum + width, 0) + 20)
  let left = x + 10 * module
  const bars: CardPlace[] = []
  for (const [index, width] of sbs.entries()) {
    if (index % 2 === 0) bars.push({ x: left, y, w: width * module, h })
    left += width * module
  }
  return bars
}

/** The placeholder of a missing photo: the head as a circle and the shoulders as an SVG path, in millimetres. */
export function silhouetteOf({ x, y, w, h }: CardPlace) {
  const at = (across: number, down: number) => `${round(x + w * across)} ${round(y + h * down)}`
  return {
    ground: '#D9E6F5',
    figure: '#8AB0DE',
    head: { x: x + w / 2, y: y + h * 0.4, radius: Math.min(w, h) * 0.2 },
    shoulders: `M${at(0.12, 1)}Q${at(0.14, 0.68)} ${at(0.5, 0.68)}Q${at(0.86, 0.68)} ${at(0.88, 1)}Z`,
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
