import type { CardPlace } from '@agremia/resources/card-template.ts'

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
